/* The bests of the parts of a run, measured again on one device: which of them is the best. */
#pragma once

#include "base/options/options.h"
#include "reports/json/merge.h"

/* Where this machine has a device of the parts' kind, and parts have different bests, chooses the bests anew, and says
 * in a line of each problem by what. Else, where it fails, and where parts were run with code that the options do not
 * name, it says in a line why they are by times of different runs. */
void play_off(struct merge *merge, const struct options *options);
