/* What a table says, for scripts (FORMAT.md). */
#ifndef REPORTS_JSON_TABLE_FILE_H
#define REPORTS_JSON_TABLE_FILE_H

#include "reports/results.h"

#include <stdio.h>

/* Prints what `count` results files at `path` have: each problem with its best, its references, how many rows of each
 * status, and which parameters matter. Errors as json_print's. */
enum status table_file_print(FILE *file, const struct results *results, const char *const *path, size_t count,
                             struct fault *fault);

#endif
