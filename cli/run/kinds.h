/* Runs on different kinds of devices: each kind has its own space and results, and so its own run. */
#pragma once

#include "cli/run/device.h"

/* Starts this program for each kind of device, with the same options except the devices, the results file, which is
 * `out` with the device's name, and its share of the compile workers; waits, prefixes their stderr with device numbers,
 * and then prints their reports in order. Returns the largest of their exit statuses, or 2 after one line on stderr. */
int kinds_run(const struct options *options, const struct device_kinds *kinds, const char *out, unsigned jobs);
