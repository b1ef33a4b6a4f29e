/* Describes problems, as results record them; and a run's identity, which must be equal for --resume to reuse rows. */
#pragma once

#include "cli/run/targets.h"
#include "reports/results.h"

/* Adds a target's problem to results, with its whole space. */
void describe_problem(struct results *results, const struct targets *targets, const struct target *target);

/* Records in the context of a run the options that rows depend on; none at all if a text is too long. */
void describe_options(struct run_context *context, const struct options *options);

/* The identity of a run on its device: all kernel files' texts, compiler and driver, search and measurement. The
 * problems are those of the results; a budget may differ. */
struct run_identity identity_of(const struct options *options, const struct tuner_options *tuner,
                                const struct targets *targets);
