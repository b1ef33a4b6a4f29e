/* The energy of all charges: half the sum of charge times potential. The near field's part is summed over charges.
 * The far field's part of a box comes from its expansions: since O(l, m)(-r) is (-1)^l O(l, m)(r), the sum of q
 * times potential is the sum of (-1)^l omega(l, m) mu(l, m) over all l, m, where coefficients of -m are conjugate to
 * those of m.
 *
 * The energy of a neutral system is small compared with its terms, so sums are compensated; their order is the same
 * in every run.
 *
 * BLOCK_SIZE  work-items per group, a power of two
 * ORDER, PRECISION: fmm/expansion.h */
#include "fmm/expansion.h"

/* A compensated sum: x is the sum, y the accumulated error; either of x and the term may be the larger (Knuth 1969). */
DEVICE COMPLEX add_term(COMPLEX sum, REAL term)
{
    const REAL next = sum.x + term, added = next - sum.x;
    return MAKE_COMPLEX(next, sum.y + ((sum.x - (next - added)) + (term - added)));
}

DEVICE COMPLEX add_sum(COMPLEX sum, COMPLEX other)
{
    sum = add_term(sum, other.x);
    sum.y += other.y;
    return sum;
}

/* The sum over the group, returned to its first work-item. */
DEVICE COMPLEX sum_of_group(LOCAL_ARG COMPLEX *sums, COMPLEX value, unsigned local_id)
{
    sums[local_id] = value;
    SYNC_THREADS;
    for (unsigned pairs = BLOCK_SIZE / 2; pairs > 0; pairs /= 2) {
        if (local_id < pairs)
            sums[local_id] = add_sum(sums[local_id], sums[local_id + pairs]);
        SYNC_THREADS;
    }
    return sums[0];
}

/* The factor of the real part of omega mu: weight and sign. */
DEVICE REAL weight_of(int row)
{
    int l = 0;
    while (INDEX(l + 1, 0) <= row)
        l++;
    const REAL times = row > INDEX(l, 0) ? 2 : 1;
    return l & 1 ? -times : times;
}

/* Expansions are those of the deepest level, which have fewer than 2^32 numbers in all. */
KERNEL GROUP_OF(BLOCK_SIZE) void energy(GLOBAL const float4 *RESTRICT charges, GLOBAL const REAL *RESTRICT near,
                                        unsigned count, GLOBAL const COMPLEX *RESTRICT omega,
                                        GLOBAL const COMPLEX *RESTRICT mu, int level, GLOBAL REAL *partial,
                                        GLOBAL unsigned *ticket, GLOBAL REAL *RESTRICT result)
{
    LOCAL REAL weight[COEFFICIENTS];
    LOCAL COMPLEX sums[BLOCK_SIZE];
    LOCAL int is_last;
    const unsigned local_id = (unsigned)LOCAL_ID, first = (unsigned)GROUP_ID * BLOCK_SIZE + local_id;
    const unsigned stride = (unsigned)NUM_GROUPS * BLOCK_SIZE, boxes = 1u << 3 * level;
    const mm_ulong begin = (mm_ulong)((boxes - 1) / 7) * COEFFICIENTS;
    const REAL per_unit = (REAL)(2u << level);
    COMPLEX sum = MAKE_COMPLEX(0, 0);
    for (unsigned row = local_id; row < COEFFICIENTS; row += BLOCK_SIZE)
        weight[row] = per_unit * weight_of((int)row);
    SYNC_THREADS;

    for (unsigned i = first; i < boxes * COEFFICIENTS; i += stride) {
        const COMPLEX from = omega[begin + i], to = mu[begin + i];
        sum = add_term(sum, weight[i % COEFFICIENTS] * fma(from.x, to.x, -from.y * to.y));
    }
    for (unsigned i = first; i < count; i += stride)
        sum = add_term(sum, (REAL)charges[i].w * near[i]);

    sum = sum_of_group(sums, sum, local_id);
    if (local_id == 0) {
        partial[2 * GROUP_ID] = sum.x;
        partial[2 * GROUP_ID + 1] = sum.y;
        DEVICE_FENCE; /* a group that reads the ticket sees the sum */
        is_last = ATOMIC_ADD(ticket, 1u) == (unsigned)NUM_GROUPS - 1;
    }
    SYNC_THREADS;
    sum = MAKE_COMPLEX(0, 0);
    if (is_last) {
        volatile GLOBAL const REAL *all = partial;
        DEVICE_FENCE;
        for (unsigned i = local_id; i < (unsigned)NUM_GROUPS; i += BLOCK_SIZE)
            sum = add_sum(sum, MAKE_COMPLEX(all[2 * i], all[2 * i + 1]));
    }
    sum = sum_of_group(sums, sum, local_id);
    if (is_last && local_id == 0) {
        result[0] = (REAL)0.5 * (sum.x + sum.y);
        *ticket = 0;
    }
}
