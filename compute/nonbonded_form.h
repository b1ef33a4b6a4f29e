/* A backend's way to sum over pairs of atoms, if it has one (nonbonded.c). */
#pragma once

#include "compute/compute.h"

struct nonbonded_form {
    const char *name;           /* FORM of kernels/nonbonded/tiles.cl */
    uint32_t group, find_group; /* GROUP, FIND_GROUP */
    uint32_t tiles;             /* that a group of compute_tiles processes at a time; it loops over the rest */
    uint32_t groups_of_unit;    /* the limit of groups of compute_tiles per unit, */
    uint32_t units;             /* and the number of units if a device does not report it */
};
