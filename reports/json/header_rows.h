/* The rows of a tuned header, as a JSON object in one of its comments, which --configs reads (FORMAT.md). */
#pragma once

#include "reports/results.h"

#include <stdio.h>

struct header_row {
    const struct named_problem *problem;
    const struct result *result;
};

/* Writes the object, one row per line, with the row's device. It has no slash, so no text can begin or end a
 * comment. */
void header_rows_write(FILE *file, const struct compute_device *device, const struct header_row *rows, size_t count);

/* Fills *results from a results file, or from a header: a problem for each of its rows, whose space is the one
 * configuration, and in the context's device a name and a backend (empty: an older header). results_free frees it.
 * INVALID with one line if it is neither, or an older header without rows; *results is then empty. */
enum status header_rows_load(struct results *results, const char *path, struct fault *fault);
