/* What writers are given. */
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
    long problem;               /* of the picture, as plot_write has it; or which is written */
    const char *figure;         /* of a front; NULL: that which a bench says is its error */
    const char *history;        /* of a page: a file, or NULL; and of the program that makes it */
    const char *version, *commit;
    const struct compute_inventory *here; /* which devices this machine has; NULL: nobody asked */
    const struct page *page;              /* of tables; NULL: that of a file */
    FILE *notes;                          /* where what the caller should know is told, a line each; NULL: nowhere */
};
