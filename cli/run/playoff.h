/* Measures the bests of a run's parts again on one device, to choose among them. */
#pragma once

#include "base/options/options.h"
#include "reports/json/merge.h"

/* If this machine has a device of the parts' kind, and the parts have different bests, chooses the bests anew, and
 * reports how in a line per problem. If it cannot or fails, or if the parts were run with code that the options do not
 * name, reports in a line why the choice is by times of different runs. */
void play_off(struct merge *merge, const struct options *options);
