/* The way of a place into the box.
 *
 * PERIODIC  whether the box is (of the problem) */
#ifndef LENNARD_JONES_WRAP
#define LENNARD_JONES_WRAP

#include "lennard_jones/floats.h"

/* Adds `shift` to a value, and what rounding takes to `lack`. Values beyond the box are smaller than its side. */
#define WRAP_ONE(value, lack, shift)                                                                                   \
    {                                                                                                                  \
        const float by = (shift), sum = (value) + by;                                                                  \
        lack += (value) - (sum - by);                                                                                  \
        value = sum;                                                                                                   \
    }

DEVICE void wrap_place(float4 *place, float4 *lack, float4 side, float4 inverse)
{
#if PERIODIC
    WRAP_ONE(place->x, lack->x, -side.x * floor(place->x * inverse.x))
    WRAP_ONE(place->y, lack->y, -side.y * floor(place->y * inverse.y))
    WRAP_ONE(place->z, lack->z, -side.z * floor(place->z * inverse.z))
#endif
}

#endif
