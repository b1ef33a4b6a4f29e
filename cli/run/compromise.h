/* --objective compromise: behind the searches of all sizes, what is good at one of them is measured at the others. */
#pragma once

#include "cli/run/record.h"
#include "cli/run/targets.h"

/* Whether some bench has several sizes: 0, or 2 after one line. */
int compromise_check(const struct targets *targets);

/* Measures the few best of each size at the sizes where they have no time in full, as a run does fixed configurations;
 * ends `seconds` (0: no limit) after it began, with what it has. Not OK: the device is lost. */
enum status compromise_measure(struct targets *targets, struct tuner *tuner, struct record *record,
                               const struct run_options *options, double seconds, struct fault *fault);

/* Says on stderr which configuration of each bench that is, and what it costs: 0, or 1 after one line where there is
 * none. */
int compromise_report(const struct results *results);
