/* A comparison as a file for programs (FORMAT.md). */
#ifndef REPORTS_JSON_COMPARISON_FILE_H
#define REPORTS_JSON_COMPARISON_FILE_H

#include "reports/compare/comparison.h"

/* Replaces the file at `path`, whole or not at all. INVALID with one line if it cannot be written. */
enum status comparison_save(const struct comparison *comparison, const char *path, struct fault *fault);

#endif
