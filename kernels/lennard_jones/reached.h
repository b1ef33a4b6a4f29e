/* The cells that a cluster of atoms reaches, each as wide as several of those by which atoms are sorted.
 *
 * COARSE    there are 2^COARSE cells along each side of the box, and 2^BITS of lists.cl
 * PERIODIC  whether the box is periodic (of the problem) */
#ifndef LENNARD_JONES_REACHED
#define LENNARD_JONES_REACHED

#include "lennard_jones/order.h"

#define PART (1u << 3 * (BITS - COARSE)) /* cells of lists.cl in each of these, contiguous */

/* The cells that a cluster reaches: the first along each axis, not yet in the box, and how many there are. */
struct reached {
    int x, y, z;
    unsigned wide, high, cells;
};

DEVICE int first_along(float value, float inverse)
{
    const int cell = (int)floor(value * inverse * (1 << COARSE));
#if PERIODIC
    return cell;
#else
    return min(max(cell, 0), (1 << COARSE) - 1);
#endif
}

/* For positions from `low` to `high`; no cell occurs twice. */
DEVICE struct reached cells_of(float4 low, float4 high, float4 inverse)
{
    struct reached of;
    of.x = first_along(low.x, inverse.x), of.y = first_along(low.y, inverse.y), of.z = first_along(low.z, inverse.z);
    of.wide = min(first_along(high.x, inverse.x) - of.x + 1, 1 << COARSE);
    of.high = min(first_along(high.y, inverse.y) - of.y + 1, 1 << COARSE);
    of.cells = of.wide * of.high * min(first_along(high.z, inverse.z) - of.z + 1, 1 << COARSE);
    return of;
}

DEVICE unsigned cell_at(struct reached of, unsigned c)
{
    const unsigned mask = (1u << COARSE) - 1;
    return along_curve((of.x + c % of.wide) & mask, (of.y + c / of.wide % of.high) & mask,
                       (of.z + c / of.wide / of.high) & mask, COARSE);
}

#endif
