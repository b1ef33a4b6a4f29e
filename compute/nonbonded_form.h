/* How a backend sums over pairs of atoms, where it has a form for that (nonbonded.c). */
#pragma once

#include "compute/compute.h"

struct nonbonded_form {
    const char *lines; /* #define FORM, GROUP, FIND_GROUP of kernels/nonbonded/tiles.cl */
    uint32_t find_group;
    /* The launch that computes so many tiles; the largest, for UINT64_MAX. */
    struct compute_launch (*compute)(const struct compute_device *device, uint64_t tiles);
};
