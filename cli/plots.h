/* Single pictures of results by the names that users give (reports/plot). */
#ifndef CLI_PLOTS_H
#define CLI_PLOTS_H

#include "reports/results.h"

/* Whether there is a plot of this name: 0, or the exit status 2 with a line that lists all. */
int plots_check(const char *name);

/* As results_load, and for files whose names end in .txt the table of ci/curves, of which there are curves. */
enum status plots_load(struct results *results, const char *path, struct fault *fault);

/* Saves the plot of that name, which is known, at `path`: of the first problem whose name fits the pattern `problem`,
 * or, of NULL, of what the plot takes. Returns the exit status: 0, or 2 with a line. */
int plots_save(const char *name, const char *problem, const struct results *results, size_t count, const char *path);

#endif
