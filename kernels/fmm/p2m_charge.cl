/* P2M: a work-item computes all harmonics of its charges, column by column; they are summed over a box in local
 * memory.
 *
 * BLOCK_SIZE       work-items per group
 * LANES            work-items per box
 * CHARGES_AT_ONCE  charges per work-item
 * COLUMNS          loop: over m; unrolled: m is a constant
 * PRECISION, ORDER: fmm/expansion.h */
#include "fmm/p2m.h"

KERNEL GROUP_OF(BLOCK_SIZE) void p2m(GLOBAL const float4 *RESTRICT charges, GLOBAL const unsigned *RESTRICT start,
                                     GLOBAL COMPLEX *RESTRICT omega, int level)
{
    LOCAL REAL steps[STEPS];
    LOCAL COMPLEX sums[(ORDER + 1) * SUMS_PITCH];
    LOCAL unsigned counts[TEAMS];
    const unsigned local_id = LOCAL_ID, lane = local_id % LANES, team = local_id / LANES;
    const unsigned place = (unsigned)GROUP_ID * TEAMS + team;
    const bool is_there = place < 1u << 3 * level;
    const unsigned begin = is_there ? start[place] : 0, end = is_there ? start[place + 1] : 0;
    GLOBAL COMPLEX *to = omega + (mm_ulong)(first_of_level(level) + (is_there ? place : 0)) * COEFFICIENTS;
    fill_steps(steps, local_id);
    if (lane == 0)
        counts[team] = end - begin;
    SYNC_THREADS;
    const unsigned rounds = max(most_rounds(counts, LANES * CHARGES_AT_ONCE), 1u);
    for (unsigned round = 0; round < rounds; round++) {
        CHARGE charge[CHARGES_AT_ONCE];
        COMPLEX from[CHARGES_AT_ONCE];
        load_charges(charges, begin + round * (LANES * CHARGES_AT_ONCE) + lane, end, place, level, charge);
#pragma unroll
        for (int k = 0; k < CHARGES_AT_ONCE; k++)
            from[k] = MAKE_COMPLEX(charge[k].q, 0);
        UNROLL_COLUMNS
        for (int m = 0; m <= ORDER; m++) {
            REAL step[ORDER + 1];
            COMPLEX sum[ORDER + 1];
#pragma unroll
            for (int i = 0; i <= ORDER; i++) {
                step[i] = STEP_OF(i, m);
                sum[i] = MAKE_COMPLEX(0, 0);
            }
            add_column(charge, from, m, step, sum);
            put_sums(sums, sum, m, local_id);
            SYNC_LANES;
            if (is_there)
                for (int i = (int)lane; i <= ORDER - m; i += LANES) {
                    const COMPLEX total = sum_over_lanes(sums, i, local_id - lane);
                    to[INDEX(m + i, m)] = round ? to[INDEX(m + i, m)] + total : total;
                }
            SYNC_LANES;
#pragma unroll
            for (int k = 0; k < CHARGES_AT_ONCE; k++)
                from[k] = next_column(from[k], charge[k].x, charge[k].y, (REAL)0.5 / (REAL)(m + 1));
        }
    }
}
