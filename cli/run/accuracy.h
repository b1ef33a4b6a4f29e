/* --max-error, and the outcome of --objective and --require: checks before a run, and reports after it. */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"
#include "reports/results.h"

/* Sets it for targets whose benches have an error figure; a note on stderr names the others. Returns 0, or 2 after one
 * line if no target has one. */
int accuracy_take(struct targets *targets, const struct options *options, const struct registry *registry);

/* Lets benches choose settings for it that the user did not give, once sizes are known, with a line on stderr each.
 * Returns 0, or 2 after one line if none suffices. */
int accuracy_propose(struct targets *targets, const struct options *options);

/* Prints a line to stderr for each problem with measured configurations, none of which is accurate enough; whether
 * there is one. */
bool accuracy_missed(const struct results *results);
