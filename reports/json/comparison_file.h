/* A comparison as a file for programs (FORMAT.md). */
#ifndef REPORTS_JSON_COMPARISON_FILE_H
#define REPORTS_JSON_COMPARISON_FILE_H

#include "reports/compare/comparison.h"
#include "reports/compare/static_comparison.h"

/* Replaces the file at `path`, whole or not at all. INVALID with one line if it cannot be written. */
enum status comparison_save(const struct comparison *comparison, const char *path, struct fault *fault);

/* Saves comparisons, one an architecture. INVALID with one line if the file cannot be written. */
enum status static_file_save(const struct static_comparison *comparison, size_t count, const char *path,
                             struct fault *fault);

#endif
