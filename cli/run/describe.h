/* From a problem to its words: the edge at which results leave the tuner. */
#ifndef CLI_RUN_DESCRIBE_H
#define CLI_RUN_DESCRIBE_H

#include "cli/run/targets.h"
#include "reports/results.h"

/* Adds the problem of one of the targets to results, with its whole space. */
void describe_problem(struct results *results, const struct targets *targets, const struct target *target);

/* Says in the context of a run which options it was given that its rows depend on; none at all where the text of one is
 * too long for it. */
void describe_options(struct run_context *context, const struct options *options);

#endif
