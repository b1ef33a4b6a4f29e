/* --objective and --require: what the best of a run is chosen by, and what must be true of it. */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"
#include "reports/results.h"

/* Gives both to the run and to the targets whose benches have the numbers that they name; a note on stderr names the
 * others. Returns 0, or 2 after one line. */
int objective_take(struct targets *targets, const struct options *options, struct run_options *run);

/* Whether the device tells what the run wants of it: 0, or 3 after one line. */
int objective_check(const struct run_options *run, const struct compute_device *device);

/* A line on stderr for each best that was chosen for time, as its energy is not known. */
void objective_report(const struct run_options *run, const struct results *results);
