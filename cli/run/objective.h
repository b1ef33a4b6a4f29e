/* --objective and --require: the figure to optimise, and conditions on the best. */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"
#include "reports/results.h"

/* Sets both for the run and for targets whose benches have the figures that they name; a note on stderr names the
 * others. Returns 0, or 2 after one line. */
int objective_take(struct targets *targets, const struct options *options, struct run_options *run);

/* Whether the device reports the quantities that the run needs: 0, or 3 after one line. */
int objective_check(const struct run_options *run, const struct compute_device *device);

/* Prints a line to stderr for each best chosen by time because its energy is not known. */
void objective_report(const struct run_options *run, const struct results *results);
