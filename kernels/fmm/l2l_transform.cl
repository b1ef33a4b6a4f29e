/* L2L with one sum of products for all eight children: quarter turns about z, and a reflection of z, take one
 * child's position to another's, and multiply the harmonics of (1, 1, .) by a power of -i and of -1. So products are
 * summed separately by m mod 4 and (l + m) mod 2, and the children's coefficients are a Fourier transform of these
 * eight sums, over four turns and two sides. After a turn by an eighth, the harmonics are real.
 *
 * BLOCK_SIZE  work-items per group
 * PARENTS     parent boxes per group; a work-item computes a coefficient of all eight children
 * TILE        parents per work-item, for the same coefficient: a harmonic is read once for all
 * ORDER, PRECISION, SEPARATION, TABLE: fmm/shift.h */
#include "fmm/shift.h"

/* The sums by m mod 4: first those for even l - j + m, then those for odd. */
DEVICE void sum_apart(LOCAL_ARG const COMPLEX *mu, TABLE_SPACE const REAL *table, int j, int k,
                      COMPLEX sums[TILE][8])
{
    for (int first = 0; first <= ORDER - j; first += 2) {
#pragma unroll
        for (int odd = 0; odd < 2; odd++) {
            const int order = first + odd;
            if (order > ORDER - j)
                continue;
            TABLE_SPACE const REAL *harmonic = table + order * order + order - k;
            LOCAL_ARG const COMPLEX *row = mu + INDEX(j + order, 0);
            for (int begin = (k - order) & ~3; begin <= k + order; begin += 4) {
#pragma unroll
                for (int u = 0; u < 4; u++) {
                    const int m = begin + u, at = (odd + u) % 2 * 4 + u;
                    if (m < k - order || m > k + order)
                        continue;
#pragma unroll
                    for (int t = 0; t < TILE; t++) {
                        const COMPLEX from = mirrored(row[t * COEFFICIENTS + magnitude(m)], m);
                        sums[t][at].x = fma(from.x, harmonic[m], sums[t][at].x);
                        sums[t][at].y = fma(from.y, harmonic[m], sums[t][at].y);
                    }
                }
            }
        }
    }
}

/* Coefficient (j, k) of all children: the transform of the sums, plus the given value if `is_given`. */
DEVICE void write_children(GLOBAL const COMPLEX *given, bool is_given, GLOBAL COMPLEX *mu, int level, int k,
                           const COMPLEX sums[8])
{
#pragma unroll
    for (int below = 0; below < 2; below++) {
        COMPLEX turned[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            turned[i] = below ? MAKE_COMPLEX(sums[i].x - sums[i + 4].x, sums[i].y - sums[i + 4].y)
                              : MAKE_COMPLEX(sums[i].x + sums[i + 4].x, sums[i].y + sums[i + 4].y);
        const REAL sign = below && (k & 1) ? (REAL)-1 : (REAL)1;
#pragma unroll
        for (int turn = 0; turn < 4; turn++) {
            const REAL half_turn = turn & 1 ? (REAL)-1 : (REAL)1, quarter = turn & 2 ? (REAL)-1 : (REAL)1;
            const COMPLEX even = MAKE_COMPLEX(fma(half_turn, turned[2].x, turned[0].x),
                                              fma(half_turn, turned[2].y, turned[0].y));
            const COMPLEX odd = MAKE_COMPLEX(fma(half_turn, turned[3].x, turned[1].x),
                                             fma(half_turn, turned[3].y, turned[1].y));
            /* plus (-i)^turn times the odd ones */
            const COMPLEX sum = turn & 1 ? MAKE_COMPLEX(fma(quarter, odd.y, even.x), fma(-quarter, odd.x, even.y))
                                         : MAKE_COMPLEX(fma(quarter, odd.x, even.x), fma(quarter, odd.y, even.y));
            const COMPLEX from = product(eighths(k * (1 + 2 * turn)), sum);
            /* the octant of the parent as seen from the child is opposite to the child's octant */
            const mm_ulong at = (mm_ulong)child_offset(level, 7 - octant_of(turn, below)) * COEFFICIENTS;
            const COMPLEX own = is_given ? given[at] : MAKE_COMPLEX(0, 0);
            mu[at] = MAKE_COMPLEX(fma(sign, from.x, own.x), fma(sign, from.y, own.y));
        }
    }
}

/* Children of levels `from` to `to`, of which the first `coefficients` coefficients are given. If these are several
 * levels, a group computes all boxes within one box of the first level, with barriers in between. */
KERNEL GROUP_OF(BLOCK_SIZE) void l2l(GLOBAL const COMPLEX *given, GLOBAL const REAL *RESTRICT harmonics,
                                     GLOBAL COMPLEX *mu, int from, int to, int coefficients)
{
    LOCAL COMPLEX staged[PARENTS * COEFFICIENTS];
    const unsigned id = LOCAL_ID;
    const bool several = from < to;
    DECLARE_TABLE(REAL)
    for (int level = from; level <= to; level++) {
        const unsigned boxes = 1u << 3 * (several ? level - from : level);
        GLOBAL const COMPLEX *above = (level == 0 ? given : mu) + (mm_ulong)begin_of(level) * COEFFICIENTS;
        const unsigned step = several ? PARENTS : NUM_GROUPS * PARENTS;
        for (unsigned begin = several ? 0 : GROUP_ID * PARENTS; begin < boxes; begin += step) {
            for (unsigned i = id; i < PARENTS * COEFFICIENTS; i += BLOCK_SIZE) {
                const int row = (int)(i % COEFFICIENTS), l = order_of(row);
                const unsigned at = begin + i / COEFFICIENTS;
                const unsigned place = several ? place_within(from, (unsigned)GROUP_ID, level, at) : at;
                if (at < boxes) {
                    const REAL unit = (REAL)1 / (REAL)(1 << (l + 1)); /* the children's unit is half the parent's */
                    const COMPLEX c = above[(mm_ulong)place * COEFFICIENTS + row];
                    staged[i] = product(eighths(INDEX(l, 0) - row), MAKE_COMPLEX(c.x * unit, c.y * unit));
                }
            }
            SYNC_THREADS;
            for (unsigned i = id; i < PARENTS / TILE * COEFFICIENTS; i += BLOCK_SIZE) {
                const unsigned parent = i / COEFFICIENTS * TILE;
                const int row = (int)(i % COEFFICIENTS), j = order_of(row), k = row - INDEX(j, 0);
                COMPLEX sums[TILE][8];
#pragma unroll
                for (int t = 0; t < TILE; t++)
#pragma unroll
                    for (int at = 0; at < 8; at++)
                        sums[t][at] = MAKE_COMPLEX(0, 0);
                sum_apart(staged + parent * COEFFICIENTS, table, j, k, sums);
#pragma unroll
                for (int t = 0; t < TILE; t++)
                    if (begin + parent + t < boxes) {
                        const unsigned n = begin + parent + t;
                        const unsigned place = several ? place_within(from, (unsigned)GROUP_ID, level, n) : n;
                        const mm_ulong at = (mm_ulong)first_child(level, place) * COEFFICIENTS + row;
                        write_children(given + at, row < coefficients, mu + at, level, k, sums[t]);
                    }
            }
            SYNC_THREADS; /* others are staged only after all reads; the next level reads these writes */
        }
    }
}
