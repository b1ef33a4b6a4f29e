/* A table of the file formats written from results, by name and suffix. */
#pragma once

#include "reports/writers/output.h"

struct writer {
    const char *name;
    const char *suffix; /* of files that only this writer writes; "": none */
    const char *summary;
    enum { OF_ANY, OF_FILE, OF_PROBLEM } takes; /* several files; one file; or one problem of one file */

    const char *mark; /* in each file of it: others are not replaced; NULL: any may be, unless it has results */

    /* Prints it; INVALID with one line if the results lack what it needs. */
    enum status (*write)(FILE *file, const struct output *output, struct fault *fault);
};

/* All of them, in the order of the list; *count is their number. */
const struct writer *writers(size_t *count);

/* The writer of a name, or of a file's suffix; NULL if there is none. */
const struct writer *writer_find(const char *name);
const struct writer *writer_of_file(const char *path);

/* Replaces the file at `path`, whole or not at all. INVALID with one line that names it. */
enum status writer_save(const struct writer *writer, const struct output *output, const char *path,
                        struct fault *fault);
