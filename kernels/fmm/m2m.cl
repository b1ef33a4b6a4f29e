/* M2M: computes omega of boxes from their children's, level by level, in plain loops over children, j and k.
 *
 * BLOCK_SIZE  work-items per group
 * PARENTS     parent boxes per group; the group's work-items take their coefficients
 * CHILDREN    sequence: a work-item adds up all eight children; parallel: eight work-items do, and add up in local
 *             memory
 * SYMMETRY    none: harmonics of all octants from a table; signs: those of octant (1, 1, 1), with signs changed
 * EXPANSIONS  children's expansions are read from global memory, or from copies in local memory
 * ORDER, PRECISION, SEPARATION, TABLE: fmm/shift.h */
#include "fmm/shift.h"

#define OCTANT_SUMS (CHILDREN == CHILDREN_PARALLEL ? BLOCK_SIZE / 8 : BLOCK_SIZE)
#define ROUNDS ((PARENTS * COEFFICIENTS + OCTANT_SUMS - 1) / OCTANT_SUMS)

/* The contribution to omega(l, m) of the children of octants `first` to `last` - 1. `children` points to octant 0's
 * expansion; its neighbours in y and z are `row` and `layer` expansions further on. */
DEVICE COMPLEX from_children(EXPANSION_SPACE const COMPLEX *children, unsigned row, unsigned layer,
                             TABLE_SPACE const COMPLEX *table, int l, int m, int first, int last)
{
    COMPLEX sum = MAKE_COMPLEX(0, 0);
    for (int j = 0; j <= l; j++) {
        const int begin = max(-j, m - l + j), end = min(j, m + l - j);
        for (int k = begin; k <= end; k++) {
            const int place = INDEX(l - j, magnitude(m - k));
#pragma unroll
            for (int octant = first; octant < last; octant++) {
                const unsigned offset = (octant & 1) + (octant >> 1 & 1) * row + (octant >> 2) * layer;
                const COMPLEX omega = mirrored(children[offset * COEFFICIENTS + INDEX(j, magnitude(k))], k);
#if SYMMETRY == SYMMETRY_SIGNS
                const COMPLEX harmonic = in_octant(mirrored(table[place], m - k), octant, l - j, m - k);
#else
                const COMPLEX harmonic = mirrored(table[octant * COEFFICIENTS + place], m - k);
#endif
                sum = add_product(sum, omega, harmonic);
            }
        }
    }
    const REAL unit = (REAL)1 / (REAL)(1 << l); /* the parent's unit is twice the children's */
    return MAKE_COMPLEX(sum.x * unit, sum.y * unit);
}

/* Levels `from` down to `to`. If these are several, one group computes them, with barriers in between. */
KERNEL GROUP_OF(BLOCK_SIZE) void m2m(GLOBAL const COMPLEX *deepest, GLOBAL const COMPLEX *RESTRICT harmonics,
                                     GLOBAL COMPLEX *omega, int depth, int from, int to)
{
    const unsigned id = LOCAL_ID;
    DECLARE_TABLE(COMPLEX)
#if EXPANSIONS == EXPANSIONS_LOCAL
    LOCAL COMPLEX staged[PARENTS * 8 * COEFFICIENTS];
#endif
#if CHILDREN == CHILDREN_PARALLEL
    LOCAL COMPLEX part[BLOCK_SIZE];
#endif
    for (int level = from; level >= to; level--) {
        const unsigned boxes = 1u << 3 * level;
        GLOBAL const COMPLEX *below = level + 1 == depth ? deepest : omega;
        for (unsigned begin = GROUP_ID * PARENTS; begin < boxes; begin += NUM_GROUPS * PARENTS) {
#if EXPANSIONS == EXPANSIONS_LOCAL
            for (unsigned i = id; i < PARENTS * 8 * COEFFICIENTS; i += BLOCK_SIZE) {
                const unsigned place = begin + i / (8 * COEFFICIENTS);
                const int octant = (int)(i / COEFFICIENTS % 8);
                if (place < boxes)
                    staged[i] = below[(mm_ulong)(first_child(level, place) + child_offset(level, octant)) *
                                          COEFFICIENTS +
                                      i % COEFFICIENTS];
            }
            SYNC_THREADS;
#endif
            for (int round = 0; round < ROUNDS; round++) {
                const unsigned i = round * OCTANT_SUMS + id % OCTANT_SUMS;
                const unsigned parent = i / COEFFICIENTS, place = begin + parent;
                const bool is_there = parent < PARENTS && place < boxes;
                const int row = (int)(i % COEFFICIENTS), l = order_of(row), m = row - INDEX(l, 0);
                COMPLEX sum = MAKE_COMPLEX(0, 0);
                if (is_there) {
#if EXPANSIONS == EXPANSIONS_LOCAL
                    LOCAL_ARG const COMPLEX *children = staged + parent * (8 * COEFFICIENTS);
                    const unsigned across = 2, up = 4;
#else
                    GLOBAL const COMPLEX *children = below + (mm_ulong)first_child(level, place) * COEFFICIENTS;
                    const unsigned across = 1u << (level + 1), up = 1u << 2 * (level + 1);
#endif
#if CHILDREN == CHILDREN_PARALLEL
                    const int octant = (int)(id / OCTANT_SUMS);
                    sum = from_children(children, across, up, table, l, m, octant, octant + 1);
#else
                    sum = from_children(children, across, up, table, l, m, 0, 8);
#endif
                }
#if CHILDREN == CHILDREN_PARALLEL
                part[id] = sum;
                SYNC_THREADS;
                for (unsigned other = OCTANT_SUMS; id < OCTANT_SUMS && other < BLOCK_SIZE; other += OCTANT_SUMS) {
                    sum.x += part[id + other].x;
                    sum.y += part[id + other].y;
                }
                SYNC_THREADS;
#endif
                if (is_there && id < OCTANT_SUMS)
                    omega[(mm_ulong)(begin_of(level) + place) * COEFFICIENTS + row] = sum;
            }
#if EXPANSIONS == EXPANSIONS_LOCAL
            SYNC_THREADS; /* all reads are done before the next children are staged */
#endif
        }
        SYNC_THREADS; /* the next level reads what this one wrote */
    }
}
