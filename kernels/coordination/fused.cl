/* The whole coordination number in one launch: derivatives, and the sums over all atoms of the value and the virial.
 *
 * BLOCK_SIZE  work-items of a group, a power of two
 * LANES       of them, neighbours that share an atom's partners
 * TARGETS     atoms of a work-item, for which each partner is read once
 * UNROLL      partners of one pass of the loop
 * FINISH      how the groups' sums are added: atomics, to sums that are zero before; last_block, by the group that ends
 *             last, which leaves the ticket zero
 * VIRIAL, and those of the problem: see pairs.h */
#include "coordination/pairs.h"
#include "coordination/tree.h"

#define ATOMS (BLOCK_SIZE / LANES * TARGETS) /* of a group */

/* Adds up what neighbouring lanes have; the first of them gets it. */
DEVICE REAL sum_of_lanes(REAL value, LOCAL_ARG REAL *sums)
{
    const unsigned id = LOCAL_ID;
    SYNC_THREADS;
    sums[id] = value;
    for (unsigned left = LANES / 2; left > 0; left /= 2) {
        SYNC_THREADS;
        if (id % LANES < left)
            sums[id] += sums[id + left];
    }
    SYNC_THREADS;
    return sums[id];
}

KERNEL GROUP_OF(BLOCK_SIZE) void fused(GLOBAL const REAL *RESTRICT place, GLOBAL REAL *RESTRICT derivative,
                                       GLOBAL REAL *value, GLOBAL REAL *virial, GLOBAL REAL *partial,
                                       GLOBAL unsigned *ticket, unsigned n, unsigned end_a, unsigned first_b,
                                       REAL4 side, REAL4 inverse, REAL4 shape)
{
    LOCAL REAL sums[BLOCK_SIZE];
#if FINISH == FINISH_LAST_BLOCK
    LOCAL int last;
#endif
    const unsigned id = LOCAL_ID, lane = id % LANES, first = (unsigned)GROUP_ID * ATOMS + id / LANES * TARGETS;
    REAL4 own[TARGETS];
    TOTALS totals[TARGETS];
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        own[t] = place_of(place, min(first + t, n - 1));
        clear(&totals[t]);
    }
#if GROUPS == GROUPS_PAIRS
    for (int t = 0; t < TARGETS; t++) {
        const unsigned i = first + t, partner = i < end_a ? i + first_b : i - first_b;
        if (lane == 0 && (i < end_a || (i < n && partner < end_a)))
            add_pair(&totals[t], own[t], place_of(place, partner), 1, side, inverse, shape);
    }
#else
#pragma unroll UNROLL
    for (unsigned j = lane; j < n; j += LANES) {
        const REAL4 other = place_of(place, j);
#pragma unroll
        for (int t = 0; t < TARGETS; t++)
            add_pair(&totals[t], own[t], other, first + t < n ? weight(first + t, j, end_a, first_b) : 0, side,
                     inverse, shape);
    }
#endif
    REAL all[10];
#pragma unroll
    for (int c = 0; c < 10; c++)
        all[c] = 0;
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        REAL number[10];
        give(&totals[t], number);
        const REAL x = sum_of_lanes(totals[t].x, sums), y = sum_of_lanes(totals[t].y, sums);
        const REAL z = sum_of_lanes(totals[t].z, sums);
        if (lane == 0 && first + t < n) {
            derivative[3 * (mm_ulong)(first + t)] = x;
            derivative[3 * (mm_ulong)(first + t) + 1] = y;
            derivative[3 * (mm_ulong)(first + t) + 2] = z;
        }
#pragma unroll
        for (int c = 0; c < 10; c++)
            all[c] += number[c];
    }
#pragma unroll
    for (int c = 0; c < 10; c++) {
        const REAL sum = sum_of_group(all[c], sums, BLOCK_SIZE);
#if FINISH == FINISH_ATOMICS
        if (id == 0)
            ATOMIC_ADD_REAL(c ? &virial[c - 1] : value, sum);
#else
        if (id == 0)
            partial[(mm_ulong)c * NUM_GROUPS + GROUP_ID] = sum;
#endif
    }
#if FINISH == FINISH_LAST_BLOCK
    if (id == 0) {
        DEVICE_FENCE; /* whoever sees the ticket sees the sums */
        last = ATOMIC_ADD(ticket, 1u) == NUM_GROUPS - 1;
    }
    SYNC_THREADS;
    if (!last)
        return;
    DEVICE_FENCE;
    volatile GLOBAL const REAL *of_all = partial;
    for (int c = 0; c < 10; c++) {
        REAL sum = 0;
        for (unsigned g = id; g < NUM_GROUPS; g += BLOCK_SIZE)
            sum += of_all[(mm_ulong)c * NUM_GROUPS + g];
        sum = sum_of_group(sum, sums, BLOCK_SIZE);
        if (id == 0)
            *(c ? &virial[c - 1] : value) = sum;
    }
    if (id == 0)
        *ticket = 0;
#endif
}
