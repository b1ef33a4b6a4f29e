/* Devices that are not alike: each kind has a space and results of its own, and so a run. */
#pragma once

#include "cli/run/device.h"

/* Starts this program for each kind of device, with what it was given, but for its devices, its results file, which is
 * `out` with the device's name, and its share of the compile workers; waits for them, with what they say on stderr
 * behind the numbers of their devices, and then prints their reports one after the other. Returns the largest of their
 * exit statuses, or 2 after one line on stderr. */
int kinds_run(const struct options *options, const struct device_kinds *kinds, const char *out, unsigned jobs);
