/* The device that a run chooses, for who starts runs. */
#ifndef CLI_RUN_CHOSEN_H
#define CLI_RUN_CHOSEN_H

#include "base/options/options.h"
#include "compute/compute.h"

/* By what --backend and --device say. Exit status as device_find's, which tells. */
int chosen_device(const struct options *options, struct compute_device *device);

#endif
