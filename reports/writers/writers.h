/* The files that are made of results: a table of them, by name and suffix. */
#pragma once

#include "reports/header/compromise.h"
#include "reports/plot/plot.h"
#include "reports/table/page.h"

/* What is written, and how. All but the first three is of some writers alone. */
struct output {
    const struct results *results;
    const char *const *path;    /* of the file of each */
    size_t count;               /* at least 1 */
    bool of_folders;            /* some of them are what a folder has */
    double max_regret;          /* reports/header/header.h; -1: no size is left out */
    enum compromise compromise; /* one configuration of each bench in a header */
    const struct plot *plot;    /* NULL: that of sizes */
    long problem;               /* of the picture, as plot_write has it */
    const char *figure;         /* of a front; NULL: that which a bench says is its error */
    const char *history;        /* of a page: a file, or NULL; and of the program that makes it */
    const char *version, *commit;
    const struct compute_inventory *here; /* which devices this machine has; NULL: nobody asked */
    const struct page *page;              /* of tables; NULL: that of a file */
    FILE *notes;                          /* where what the caller should know is told, a line each; NULL: nowhere */
};

struct writer {
    const char *name;
    const char *suffix; /* of files that have no other writer; "": none */
    const char *summary;
    bool of_one; /* file: it takes no more */

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
