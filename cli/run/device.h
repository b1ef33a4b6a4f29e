/* From --backend and --device to a device. */
#ifndef CLI_RUN_DEVICE_H
#define CLI_RUN_DEVICE_H

#include "base/options/options.h"
#include "compute/compute.h"

struct launcher;

/* Finds the device of a run. Returns 0, or the exit status after one line on stderr: 2 for an unknown backend, 3 where
 * there is no such device (with the reason of each backend). */
int device_find(const struct launcher *launcher, const struct options *options, struct compute_device *device);

/* The same for who starts runs. */
int device_chosen(const struct options *options, struct compute_device *device);

#endif
