/* P2M: a work-item sums some coefficients of a box over its charges, whose harmonics are staged in local memory.
 *
 * BLOCK_SIZE       work-items per group
 * LANES            work-items per box
 * CHARGES_AT_ONCE  charges per box whose harmonics are staged at a time
 * PRECISION, ORDER: fmm/expansion.h */
#include "fmm/p2m.h"

#define SUMS ((COEFFICIENTS + LANES - 1) / LANES) /* of a work-item, LANES apart */

/* Column m of the harmonics of a charge, times q. */
DEVICE void stage_column(LOCAL_ARG COMPLEX *harmonics, CHARGE charge, int m, LOCAL_ARG const REAL *steps)
{
    const COMPLEX begin = column_begin(charge, m, per_factorial(m));
    REAL last = 1, before = 0;
    for (int l = m; l <= ORDER; l++) {
        harmonics[INDEX(l, m)] = begin * last;
        const REAL next = next_of_column(last, before, charge.z, charge.square, l, steps[(l - m) * (ORDER + 1) + m]);
        before = last;
        last = next;
    }
}

KERNEL GROUP_OF(BLOCK_SIZE) void p2m(GLOBAL const float4 *RESTRICT charges, GLOBAL const unsigned *RESTRICT start,
                                     GLOBAL COMPLEX *RESTRICT omega, int level)
{
    LOCAL REAL steps[STEPS];
    LOCAL COMPLEX stage[TEAMS * CHARGES_AT_ONCE * COEFFICIENTS];
    LOCAL unsigned counts[TEAMS];
    const unsigned local_id = LOCAL_ID, lane = local_id % LANES, team = local_id / LANES;
    const unsigned place = (unsigned)GROUP_ID * TEAMS + team;
    const bool is_there = place < 1u << 3 * level;
    const unsigned begin = is_there ? start[place] : 0, end = is_there ? start[place + 1] : 0;
    LOCAL_ARG COMPLEX *of_team = stage + team * (CHARGES_AT_ONCE * COEFFICIENTS);
    fill_steps(steps, local_id);
    if (lane == 0)
        counts[team] = end - begin;
    SYNC_THREADS;
    const unsigned rounds = most_rounds(counts, CHARGES_AT_ONCE);
    COMPLEX sum[SUMS];
#pragma unroll
    for (int k = 0; k < SUMS; k++)
        sum[k] = MAKE_COMPLEX(0, 0);
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned column = lane; column < CHARGES_AT_ONCE * (ORDER + 1); column += LANES) {
            const unsigned which = column / (ORDER + 1), at = begin + round * CHARGES_AT_ONCE + which;
            const CHARGE charge = at < end ? charge_in_box(charges[at], place, level) : no_charge();
            stage_column(of_team + which * COEFFICIENTS, charge, (int)(column % (ORDER + 1)), steps);
        }
        SYNC_LANES;
#pragma unroll
        for (int k = 0; k < SUMS; k++) {
            const unsigned c = (unsigned)k * LANES + lane;
            if (c < COEFFICIENTS)
                for (unsigned which = 0; which < CHARGES_AT_ONCE; which++)
                    sum[k] += of_team[which * COEFFICIENTS + c];
        }
        SYNC_LANES;
    }
    if (is_there) {
#pragma unroll
        for (int k = 0; k < SUMS; k++)
            if ((unsigned)k * LANES + lane < COEFFICIENTS)
                omega[(mm_ulong)(first_of_level(level) + place) * COEFFICIENTS + (unsigned)k * LANES + lane] = sum[k];
    }
}
