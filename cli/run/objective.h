/* --objective and --require: what the best of a run is chosen by, and what must be true of it. */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"

/* Gives both to the run and to the targets whose benches have the numbers that they name; a note on stderr names the
 * others. Returns 0, or 2 after one line. */
int objective_take(struct targets *targets, const struct options *options, struct run_options *run);
