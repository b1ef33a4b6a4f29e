/* The target and compiler of a stored program: another machine must have both to import it. */
#pragma once

#include "compute/compute.h"

/* A target ("sm_90"), or a device's backend, name and driver, separated by commas; and a compiler with its version. */
struct program_origin {
    char target[308], compiler[128];
};
struct program_origin program_origin_of(const struct compute_device *device);

/* The header of a stored program: 448 bytes, after the 64 of an entry, before the code. */
struct program_head {
    struct compute_resources resources;
    struct program_origin origin;
};

/* The origin of a stored binary; false if the entry is not a program. */
bool program_origin_read(const void *bytes, size_t size, struct program_origin *origin);
