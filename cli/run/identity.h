/* What must be the same for --resume to go on with the rows of another run. */
#ifndef CLI_RUN_IDENTITY_H
#define CLI_RUN_IDENTITY_H

#include "base/options/options.h"
#include "cli/run/targets.h"
#include "reports/results.h"
#include "tuner/run/tuner.h"

/* Of a run on its device: the texts of all kernel files, what compiles and runs them, how it searches and measures. The
 * problems are the results' own; a budget may be another one. */
struct run_identity identity_of(const struct options *options, const struct tuner_options *tuner,
                                const struct targets *targets);

#endif
