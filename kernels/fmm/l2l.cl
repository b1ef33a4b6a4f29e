/* L2L: adds the shifted mu of the parent to the mu that M2L computed for a box, level by level, in plain loops over
 * l and m.
 *
 * BLOCK_SIZE  work-items per group
 * PARENTS     parent boxes per group; the group's work-items take coefficients of their children
 * CHILDREN    sequence: a work-item computes a coefficient for all eight children; parallel: for one child
 * SYMMETRY    none: harmonics of all octants from a table; signs: those of octant (1, 1, 1), with signs changed
 * EXPANSIONS  parents' expansions are read from global memory, or from copies in local memory
 * ORDER, PRECISION, SEPARATION, TABLE: fmm/shift.h */
#include "fmm/shift.h"

#if CHILDREN == CHILDREN_PARALLEL
#define TOGETHER 1
#else
#define TOGETHER 8
#endif
#define ITEMS (PARENTS * (8 / TOGETHER) * COEFFICIENTS)

/* Adds the contribution of the parent's mu to coefficient (j, k) of the children from octant `first` on. Seen from a
 * child, the parent lies in the opposite octant. */
DEVICE void add_parent(EXPANSION_SPACE const COMPLEX *mu, TABLE_SPACE const COMPLEX *table, int j, int k, int first,
                       COMPLEX sums[TOGETHER])
{
    for (int l = ORDER; l >= j; l--) {
#pragma unroll
        for (int c = 0; c < TOGETHER; c++) /* the child's unit is half the parent's: 2^-(l + 1) in all */
            sums[c] = MAKE_COMPLEX(sums[c].x * (REAL)0.5, sums[c].y * (REAL)0.5);
        for (int m = k - l + j; m <= k + l - j; m++) {
            const COMPLEX from = mirrored(mu[INDEX(l, magnitude(m))], m);
            const int place = INDEX(l - j, magnitude(m - k));
#pragma unroll
            for (int c = 0; c < TOGETHER; c++) {
                const int octant = 7 - (first + c);
#if SYMMETRY == SYMMETRY_SIGNS
                const COMPLEX harmonic = in_octant(mirrored(table[place], m - k), octant, l - j, m - k);
#else
                const COMPLEX harmonic = mirrored(table[octant * COEFFICIENTS + place], m - k);
#endif
                sums[c] = add_product(sums[c], from, harmonic);
            }
        }
    }
}

/* Children of levels `from` to `to`, of which the first `coefficients` coefficients are given. If these are several
 * levels, one group computes them, with barriers in between. */
KERNEL GROUP_OF(BLOCK_SIZE) void l2l(GLOBAL const COMPLEX *given, GLOBAL const COMPLEX *RESTRICT harmonics,
                                     GLOBAL COMPLEX *mu, int from, int to, int coefficients)
{
    const unsigned id = LOCAL_ID;
    DECLARE_TABLE(COMPLEX)
#if EXPANSIONS == EXPANSIONS_LOCAL
    LOCAL COMPLEX staged[PARENTS * COEFFICIENTS];
#endif
    for (int level = from; level <= to; level++) {
        const unsigned boxes = 1u << 3 * level;
        GLOBAL const COMPLEX *above = (level == 0 ? given : mu) + (mm_ulong)begin_of(level) * COEFFICIENTS;
        for (unsigned begin = GROUP_ID * PARENTS; begin < boxes; begin += NUM_GROUPS * PARENTS) {
#if EXPANSIONS == EXPANSIONS_LOCAL
            for (unsigned i = id; i < PARENTS * COEFFICIENTS; i += BLOCK_SIZE)
                if (begin + i / COEFFICIENTS < boxes)
                    staged[i] = above[(mm_ulong)begin * COEFFICIENTS + i];
            SYNC_THREADS;
#endif
            for (unsigned i = id; i < ITEMS; i += BLOCK_SIZE) {
                const unsigned parent = i / (8 / TOGETHER * COEFFICIENTS), place = begin + parent;
                const int first = (int)(i / COEFFICIENTS % (8 / TOGETHER));
                const int row = (int)(i % COEFFICIENTS), j = order_of(row), k = row - INDEX(j, 0);
                if (place >= boxes)
                    continue;
#if EXPANSIONS == EXPANSIONS_LOCAL
                LOCAL_ARG const COMPLEX *expansion = staged + parent * COEFFICIENTS;
#else
                GLOBAL const COMPLEX *expansion = above + (mm_ulong)place * COEFFICIENTS;
#endif
                COMPLEX sums[TOGETHER];
#pragma unroll
                for (int c = 0; c < TOGETHER; c++)
                    sums[c] = MAKE_COMPLEX(0, 0);
                add_parent(expansion, table, j, k, first, sums);
                const REAL unit = (REAL)1 / (REAL)(1 << (j + 1));
#pragma unroll
                for (int c = 0; c < TOGETHER; c++) {
                    const unsigned child = first_child(level, place) + child_offset(level, first + c);
                    const COMPLEX own =
                        row < coefficients ? given[(mm_ulong)child * COEFFICIENTS + row] : MAKE_COMPLEX(0, 0);
                    mu[(mm_ulong)child * COEFFICIENTS + row] =
                        MAKE_COMPLEX(fma(sums[c].x, unit, own.x), fma(sums[c].y, unit, own.y));
                }
            }
#if EXPANSIONS == EXPANSIONS_LOCAL
            SYNC_THREADS; /* all reads are done before the next parents are staged */
#endif
        }
        SYNC_THREADS; /* the next level reads what this one wrote */
    }
}
