/* What compiling alone tells of two programs, as a file (FORMAT.md). */
#ifndef REPORTS_JSON_STATIC_FILE_H
#define REPORTS_JSON_STATIC_FILE_H

#include "reports/compare/static_comparison.h"

/* Saves comparisons, one an architecture. INVALID with one line if the file cannot be written. */
enum status static_file_save(const struct static_comparison *comparison, size_t count, const char *path,
                             struct fault *fault);

#endif
