/* Conversion between the caller's order of charges and that of boxes: sorted charge k is the caller's number
 * caller[k], and the caller's charge i is number rank[i] of the sorted ones.
 *
 * BLOCK_SIZE  work-items per group
 * FIELD       1: results are (field, potential); 0: potentials
 * PRECISION   of results */
#include "fmm/expansion.h"

#if FIELD
#define NUMBER REAL4
#else
#define NUMBER REAL
#endif

/* Combines the sorted positions with their charges, x, y, z, q. */
KERNEL GROUP_OF(BLOCK_SIZE) void sort_charges(GLOBAL const float4 *RESTRICT places, GLOBAL const float *RESTRICT charges,
                                              GLOBAL const unsigned *RESTRICT caller, GLOBAL float4 *RESTRICT sorted,
                                              unsigned count)
{
    const unsigned k = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (k < count) {
        const float4 place = places[k];
        sorted[k] = make_float4(place.x, place.y, place.z, charges[caller[k]]);
    }
}

/* Adds far and near field, in the caller's order. */
KERNEL GROUP_OF(BLOCK_SIZE) void add_fields(GLOBAL const NUMBER *RESTRICT far, GLOBAL const NUMBER *RESTRICT near,
                                            GLOBAL const unsigned *RESTRICT rank, GLOBAL NUMBER *RESTRICT result,
                                            unsigned count)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i < count)
        result[i] = far[rank[i]] + near[rank[i]];
}
