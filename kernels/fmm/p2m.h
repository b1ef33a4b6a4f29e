/* Shared by the mappings of P2M, which computes omega of every box of the deepest level from its charges.
 *
 * BLOCK_SIZE       work-items per group
 * LANES            adjacent work-items per box, or per column of one: a team
 * CHARGES_AT_ONCE  charges per work-item; where harmonics are in local memory, charges per box
 * PRECISION, ORDER: fmm/expansion.h */
#include "fmm/expansion.h"
#include "fmm/harmonics.h"

#if LANES <= 32
#define SYNC_LANES SYNC_WARPS
#else
#define SYNC_LANES SYNC_THREADS
#endif
#define TEAMS (BLOCK_SIZE / LANES)

DEVICE unsigned first_of_level(int level)
{
    return ((1u << 3 * level) - 1) / 7;
}

/* ---- a column of charges ---- */

/* factor * q * (-(x - iy) / 2)^m */
DEVICE COMPLEX column_begin(CHARGE charge, int m, REAL factor)
{
    COMPLEX power = MAKE_COMPLEX(charge.q * factor, 0);
    for (int k = 0; k < m; k++)
        power = next_column(power, charge.x, charge.y, (REAL)0.5);
    return power;
}

DEVICE REAL per_factorial(int m)
{
    REAL factorial = 1;
    for (int k = 2; k <= m; k++)
        factorial *= (REAL)k;
    return 1 / factorial;
}

/* Loads up to CHARGES_AT_ONCE charges from `first` on, LANES apart; those from `end` on are zero. */
DEVICE void load_charges(GLOBAL const float4 *charges, unsigned first, unsigned end, unsigned place, int level,
                         CHARGE *charge)
{
#pragma unroll
    for (int k = 0; k < CHARGES_AT_ONCE; k++) {
        const unsigned at = first + (unsigned)k * LANES;
        charge[k] = at < end ? charge_in_box(charges[at], place, level) : no_charge();
    }
}

/* The rounds of `charges` charges that the group's fullest box needs: the trip count of loops with barriers. */
DEVICE unsigned most_rounds(LOCAL_ARG const unsigned *counts, unsigned charges)
{
    unsigned most = 0;
    for (unsigned team = 0; team < TEAMS; team++)
        most = max(most, counts[team]);
    return (most + charges - 1) / charges;
}

/* ---- sums over a work-item's charges, then over lanes ---- */

#define SUMS_PITCH (BLOCK_SIZE + 1) /* neighbours read neighbouring banks both ways */

/* Adds columns of charges whose q O(m, m) is in `begin` to the sums for i = l - m. */
DEVICE void add_column(const CHARGE *charge, const COMPLEX *begin, int m, const REAL *step, COMPLEX *sum)
{
    REAL last[CHARGES_AT_ONCE], before[CHARGES_AT_ONCE];
#pragma unroll
    for (int k = 0; k < CHARGES_AT_ONCE; k++) {
        last[k] = 1;
        before[k] = 0;
    }
#pragma unroll
    for (int i = 0; i <= ORDER; i++)
        if (i <= ORDER - m) {
#pragma unroll
            for (int k = 0; k < CHARGES_AT_ONCE; k++) {
                sum[i].x = fma(begin[k].x, last[k], sum[i].x);
                sum[i].y = fma(begin[k].y, last[k], sum[i].y);
                const REAL next = next_of_column(last[k], before[k], charge[k].z, charge[k].square, m + i, step[i]);
                before[k] = last[k];
                last[k] = next;
            }
        }
}

DEVICE void put_sums(LOCAL_ARG COMPLEX *sums, const COMPLEX *sum, int m, unsigned local_id)
{
#pragma unroll
    for (int i = 0; i <= ORDER; i++)
        if (i <= ORDER - m)
            sums[i * SUMS_PITCH + local_id] = sum[i];
}

/* The sum over lanes for one i; `team` is the first of these lanes. */
DEVICE COMPLEX sum_over_lanes(LOCAL_ARG const COMPLEX *sums, int i, unsigned team)
{
    COMPLEX total = sums[i * SUMS_PITCH + team];
    for (unsigned k = 1; k < LANES; k++)
        total += sums[i * SUMS_PITCH + team + k];
    return total;
}
