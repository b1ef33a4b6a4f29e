/* The state of a GPU, without a context on it: other processes, throttling, and energy. */
#pragma once

#include "compute/compute.h"

struct compute_health {
    size_t processes;      /* that compute on it, as far as visible from here, including the caller */
    unsigned process;      /* of one of them */
    bool draws;            /* a display is connected, or a process does graphics */
    uint64_t memory_bytes; /* in use, without the driver's own */
    unsigned busy_percent; /* over the last second or less */
    uint64_t throttled;    /* grows while clocks are throttled by power or heat; in ns if the driver is recent */
};

/* The energy of the whole board since the driver was loaded, in joules; updated every some tens of milliseconds. False,
 * with a sentence in `text`, if the device does not report it. */
bool compute_energy(const struct compute_device *device, double *joules, char *text, size_t size);

/* Members that the backend does not support are 0. False, with a sentence in `text`, if it supports none. */
bool compute_health(const struct compute_device *device, struct compute_health *health, char *text, size_t size);
