/* Wraps positions into the box, and orders its cells.
 *
 * PERIODIC  whether the box is periodic (of the problem) */
#ifndef LENNARD_JONES_ORDER
#define LENNARD_JONES_ORDER

#include "lennard_jones/floats.h"
#include "lennard_jones/real.h"

/* Adds `shift` to a value, and the rounding error to `lack`. Outside the box, values are smaller than its side. */
#define WRAP_ONE(value, lack, shift)                                                                                   \
    {                                                                                                                  \
        const real by = (shift), sum = (value) + by;                                                                   \
        lack += (float)((value) - (sum - by));                                                                         \
        value = sum;                                                                                                   \
    }

DEVICE void wrap_place(real4 *place, float4 *lack, float4 side, float4 inverse)
{
#if PERIODIC
    WRAP_ONE(place->x, lack->x, -side.x * floor(place->x * inverse.x))
    WRAP_ONE(place->y, lack->y, -side.y * floor(place->y * inverse.y))
    WRAP_ONE(place->z, lack->z, -side.z * floor(place->z * inverse.z))
#endif
}

/* The number of a cell, of 2^bits along each side of the box, on Hilbert's curve: neighbours in number are neighbours
 * in space, and the cells of a larger one are neighbours in number (J. Skilling, AIP Conference Proceedings 707, 381,
 * 2004). */
DEVICE unsigned along_curve(unsigned a, unsigned b, unsigned c, int bits)
{
    unsigned axis[3] = {a, b, c}, number = 0, turned = 0;
    for (unsigned bit = 1u << bits >> 1; bit > 1; bit >>= 1)
#pragma unroll
        for (int d = 0; d < 3; d++) {
            const unsigned low = bit - 1, differ = axis[d] & bit ? 0 : (axis[0] ^ axis[d]) & low;
            axis[0] ^= axis[d] & bit ? low : differ;
            axis[d] ^= differ;
        }
    axis[1] ^= axis[0];
    axis[2] ^= axis[1];
    for (unsigned bit = 1u << bits >> 1; bit > 1; bit >>= 1)
        turned ^= axis[2] & bit ? bit - 1 : 0;
    for (int bit = bits - 1; bit >= 0; bit--)
#pragma unroll
        for (int d = 0; d < 3; d++)
            number = 2 * number + ((axis[d] ^ turned) >> bit & 1);
    return number;
}

#endif
