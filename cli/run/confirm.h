/* --confirm: whether what a run gained arrives in the user's own program. */
#pragma once

#include "cli/run/targets.h"
#include "reports/results.h"

/* Whether the program would see a header. Returns 0, or 2 after one line. */
int confirm_check(const struct options *options);

/* Times the program with the defaults and with the few best of the results by turns, and prints what it found to
 * `where`. At the end --header has what the program is fastest with: the best, unless another is shown to be faster.
 * Returns 0; 1 if the kernel is faster than by default and the program is not shown to be; 2 after one line where a
 * command fails; 130 interrupted. */
int confirm_run(const struct results *results, const struct targets *targets, const struct options *options,
                FILE *where);
