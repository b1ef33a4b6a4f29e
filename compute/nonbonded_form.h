/* How a backend sums over pairs of atoms, where it has a form for that (nonbonded.c). */
#pragma once

#include "compute/compute.h"

struct nonbonded_form {
    const char *name;           /* FORM of kernels/nonbonded/tiles.cl */
    uint32_t group, find_group; /* GROUP, FIND_GROUP */
    uint32_t tiles;             /* that a group of compute_tiles has at a time; where more are left it goes on */
    uint32_t groups_of_unit;    /* of compute_tiles there are at most so many, */
    uint32_t units;             /* and so many units where a device does not say it */
};
