/* Results as CSV rows, for spreadsheets and other readers of tables; and for scripts, the content of a table
 * (FORMAT.md). */
#pragma once

#include "reports/devices/devices.h"

#include <stdio.h>

/* Prints a header line and a line for each row of `count` results, of the files at `path`, in their order. Numbers are
 * exact when read again. */
void csv_write(FILE *file, const struct results *results, const char *const *path, size_t count);

/* Prints the content of `count` results files at `path`: each problem with its best, its references, its number of rows
 * by status, and the parameters that matter; and the devices side by side, unless NULL. Errors as json_print's. */
enum status table_file_print(FILE *file, const struct results *results, const char *const *path, size_t count,
                             const struct devices *devices, struct fault *fault);
