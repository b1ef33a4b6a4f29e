/* M2M with one sum of products for all eight children: quarter turns about z, and a reflection of z, take one child's
 * position to another's, and multiply the harmonics of (1, 1, .) by a power of -i and of -1. So the children's
 * coefficients first undergo a Fourier transform over the octants, of four turns and two sides; omega(l, m) needs the
 * result, of eight, for its m mod 4 and (l + m) mod 2. After a turn by an eighth, the harmonics are real.
 *
 * BLOCK_SIZE  work-items per group
 * PARENTS     parent boxes per group; the group's work-items take their coefficients
 * TILE        parents per work-item, for the same coefficient: a harmonic is read once for all
 * ORDER, PRECISION, SEPARATION, TABLE: fmm/shift.h */
#include "fmm/shift.h"

#define SPECTRUM(turn, side) (((turn) * 2 + (side)) * COEFFICIENTS)

/* Coefficient (j, k) of the eight children, transformed and turned by k eighths. */
DEVICE void transform_children(GLOBAL const COMPLEX *children, int level, LOCAL_ARG COMPLEX *spectrum, int j, int k)
{
    const COMPLEX turned = eighths(k);
    COMPLEX up[4], low[4];
#pragma unroll
    for (int turn = 0; turn < 4; turn++) {
        const COMPLEX a = children[(mm_ulong)child_offset(level, octant_of(turn, 0)) * COEFFICIENTS];
        const COMPLEX b = children[(mm_ulong)child_offset(level, octant_of(turn, 1)) * COEFFICIENTS];
        up[turn] = MAKE_COMPLEX(a.x + b.x, a.y + b.y);
        low[turn] = MAKE_COMPLEX(a.x - b.x, a.y - b.y);
    }
#pragma unroll
    for (int side = 0; side < 2; side++) {
        const COMPLEX a = side ? low[0] : up[0], b = side ? low[1] : up[1];
        const COMPLEX c = side ? low[2] : up[2], d = side ? low[3] : up[3];
        const COMPLEX even = MAKE_COMPLEX(a.x + c.x, a.y + c.y), odd = MAKE_COMPLEX(b.x + d.x, b.y + d.y);
        const COMPLEX apart = MAKE_COMPLEX(a.x - c.x, a.y - c.y), other = MAKE_COMPLEX(b.x - d.x, b.y - d.y);
        LOCAL_ARG COMPLEX *to = spectrum + INDEX(j, k);
        const int of = (side + j + k) & 1;
        to[SPECTRUM(k & 3, of)] = product(turned, MAKE_COMPLEX(even.x + odd.x, even.y + odd.y));
        to[SPECTRUM((k + 1) & 3, of)] = product(turned, MAKE_COMPLEX(apart.x + other.y, apart.y - other.x));
        to[SPECTRUM((k + 2) & 3, of)] = product(turned, MAKE_COMPLEX(even.x - odd.x, even.y - odd.y));
        to[SPECTRUM((k + 3) & 3, of)] = product(turned, MAKE_COMPLEX(apart.x - other.y, apart.y + other.x));
    }
}

DEVICE void sums_of(LOCAL_ARG const COMPLEX *spectrum, TABLE_SPACE const REAL *table, int l, int m,
                    COMPLEX sums[TILE])
{
    const int side = (l + m) & 1;
    LOCAL_ARG const COMPLEX *omega = spectrum + SPECTRUM(m & 3, side);
    LOCAL_ARG const COMPLEX *mirror = spectrum + SPECTRUM(-m & 3, side); /* of (j, -k): (-1)^k conj */
    for (int j = 0; j <= l; j++) {
        const int order = l - j;
        TABLE_SPACE const REAL *harmonic = table + order * order + order + m;
        LOCAL_ARG const COMPLEX *row = omega + INDEX(j, 0), *mirrored_row = mirror + INDEX(j, 0);
        const int end = min(j, m + order), mirrored_end = min(j, order - m);
        for (int k = max(0, m - order); k <= end; k++) {
            const REAL by = harmonic[-k];
#pragma unroll
            for (int t = 0; t < TILE; t++) {
                const COMPLEX from = row[t * (8 * COEFFICIENTS) + k];
                sums[t] = MAKE_COMPLEX(fma(from.x, by, sums[t].x), fma(from.y, by, sums[t].y));
            }
        }
        for (int k = 1; k <= mirrored_end; k++) {
            const REAL by = k & 1 ? -harmonic[k] : harmonic[k];
#pragma unroll
            for (int t = 0; t < TILE; t++) {
                const COMPLEX from = mirrored_row[t * (8 * COEFFICIENTS) + k];
                sums[t] = MAKE_COMPLEX(fma(from.x, by, sums[t].x), fma(-from.y, by, sums[t].y));
            }
        }
    }
}

/* Levels `from` down to `to`. If these are several, a group computes all boxes within one box of the last level, with
 * barriers in between. */
KERNEL GROUP_OF(BLOCK_SIZE) void m2m(GLOBAL const COMPLEX *deepest, GLOBAL const REAL *RESTRICT harmonics,
                                     GLOBAL COMPLEX *omega, int depth, int from, int to)
{
    LOCAL COMPLEX spectrum[PARENTS * 8 * COEFFICIENTS];
    const unsigned id = LOCAL_ID;
    const bool several = from > to;
    DECLARE_TABLE(REAL)
    for (int level = from; level >= to; level--) {
        const unsigned boxes = 1u << 3 * (several ? level - to : level);
        GLOBAL const COMPLEX *below = level + 1 == depth ? deepest : omega;
        const unsigned step = several ? PARENTS : NUM_GROUPS * PARENTS;
        for (unsigned begin = several ? 0 : GROUP_ID * PARENTS; begin < boxes; begin += step) {
            for (unsigned i = id; i < PARENTS * COEFFICIENTS; i += BLOCK_SIZE) {
                const unsigned parent = i / COEFFICIENTS, at = begin + parent;
                const unsigned place = several ? place_within(to, (unsigned)GROUP_ID, level, at) : at;
                const int row = (int)(i % COEFFICIENTS), j = order_of(row);
                if (at < boxes)
                    transform_children(below + (mm_ulong)first_child(level, place) * COEFFICIENTS + row, level,
                              spectrum + parent * (8 * COEFFICIENTS), j, row - INDEX(j, 0));
            }
            SYNC_THREADS;
            for (unsigned i = id; i < PARENTS / TILE * COEFFICIENTS; i += BLOCK_SIZE) {
                const unsigned parent = i / COEFFICIENTS * TILE, at = begin + parent;
                const int row = (int)(i % COEFFICIENTS), l = order_of(row), m = row - INDEX(l, 0);
                /* the parent's unit is twice the children's */
                const REAL unit = (REAL)1 / (REAL)(1 << l);
                const COMPLEX back = eighths(-m);
                COMPLEX sums[TILE];
#pragma unroll
                for (int t = 0; t < TILE; t++)
                    sums[t] = MAKE_COMPLEX(0, 0);
                sums_of(spectrum + parent * (8 * COEFFICIENTS), table, l, m, sums);
#pragma unroll
                for (int t = 0; t < TILE; t++)
                    if (at + t < boxes) {
                        const unsigned place = several ? place_within(to, (unsigned)GROUP_ID, level, at + t) : at + t;
                        omega[(mm_ulong)(begin_of(level) + place) * COEFFICIENTS + row] =
                            product(back, MAKE_COMPLEX(sums[t].x * unit, sums[t].y * unit));
                    }
            }
            SYNC_THREADS; /* others are transformed only after all reads */
        }
    }
}
