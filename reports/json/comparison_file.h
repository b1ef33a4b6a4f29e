/* Saves a comparison as a file for programs (FORMAT.md). */
#pragma once

#include "base/status.h"
#include "reports/compare/comparison.h"
#include "reports/compare/static_comparison.h"

/* Replaces the file at `path`, whole or not at all. INVALID with one line if it cannot be written. */
enum status comparison_save(const struct comparison *comparison, const char *path, struct fault *fault);

/* Saves comparisons, one per architecture. INVALID with one line if the file cannot be written. */
enum status static_file_save(const struct static_comparison *comparison, size_t count, const char *path,
                             struct fault *fault);

/* ---- accepted slowdowns, read from a file of the project (FORMAT.md): ci/accepted.json ---- */

/* An entry of the file, which owns the texts. */
struct accepted {
    const char *name;   /* of a problem, or of one of its configurations */
    const char *reason; /* why it is accepted */
    const char *until;  /* the last day of its validity, "2027-01-31" */
    double most;        /* the largest accepted slowdown, as a ratio minus 1 */
};

/* Calls `each` with all entries of a file, in its order. INVALID with one line if it cannot be read, or has other
 * content; `each` is then not called. */
enum status accepted_load(const char *path, void (*each)(void *user, const struct accepted *accepted), void *user,
                          struct fault *fault);
