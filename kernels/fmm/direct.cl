/* The direct sum: the potential at each charge by all N^2 pairs, in the caller's order. A charge has no effect on
 * itself, nor on others at the same position.
 *
 * Source charges are processed in contiguous ranges ("stretches"): the sum of a stretch is computed first, then
 * added to the total. Chains of additions are short that way, and a single stretch can be repeated.
 *
 * BLOCK_SIZE  work-items per group
 * TARGETS     consecutive charges per work-item, in registers; each source is read once for all of them
 * STAGED      sources staged in local memory at a time, which make a stretch; 0: sources are read from global
 *             memory, in stretches of UNSTAGED
 * GUARD       how pairs at distance zero, which may be in any stretch, are excluded. select and maximum: see
 *             fmm/pairs.h; repeat: no guard, but a stretch whose sum is not finite is repeated with `maximum`
 * RSQRT       library; flush: library, with denormal numbers flushed to zero; newton: in float, and one Newton step
 * ACCUMULATE  plain: sums of stretches are added one by one; kahan: compensated, over all terms; fp64: sums of
 *             stretches are added in double precision
 * UNROLL      sources per iteration of the unrolled loop
 * FIELD       1: the field and the potential, (x, y, z, potential); 0: the potential
 * PRECISION   of all arithmetic, and of the results */
#define BY_STRETCH 1
#include "fmm/pairs.h"

#define STRETCH (STAGED ? STAGED : UNSTAGED)

/* ---- stretches, staged or in global memory ---- */

#if STAGED
#define AROUND LOCAL_ARG const REAL4 *
#define READ(around) (around)
#else
#define AROUND GLOBAL const float4 *
#define READ(around) load(around)
#endif

#define GUARD_OF_ALL (GUARD == GUARD_SELECT ? BY_SELECT : GUARD == GUARD_MAXIMUM ? BY_MAXIMUM : UNGUARDED)

#if GUARD == GUARD_REPEAT

/* Two charges at the same position make the potential infinite, or NaN. */
DEVICE bool is_finite(const TOTALS *totals)
{
    bool finite = true;
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        const REAL potential = totals->sum[t * NUMBERS + NUMBERS - 1];
        finite = finite && potential - potential == 0;
    }
    return finite;
}

#endif

DEVICE void add_stretch(TOTALS *totals, const REAL4 *place, AROUND around, unsigned size)
{
    begin_stretch(totals);
#pragma unroll UNROLL
    for (unsigned i = 0; i < size; i++)
        add_charge(totals, place, READ(around[i]), GUARD_OF_ALL);
#if GUARD == GUARD_REPEAT
    if (!is_finite(totals)) {
        begin_stretch(totals);
#pragma unroll 1
        for (unsigned i = 0; i < size; i++)
            add_charge(totals, place, READ(around[i]), BY_MAXIMUM);
    }
#endif
    end_stretch(totals);
}

/* ---- kernels ---- */

DEVICE void store(GLOBAL REAL *result, const TOTALS *totals, unsigned first, unsigned charges)
{
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        if (first + t >= charges)
            continue;
#if FIELD
        ((GLOBAL REAL4 *)result)[first + t] = MAKE_REAL4(total_of(totals, 4 * t), total_of(totals, 4 * t + 1),
                                                         total_of(totals, 4 * t + 2), total_of(totals, 4 * t + 3));
#else
        result[first + t] = total_of(totals, t);
#endif
    }
}

/* Groups along y share the sources: each takes `share` of them, and writes a partial result of its own, one after the
 * other. */
KERNEL GROUP_OF(BLOCK_SIZE) void direct(GLOBAL const float4 *RESTRICT charge, GLOBAL REAL *RESTRICT result,
                                        unsigned charges, unsigned share)
{
#if STAGED
    LOCAL REAL4 staged[STAGED];
    const unsigned id = LOCAL_ID;
#endif
    const unsigned first = ((unsigned)GROUP_ID * BLOCK_SIZE + (unsigned)LOCAL_ID) * TARGETS;
    const unsigned split = (unsigned)GROUP_ID_Y, begin = split * share, end = min(begin + share, charges);
    REAL4 place[TARGETS];
    TOTALS totals;
    clear_totals(&totals);
#pragma unroll
    for (int t = 0; t < TARGETS; t++)
        place[t] = load(charge[min(first + t, charges - 1)]);
    for (unsigned base = begin; base < end; base += STRETCH) {
        const unsigned size = min(end - base, (unsigned)STRETCH);
#if STAGED
        SYNC_THREADS; /* all work-items have read the old values: they are no longer read */
#pragma unroll
        for (unsigned i = 0; i < STAGED; i += BLOCK_SIZE)
            if (i + id < size)
                staged[i + id] = load(charge[base + i + id]);
        SYNC_THREADS;
        add_stretch(&totals, place, staged, size);
#else
        add_stretch(&totals, place, charge + base, size);
#endif
    }
    store(result + (mm_ulong)split * charges * NUMBERS, &totals, first, charges);
}

/* Adds up the partial results of the groups along y: `numbers` numbers per group. */
KERNEL GROUP_OF(BLOCK_SIZE) void add_splits(GLOBAL const REAL *RESTRICT partial, GLOBAL REAL *RESTRICT result,
                                            mm_ulong numbers, int splits)
{
    const mm_ulong i = (mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    TOTAL total = 0, lost = 0; /* `lost` stays zero except for the compensated sum */
    for (int s = 0; s < splits && i < numbers; s++) {
        const TOTAL term = partial[s * numbers + i] - lost, sum = total + term;
#if ACCUMULATE == ACCUMULATE_KAHAN
        lost = (sum - total) - term;
#endif
        total = sum;
    }
    if (i < numbers)
        result[i] = (REAL)(total - lost);
}
