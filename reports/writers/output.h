/* The input of writers. */
#pragma once

#include "reports/header/compromise.h"
#include "reports/plot/plot.h"
#include "reports/table/page.h"

/* What is written, and how. All members but the first three apply to some writers only. */
struct output {
    const struct results *results;
    const char *const *path;    /* of each file */
    size_t count;               /* at least 1 */
    bool of_folders;            /* some of them were found in a folder */
    double max_regret;          /* reports/header/header.h; -1: all sizes are kept */
    enum compromise compromise; /* one configuration of each bench in a header */
    const struct plot *plot;    /* NULL: by sizes */
    long problem;               /* of the picture, as for plot_write; or the one to write */
    const char *figure;         /* of a front; NULL: the one that a bench declares as its error */
    const char *history;        /* of a page: a file, or NULL; and of the writing program */
    const char *version, *commit;
    const struct compute_inventory *here; /* the devices of this machine; NULL: unknown */
    const struct page *page;              /* of tables; NULL: that for files */
    FILE *notes;                          /* for notes to the caller, one line each; NULL: nowhere */
};
