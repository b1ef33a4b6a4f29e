/* The table that ci/curves prints, as results: how long a map takes by each form, at each number of points a side. */
#ifndef REPORTS_PLOT_CURVE_TABLE_H
#define REPORTS_PLOT_CURVE_TABLE_H

#include "reports/results.h"

/* Whether a file's name is that of a table: it ends in .txt. */
bool curve_table_named(const char *path);

/* Fills *results, which need not be initialised, with a problem and a row for each time of the table; all else about
 * them is not known. results_free frees it. INVALID with one line, and *results is empty, if the file cannot be read or
 * is no such table. */
enum status curve_table_load(struct results *results, const char *path, struct fault *fault);

#endif
