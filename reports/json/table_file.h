/* What a table says, for scripts (FORMAT.md). */
#ifndef REPORTS_JSON_TABLE_FILE_H
#define REPORTS_JSON_TABLE_FILE_H

#include "reports/results.h"

#include <stdio.h>

struct table_file;

struct table_file *table_file_make(void);

/* Adds what a results file has: each problem with its best, its references, how many rows of each status, and which
 * parameters matter. */
void table_file_add(struct table_file *table, const char *path, const struct results *results);

/* Errors as json_print's. */
enum status table_file_print(const struct table_file *table, FILE *file, struct fault *fault);
void table_file_free(struct table_file *table);

#endif
