/* The device that a run chooses, for who starts runs. */
#ifndef CLI_CHOSEN_H
#define CLI_CHOSEN_H

#include "compute/compute.h"

/* By what --backend and --device say there. Exit status as device_find's, which tells. */
int chosen_device(const char *backend, const char *number, struct compute_device *device);

#endif
