/* P2M: a work-item has the coefficients of one m of a box, for all l, in registers.
 *
 * BLOCK_SIZE       work-items per group
 * LANES            work-items that share the charges of a column
 * CHARGES_AT_ONCE  charges per work-item
 * NEIGHBOURS       which column adjacent teams take: the next m of the same box, or the same m of the next box
 * PRECISION, ORDER: fmm/expansion.h */
#include "fmm/p2m.h"

/* The sums of column m over a lane's charges. */
DEVICE void sum_charges(GLOBAL const float4 *charges, unsigned first, unsigned end, unsigned place, int level, int m,
                        const REAL *step, COMPLEX *sum)
{
    const REAL factor = per_factorial(m);
    for (unsigned i = first; i < end; i += LANES * CHARGES_AT_ONCE) {
        CHARGE charge[CHARGES_AT_ONCE];
        COMPLEX begin[CHARGES_AT_ONCE];
        load_charges(charges, i, end, place, level, charge);
#pragma unroll
        for (int k = 0; k < CHARGES_AT_ONCE; k++)
            begin[k] = column_begin(charge[k], m, factor);
        add_column(charge, begin, m, step, sum);
    }
}

KERNEL GROUP_OF(BLOCK_SIZE) void p2m(GLOBAL const float4 *RESTRICT charges, GLOBAL const unsigned *RESTRICT start,
                                     GLOBAL COMPLEX *RESTRICT omega, int level)
{
    LOCAL REAL steps[STEPS];
#if LANES > 1
    LOCAL COMPLEX sums[(ORDER + 1) * SUMS_PITCH];
#endif
    const unsigned local_id = LOCAL_ID, lane = local_id % LANES, boxes = 1u << 3 * level;
    const unsigned column = (unsigned)GROUP_ID * TEAMS + local_id / LANES;
    const bool is_there = column < boxes * (ORDER + 1);
#if NEIGHBOURS == NEIGHBOURS_COLUMNS
    const unsigned place = is_there ? column / (ORDER + 1) : 0;
    const int m = is_there ? (int)(column % (ORDER + 1)) : 0;
#else
    const unsigned place = is_there ? column % boxes : 0;
    const int m = is_there ? (int)(column / boxes) : 0;
#endif
    fill_steps(steps, local_id);
    SYNC_THREADS;
    REAL step[ORDER + 1];
    COMPLEX sum[ORDER + 1];
#pragma unroll
    for (int i = 0; i <= ORDER; i++) {
        step[i] = steps[i * (ORDER + 1) + m];
        sum[i] = MAKE_COMPLEX(0, 0);
    }
    if (is_there)
        sum_charges(charges, start[place] + lane, start[place + 1], place, level, m, step, sum);
    GLOBAL COMPLEX *to = omega + (mm_ulong)(first_of_level(level) + place) * COEFFICIENTS;
#if LANES > 1
    put_sums(sums, sum, m, local_id);
    SYNC_LANES;
    if (is_there)
        for (int i = (int)lane; i <= ORDER - m; i += LANES)
            to[INDEX(m + i, m)] = sum_over_lanes(sums, i, local_id - lane);
#else
    if (is_there) {
#pragma unroll
        for (int i = 0; i <= ORDER; i++)
            if (i <= ORDER - m)
                to[INDEX(m + i, m)] = sum[i];
    }
#endif
}
