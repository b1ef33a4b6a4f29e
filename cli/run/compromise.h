/* --objective compromise: after the searches of all sizes, measures the best configurations of each size at the
 * others. */
#pragma once

#include "cli/run/record.h"
#include "cli/run/targets.h"

/* Whether any bench has several sizes: 0, or 2 after one line. */
int compromise_check(const struct targets *targets);

/* Measures the few best of each size at the sizes where they have no full time, as a run measures fixed configurations;
 * stops `seconds` (0: no limit) after its start. Not OK: the device is lost. */
enum status compromise_measure(struct targets *targets, struct tuner *tuner, struct record *record,
                               const struct run_options *options, double seconds, struct fault *fault);

/* Prints the compromise of each bench, and its loss per size, to stderr: 0, or 1 after one line if there is none. */
int compromise_report(const struct results *results);
