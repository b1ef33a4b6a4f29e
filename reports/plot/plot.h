/* Results as single pictures for papers: SVG, a column wide, with text as text. They are also the pictures of a report
 * where no script draws. */
#pragma once

#include "reports/results.h"

#include <stdio.h>

enum { PLOT_ALL = -1 }; /* as `problem`: all of all results */

struct chart;

/* A kind of picture. */
struct plot {
    const char *name, *summary;
    const char *needs;   /* what results must have for it, behind "it needs" */
    bool of_one_problem; /* of one problem of one results file; else of all that are given */
    bool (*draw)(struct chart *chart, const struct results *results, size_t count, long problem); /* false: not there */
};

/* All kinds, in the order in which they are listed; *count is how many. */
const struct plot *plots(size_t *count);

/* The kind of this name; NULL if there is none. */
const struct plot *plot_find(const char *name);

/* Writes the picture of `count` results, at least one: an <svg> element with a line end behind it, which is a file of
 * its own and can stand in an HTML page, too. A plot of one problem takes that of this number of results[0]; or, of
 * PLOT_ALL, the first one that has what it needs; other plots look at problem `problem` of results[0] alone, or of
 * PLOT_ALL at all problems. INVALID with one line, and nothing is written, if the results do not have what it needs. */
enum status plot_write(FILE *file, const struct plot *plot, const struct results *results, size_t count, long problem,
                       struct fault *fault);

/* ---- the table that ci/curves prints, as results: how long a map takes by each form, by points a side ---- */

/* Whether a file's name is that of a table: it ends in .txt. */
bool curve_table_named(const char *path);

/* Fills *results, which need not be initialised, with a problem and a row for each time of the table; all else about
 * them is not known. results_free frees it. INVALID with one line, and *results is empty, if the file cannot be read or
 * is no such table. */
enum status curve_table_load(struct results *results, const char *path, struct fault *fault);
