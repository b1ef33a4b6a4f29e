/* A comparison as a file for programs (FORMAT.md). */
#pragma once

#include "base/status.h"
#include "reports/compare/comparison.h"
#include "reports/compare/static_comparison.h"

/* Replaces the file at `path`, whole or not at all. INVALID with one line if it cannot be written. */
enum status comparison_save(const struct comparison *comparison, const char *path, struct fault *fault);

/* Saves comparisons, one an architecture. INVALID with one line if the file cannot be written. */
enum status static_file_save(const struct static_comparison *comparison, size_t count, const char *path,
                             struct fault *fault);

/* ---- slowdowns that were accepted, as a file of a project has them (FORMAT.md): ci/accepted.json ---- */

/* One of them, from the file: texts are its. */
struct accepted {
    const char *name;   /* of a problem, or of one configuration of it */
    const char *reason; /* why it is as it is */
    const char *until;  /* the last day on which it holds, "2027-01-31" */
    double most;        /* the slowdown, as a ratio less 1: what is slower than that is not accepted */
};

/* Calls `each` with all that a file accepts, in its order. INVALID with one line if it cannot be read, or holds
 * something else; `each` was then called with none of them. */
enum status accepted_load(const char *path, void (*each)(void *user, const struct accepted *accepted), void *user,
                          struct fault *fault);
