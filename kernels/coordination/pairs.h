/* The contributions of pairs of atoms to the value, to the derivative of one of them, and to the virial.
 *
 * GROUPS    one; two; overlapping, some atoms in both; pairs, an atom of the first with that of the second (of the
 *           problem)
 * PERIODIC  whether a distance is that of the nearest images (of the problem)
 * IMAGE     the nearest image: by rint(); add: by adding and subtracting a number at which floats are integers
 * VIRIAL    the components of the virial that are added up: nine; six, as it is symmetric */
#ifndef COORDINATION_PAIRS
#define COORDINATION_PAIRS

#include "coordination/switching.h"

#define GROUPS_ONE 0
#define GROUPS_TWO 1
#define GROUPS_OVERLAPPING 2
#define GROUPS_PAIRS 3

#if !PERIODIC
#define NEAREST(d, side, inverse) (d)
#elif IMAGE == IMAGE_ADD
#define NEAREST(d, side, inverse) ((d) - (side) * (((d) * (inverse) + TO_WHOLE) - TO_WHOLE))
#else
#define NEAREST(d, side, inverse) ((d) - (side)*rint((d) * (inverse)))
#endif

/* A problem's numbers as kernel arguments: the sides of the box and the square of dmax; the sides' reciprocals. */
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

/* How many times the pair counts. */
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

/* The vector from `other` to `own`, or between their nearest images; w is its squared length. */
DEVICE REAL4 apart(REAL4 own, REAL4 other, REAL4 side, REAL4 inverse)
{
    const REAL dx = NEAREST(own.x - other.x, side.x, inverse.x), dy = NEAREST(own.y - other.y, side.y, inverse.y);
    const REAL dz = NEAREST(own.z - other.z, side.z, inverse.z);
    return MAKE_REAL4(dx, dy, dz, dx * dx + dy * dy + dz * dz);
}

/* Adds the contribution of a pair at this distance, within dmax, to its first atom, `times` times, in the slopes' unit;
 * like a force, it has the opposite sign for the other atom. */
DEVICE REAL4 add_pair(TOTALS *totals, REAL4 apart, int times, REAL4 side, REAL4 shape)
{
    REAL over, value = term_of(apart.w, SQUARE_OF_END, shape, &over);
#if GROUPS == GROUPS_OVERLAPPING
    value *= times;
    over *= times;
#endif
    const REAL fx = over * apart.x, fy = over * apart.y, fz = over * apart.z;
    totals->value += value;
    totals->x += fx;
    totals->y += fy;
    totals->z += fz;
    totals->xx += fx * apart.x;
    totals->xy += fx * apart.y;
    totals->xz += fx * apart.z;
    totals->yy += fy * apart.y;
    totals->yz += fy * apart.z;
    totals->zz += fz * apart.z;
#if VIRIAL == VIRIAL_NINE
    totals->yx += fy * apart.x;
    totals->zx += fz * apart.x;
    totals->zy += fz * apart.y;
#endif
    return MAKE_REAL4(fx, fy, fz, 0);
}

#if VIRIAL == VIRIAL_NINE
#define BELOW(totals, yx, xy) (totals)->yx
#else
#define BELOW(totals, yx, xy) (totals)->xy
#endif

/* The value and the nine components of the virial, row by row; an atom has the fraction `share` of its pairs'. */
DEVICE void give(const TOTALS *totals, REAL share, REAL4 shape, REAL number[10])
{
    const REAL unit = -share * SLOPE_UNIT;
    number[0] = share * STRETCH * totals->value;
    number[1] = unit * totals->xx;
    number[2] = unit * totals->xy;
    number[3] = unit * totals->xz;
    number[4] = unit * BELOW(totals, yx, xy);
    number[5] = unit * totals->yy;
    number[6] = unit * totals->yz;
    number[7] = unit * BELOW(totals, zx, xz);
    number[8] = unit * BELOW(totals, zy, yz);
    number[9] = unit * totals->zz;
}

/* An atom's results, half of its pairs': virial[c * n + i] for the component c. */
DEVICE void leave(const TOTALS *totals, unsigned i, unsigned n, GLOBAL REAL *RESTRICT derivative,
                  GLOBAL REAL *RESTRICT value, GLOBAL REAL *RESTRICT virial, REAL4 shape)
{
    REAL number[10];
    give(totals, (REAL)0.5, shape, number);
    derivative[3 * (mm_ulong)i] = SLOPE_UNIT * totals->x;
    derivative[3 * (mm_ulong)i + 1] = SLOPE_UNIT * totals->y;
    derivative[3 * (mm_ulong)i + 2] = SLOPE_UNIT * totals->z;
    value[i] = number[0];
#pragma unroll
    for (int c = 0; c < 9; c++)
        virial[(mm_ulong)c * n + i] = number[c + 1];
}

/* Three numbers per atom, in the host's layout. */
DEVICE REAL4 place_of(GLOBAL const REAL *place, unsigned i)
{
    const mm_ulong at = 3 * (mm_ulong)i;
    return MAKE_REAL4(place[at], place[at + 1], place[at + 2], 0);
}

#endif
