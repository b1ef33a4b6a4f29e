/* Who else is on a GPU, whether its clocks are held back, and what it takes. Asked without a context on it. */
#pragma once

#include "compute/compute.h"

struct compute_health {
    size_t processes;      /* that compute on it, as far as they are seen from here: the caller's own among them */
    unsigned process;      /* one of them */
    bool draws;            /* a display hangs on it, or a process draws with it */
    uint64_t memory_bytes; /* that are taken; the driver's own are not counted */
    unsigned busy_percent; /* of the last second, or less of it */
    uint64_t throttled;    /* grows while clocks are held back by power or heat; ns where the driver is recent */
};

/* Joules that a GPU has taken since its driver was loaded, all of its board: they grow in steps, some tens of
 * milliseconds apart. False, with a sentence in `text`, where the device does not tell. */
bool compute_energy(const struct compute_device *device, double *joules, char *text, size_t size);

/* What the device's backend does not know is 0. False, with a sentence in `text`, where it knows nothing. */
bool compute_health(const struct compute_device *device, struct compute_health *health, char *text, size_t size);
