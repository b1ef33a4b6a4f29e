/* The derivative of each atom, its share of the value and of the virial, whose component c is virial[c * n + i]: a
 * work-item per atom, over all its partners, as in PLUMED's pipeline.
 *
 * BLOCK_SIZE  work-items of a group, an atom each
 * STAGED      whether partners are read from local memory, as many at a time as the group has work-items
 * UNROLL      partners of one pass of the loop
 * IMAGE, VIRIAL, and those of the problem: see pairs.h */
#include "coordination/pairs.h"

DEVICE void meet(TOTALS *totals, REAL4 own, REAL4 other, int times, REAL4 side, REAL4 inverse, REAL4 shape)
{
    const REAL4 between = apart(own, other, side, inverse);
    if (times != 0 && between.w <= SQUARE_OF_END)
        add_pair(totals, between, times, side, shape);
}

KERNEL GROUP_OF(BLOCK_SIZE) void pairs(GLOBAL const REAL *RESTRICT place, GLOBAL REAL *RESTRICT derivative,
                                       GLOBAL REAL *RESTRICT value, GLOBAL REAL *RESTRICT virial, unsigned n,
                                       unsigned end_a, unsigned first_b, REAL4 side, REAL4 inverse, REAL4 shape)
{
#if STAGED && GROUPS != GROUPS_PAIRS
    LOCAL REAL4 staged[BLOCK_SIZE];
    const unsigned id = LOCAL_ID;
#endif
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + (unsigned)LOCAL_ID;
    const REAL4 own = place_of(place, min(i, n - 1));
    TOTALS totals;
    clear(&totals);
#if GROUPS == GROUPS_PAIRS
    const unsigned partner = i < end_a ? i + first_b : i - first_b;
    if (i < end_a || (i < n && partner < end_a))
        meet(&totals, own, place_of(place, partner), 1, side, inverse, shape);
#elif STAGED
    for (unsigned base = 0; base < n; base += BLOCK_SIZE) {
        SYNC_THREADS; /* the old values are no longer read */
        staged[id] = place_of(place, min(base + id, n - 1));
        SYNC_THREADS;
        const unsigned count = min(n - base, (unsigned)BLOCK_SIZE);
#pragma unroll UNROLL
        for (unsigned k = 0; k < count; k++)
            meet(&totals, own, staged[k], weight(i, base + k, end_a, first_b), side, inverse, shape);
    }
#else
#pragma unroll UNROLL
    for (unsigned j = 0; j < n; j++)
        meet(&totals, own, place_of(place, j), weight(i, j, end_a, first_b), side, inverse, shape);
#endif
    if (i < n)
        leave(&totals, i, n, derivative, value, virial, shape);
}
