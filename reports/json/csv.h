/* Rows as CSV (FORMAT.md), for spreadsheets and for what reads tables. */
#ifndef REPORTS_JSON_CSV_H
#define REPORTS_JSON_CSV_H

#include "reports/results.h"

#include <stdio.h>

/* Prints a line of names and a line for each row of `count` results, of the files at `path`, in their order. Numbers
 * read again are the same. */
void csv_write(FILE *file, const struct results *results, const char *const *path, size_t count);

#endif
