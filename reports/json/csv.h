/* Results for spreadsheets and for what reads tables: rows as CSV; and for scripts, what a table says (FORMAT.md). */
#pragma once

#include "reports/results.h"

#include <stdio.h>

/* Prints a line of names and a line for each row of `count` results, of the files at `path`, in their order. Numbers
 * read again are the same. */
void csv_write(FILE *file, const struct results *results, const char *const *path, size_t count);

/* Prints what `count` results files at `path` have: each problem with its best, its references, how many rows of each
 * status, and which parameters matter. Errors as json_print's. */
enum status table_file_print(FILE *file, const struct results *results, const char *const *path, size_t count,
                             struct fault *fault);
