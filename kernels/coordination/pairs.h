/* What pairs of atoms give: to the value, to the derivative of one of them, and to the virial.
 *
 * GROUPS    one; two; overlapping, some atoms in both; pairs, an atom of the first with that of the second (of the problem)
 * PERIODIC  whether a distance is that of the nearest images (of the problem)
 * VIRIAL    of the nine components of the virial, what is added up: nine; six, as it is symmetric */
#ifndef COORDINATION_PAIRS
#define COORDINATION_PAIRS

#include "coordination/switching.h"

#define GROUPS_ONE 0
#define GROUPS_TWO 1
#define GROUPS_OVERLAPPING 2
#define GROUPS_PAIRS 3

#if PERIODIC
#define NEAREST(d, side, inverse) ((d) - (side) * rint((d) * (inverse)))
#else
#define NEAREST(d, side, inverse) (d)
#endif

/* A problem's numbers, as kernels are given them: the sides of the box, and the square of dmax; the sides' reciprocals. */
#define SQUARE_OF_END side.w

typedef struct {
    REAL value, x, y, z, xx, xy, xz, yy, yz, zz;
#if VIRIAL == VIRIAL_NINE
    REAL yx, zx, zy;
#endif
} TOTALS;

DEVICE void clear(TOTALS *totals)
{
    totals->value = totals->x = totals->y = totals->z = 0;
    totals->xx = totals->xy = totals->xz = totals->yy = totals->yz = totals->zz = 0;
#if VIRIAL == VIRIAL_NINE
    totals->yx = totals->zx = totals->zy = 0;
#endif
}

/* How often the pair counts. */
DEVICE int weight(unsigned i, unsigned j, unsigned end_a, unsigned first_b)
{
#if GROUPS == GROUPS_ONE
    return i != j;
#elif GROUPS == GROUPS_TWO
    return (i < end_a) != (j < end_a);
#else
    return i == j ? 0 : (i < end_a && j >= first_b) + (j < end_a && i >= first_b);
#endif
}

/* Adds what atom j, at `other`, gives to atom i, `times` times; of the value and the virial half of it is i's. */
DEVICE void add_pair(TOTALS *totals, REAL4 own, REAL4 other, int times, REAL4 side, REAL4 inverse, REAL4 shape)
{
    const REAL dx = NEAREST(own.x - other.x, side.x, inverse.x), dy = NEAREST(own.y - other.y, side.y, inverse.y);
    const REAL dz = NEAREST(own.z - other.z, side.z, inverse.z), square = dx * dx + dy * dy + dz * dz;
    if (times == 0 || square > SQUARE_OF_END)
        return;
    REAL over, value = 1;
    if (square > FLAT * FLAT)
        value = (switching(square, shape, &over) - VALUE_AT_END) * STRETCH;
    else
        over = 0;
#if GROUPS == GROUPS_OVERLAPPING
    value *= times;
    over *= times;
#endif
    over *= STRETCH;
    const REAL fx = over * dx, fy = over * dy, fz = over * dz;
    totals->value += value;
    totals->x += fx;
    totals->y += fy;
    totals->z += fz;
    totals->xx += fx * dx;
    totals->xy += fx * dy;
    totals->xz += fx * dz;
    totals->yy += fy * dy;
    totals->yz += fy * dz;
    totals->zz += fz * dz;
#if VIRIAL == VIRIAL_NINE
    totals->yx += fy * dx;
    totals->zx += fz * dx;
    totals->zy += fz * dy;
#endif
}

#if VIRIAL == VIRIAL_NINE
#define BELOW(totals, yx, xy) (totals)->yx
#else
#define BELOW(totals, yx, xy) (totals)->xy
#endif

/* The value and the nine components of the virial, row by row. */
DEVICE void give(const TOTALS *totals, REAL number[10])
{
    const REAL share = (REAL)0.5; /* of a pair */
    number[0] = share * totals->value;
    number[1] = -share * totals->xx;
    number[2] = -share * totals->xy;
    number[3] = -share * totals->xz;
    number[4] = -share * BELOW(totals, yx, xy);
    number[5] = -share * totals->yy;
    number[6] = -share * totals->yz;
    number[7] = -share * BELOW(totals, zx, xz);
    number[8] = -share * BELOW(totals, zy, yz);
    number[9] = -share * totals->zz;
}

/* Three numbers an atom, as a host has them. */
DEVICE REAL4 place_of(GLOBAL const REAL *place, unsigned i)
{
    const mm_ulong at = 3 * (mm_ulong)i;
    return MAKE_REAL4(place[at], place[at + 1], place[at + 2], 0);
}

#endif
