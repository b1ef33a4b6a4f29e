/* --confirm: whether a run's speed-up is also one of the user's program. */
#pragma once

#include "cli/run/targets.h"
#include "reports/results.h"

/* Whether the program will read a header. Returns 0, or 2 after one line. */
int confirm_check(const struct options *options);

/* Times the program with the defaults and the few best of the results in turn, and prints the result to `where`. Then
 * --header has the configuration with which the program is fastest: the best, unless another is significantly faster.
 * Returns 0; 1 if the kernel is faster than by default but the program is not significantly faster; 2 after one line if
 * a command fails; 130 if interrupted. */
int confirm_run(const struct results *results, const struct targets *targets, const struct options *options,
                FILE *where);
