/* Results as single pictures for papers: SVG, one column wide, with real text. A report has them in place of pictures
 * that no script draws. */
#pragma once

#include "reports/results.h"

#include <stdio.h>

enum { PLOT_ALL = -1 }; /* as `problem`: all of all results */

struct chart;

/* A kind of picture. */
struct plot {
    const char *name, *summary;
    const char *needs;   /* the requirement on results, printed after "it needs" */
    bool of_one_problem; /* of one problem of one results file; else of all given results */
    bool (*draw)(struct chart *chart, const struct results *results, size_t count, long problem); /* false: no data */
};

/* All kinds, in the order of the list; *count is their number. */
const struct plot *plots(size_t *count);

/* The kind of this name; NULL if there is none. */
const struct plot *plot_find(const char *name);

/* Writes the picture of `count` results, at least one: an <svg> element and a line end, valid as a file and within an
 * HTML page. A plot of one problem draws that problem of results[0]; or, with PLOT_ALL, the first one that has what it
 * needs; other plots draw problem `problem` of results[0] only, or with PLOT_ALL all problems. INVALID with one line,
 * and nothing is written, if the results lack what it needs. */
enum status plot_write(FILE *file, const struct plot *plot, const struct results *results, size_t count, long problem,
                       struct fault *fault);

/* ---- the table printed by ci/curves, as results: times of a map in each form, by points per side ---- */

/* Whether a file has the name of a table: it ends in .txt. */
bool curve_table_named(const char *path);

/* Fills *results, which need not be initialised, with a problem and a row for each time of the table; all else is
 * unknown. results_free frees it. INVALID with one line, and *results is empty, if the file cannot be read or is no
 * such table. */
enum status curve_table_load(struct results *results, const char *path, struct fault *fault);
