/* The files that are made of results: a table of them, by name and suffix. */
#pragma once

#include "reports/writers/output.h"

struct writer {
    const char *name;
    const char *suffix; /* of files that have no other writer; "": none */
    const char *summary;
    enum { OF_ANY, OF_FILE, OF_PROBLEM } takes; /* several files; one file; or of one file one problem */

    /* Prints it; INVALID with one line where the results do not have what it needs. */
    enum status (*write)(FILE *file, const struct output *output, struct fault *fault);
};

/* All of them, in the order in which they are listed; *count is how many. */
const struct writer *writers(size_t *count);

/* The writer of a name, or of a file's suffix; NULL if there is none. */
const struct writer *writer_find(const char *name);
const struct writer *writer_of_file(const char *path);

/* Replaces the file at `path`, whole or not at all. INVALID with one line that names it. */
enum status writer_save(const struct writer *writer, const struct output *output, const char *path,
                        struct fault *fault);
