/* For what a program of the store was made, and by which compiler: what another machine must have to take it. */
#pragma once

#include "compute/compute.h"

/* A target ("sm_90"), or a device's backend, name and driver, behind commas; and a compiler with its version. */
struct program_origin {
    char target[308], compiler[128];
};
struct program_origin program_origin_of(const struct compute_device *device);

/* What stands before a program's code in the store: 448 bytes, behind the 64 of an entry. */
struct program_head {
    struct compute_resources resources;
    struct program_origin origin;
};

/* The origin of a binary's entry; false if that is no program's. */
bool program_origin_read(const void *bytes, size_t size, struct program_origin *origin);
