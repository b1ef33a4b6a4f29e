/* --max-error, and of --objective and --require what came of them: what it is about before a run, and what came of it.
 */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"
#include "reports/results.h"

/* Gives it to the targets whose benches have an error figure; a note on stderr names the others. Returns 0, or 2 after
 * one line if no target has one. */
int accuracy_take(struct targets *targets, const struct options *options, const struct registry *registry);

/* Lets benches choose the settings for it that the user did not, once sizes are known: a line on stderr each. Returns
 * 0, or 2 after one line: none will do. */
int accuracy_propose(struct targets *targets, const struct options *options);

/* A line on stderr for each problem of which configurations were measured, and none is accurate enough; whether there
 * is one. */
bool accuracy_missed(const struct results *results);
