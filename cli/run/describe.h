/* From a problem to its words: the edge at which results leave the tuner. And what must be the same for --resume to go
 * on with the rows of another run. */
#pragma once

#include "cli/run/targets.h"
#include "reports/results.h"

/* Adds the problem of one of the targets to results, with its whole space. */
void describe_problem(struct results *results, const struct targets *targets, const struct target *target);

/* Says in the context of a run which options it was given that its rows depend on; none at all where the text of one is
 * too long for it. */
void describe_options(struct run_context *context, const struct options *options);

/* Of a run on its device: the texts of all kernel files, what compiles and runs them, how it searches and measures. The
 * problems are the results' own; a budget may be another one. */
struct run_identity identity_of(const struct options *options, const struct tuner_options *tuner,
                                const struct targets *targets);
