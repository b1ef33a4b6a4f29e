/* The whole coordination number in one launch: derivatives, and the sums over all atoms of the value and the virial.
 *
 * BLOCK_SIZE  work-items of a group, a power of two
 * LANES       neighbours among them that share an atom's partners
 * TARGETS     atoms of a work-item, for which each partner is read once
 * UNROLL      partners of one pass of the loop
 * PAIRS       all: each atom adds up all of its pairs; half: each pair once, added to atom i if the other one is among
 *             the half of all atoms after it, in a circle, and by atomics to the other one; derivatives start at zero
 * FINISH      how the groups' sums are added: atomics, to sums that start at zero; last_block, by the group that ends
 *             last, which resets the ticket to zero
 * IMAGE, VIRIAL, and those of the problem: see pairs.h */
#include "coordination/pairs.h"
#include "coordination/tree.h"

#define ATOMS (BLOCK_SIZE / LANES * TARGETS) /* per group */

#if PAIRS == PAIRS_HALF && GROUPS != GROUPS_PAIRS
#define EACH_HAS ((REAL)1) /* weight of a pair in an atom's sums */
#define PUT(to, value) ATOMIC_ADD_REAL(to, value)

/* Whether atom i owns its pair with the atom that is `ahead` places after it, in a circle of n. */
DEVICE bool is_ahead(unsigned i, int ahead, unsigned n)
{
    return i < n && ahead > 0 && (2 * (unsigned)ahead < n || (2 * (unsigned)ahead == n && 2 * i < n));
}
#else
#define EACH_HAS ((REAL)0.5)
#define PUT(to, value) *(to) = value
#endif

/* Sums the values of neighbouring lanes into the first of them. */
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
        const REAL4 between = apart(own[t], place_of(place, min(partner, n - 1)), side, inverse);
        if (lane == 0 && i < n && (i < end_a || partner < end_a) && between.w <= SQUARE_OF_END)
            add_pair(&totals[t], between, 1, side, shape);
    }
#elif PAIRS == PAIRS_ALL
#pragma unroll UNROLL
    for (unsigned j = lane; j < n; j += LANES) {
        const REAL4 other = place_of(place, j);
#pragma unroll
        for (int t = 0; t < TARGETS; t++) {
            const REAL4 between = apart(own[t], other, side, inverse);
            const int times = first + t < n ? weight(first + t, j, end_a, first_b) : 0;
            if (times != 0 && between.w <= SQUARE_OF_END)
                add_pair(&totals[t], between, times, side, shape);
        }
    }
#else
#pragma unroll UNROLL
    for (unsigned k = lane + 1; k < n / 2 + TARGETS; k += LANES) {
        const unsigned j = first + k < n ? first + k : first + k - n;
        const REAL4 other = place_of(place, min(j, n - 1));
        REAL4 back = MAKE_REAL4(0, 0, 0, 0);
#pragma unroll
        for (int t = 0; t < TARGETS; t++) {
            const REAL4 between = apart(own[t], other, side, inverse);
            if (between.w <= SQUARE_OF_END && is_ahead(first + t, (int)k - t, n)) {
                const int times = weight(first + t, j, end_a, first_b);
                if (times != 0) {
                    const REAL4 force = add_pair(&totals[t], between, times, side, shape);
                    back = MAKE_REAL4(back.x + force.x, back.y + force.y, back.z + force.z, 1);
                }
            }
        }
        if (back.w != 0) {
            ATOMIC_ADD_REAL(&derivative[3 * (mm_ulong)j], -SLOPE_UNIT * back.x);
            ATOMIC_ADD_REAL(&derivative[3 * (mm_ulong)j + 1], -SLOPE_UNIT * back.y);
            ATOMIC_ADD_REAL(&derivative[3 * (mm_ulong)j + 2], -SLOPE_UNIT * back.z);
        }
    }
#endif
    REAL all[10];
#pragma unroll
    for (int c = 0; c < 10; c++)
        all[c] = 0;
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        REAL number[10];
        give(&totals[t], EACH_HAS, shape, number);
        const REAL x = sum_of_lanes(totals[t].x, sums), y = sum_of_lanes(totals[t].y, sums);
        const REAL z = sum_of_lanes(totals[t].z, sums);
        if (lane == 0 && first + t < n) {
            GLOBAL REAL *of_own = &derivative[3 * (mm_ulong)(first + t)];
            PUT(&of_own[0], SLOPE_UNIT * x);
            PUT(&of_own[1], SLOPE_UNIT * y);
            PUT(&of_own[2], SLOPE_UNIT * z);
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
        DEVICE_FENCE; /* a group that reads the ticket sees the sums */
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
