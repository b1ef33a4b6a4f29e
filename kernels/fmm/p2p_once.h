/* P2P that computes each pair of charges of two boxes once, for both. Of the boxes around a box it uses the half that
 * is later in the order of boxes. A work-item has charges of these in registers, and sums for them and for its box's
 * own charges, which it reads one after the other from local memory. The sums for the own charges are added up over all
 * work-items. Pairs within a box are computed from both sides.
 *
 * Results are added atomically to the output.
 *
 * BLOCK_SIZE  work-items per group, which has one box
 * ONCE        own charges at a time: as many sums per work-item
 * TARGETS     surrounding charges per work-item at a time
 * RSQRT, FIELD, SEPARATION, PERIODIC, PRECISION: fmm/p2p.cl */
#define BY_STRETCH 0
#include "fmm/pairs.h"
#include "fmm/stretches.h"

#define TOGETHER 4 /* own charges that are computed or skipped together */
#define PITCH (BLOCK_SIZE + 1)

/* Prevents own charges from being kept in registers: a GPU's compiler would use as many as there are. */
#ifdef SUPPORTS_SHFL
#define READ_AGAIN SYNC_WARPS
#else
#define READ_AGAIN
#endif

/* Stretches after the box: the rest of its own row, and the later half of the rows; in a periodic box also their parts
 * beyond a face. */
#define ROWS_AFTER (ROWS / 2 + 1)
#define AFTER (STRETCHES / ROWS * ROWS_AFTER)

DEVICE int stretch_after(int number)
{
    return number / ROWS_AFTER * ROWS + number % ROWS_AFTER;
}

DEVICE void find_after(GLOBAL const unsigned *start, int depth, unsigned box, int number, unsigned *begin, unsigned *end)
{
    find_stretch(start, depth, box, stretch_after(number), begin, end);
    if (number == 0)
        *begin = start[box + 1];
#if PERIODIC
    if (number == ROWS_AFTER && row_of(depth, box, ROWS).cubes < 0)
        *end = *begin; /* before the box */
#endif
}

/* Where each stretch begins in memory, and how many charges precede it. */
DEVICE void list_after(GLOBAL const unsigned *start, int depth, unsigned box, LOCAL_ARG unsigned *first,
                       LOCAL_ARG unsigned *before)
{
    for (int number = (int)LOCAL_ID; number < AFTER; number += BLOCK_SIZE) {
        unsigned begin, end;
        find_after(start, depth, box, number, &begin, &end);
        first[number] = begin;
        before[number + 1] = end - begin;
    }
    if (LOCAL_ID == 0)
        before[0] = 0;
    SYNC_THREADS;
    if (LOCAL_ID == 0)
        for (int number = 0; number < AFTER; number++)
            before[number + 1] += before[number];
    SYNC_THREADS;
}

/* ---- pairs ---- */

/* A charge of zero, instead of a missing one. */
DEVICE REAL4 nobody(void)
{
    return MAKE_REAL4(-4, -4, -4, 0);
}

/* The contributions of two charges to each other. */
DEVICE void add_pair(REAL4 own, REAL4 other, bool guard, REAL *to_own, REAL *to_other)
{
    const REAL x = own.x - other.x, y = own.y - other.y, z = own.z - other.z;
    const REAL square = fma(x, x, fma(y, y, z * z));
    REAL inverse = inverse_root(square, false);
    if (guard)
        inverse = square > 0 ? inverse : 0;
#if FIELD
    const REAL cube = inverse * inverse * inverse, by_other = other.w * cube, by_own = -own.w * cube;
    to_own[0] = fma(by_other, x, to_own[0]);
    to_own[1] = fma(by_other, y, to_own[1]);
    to_own[2] = fma(by_other, z, to_own[2]);
    to_other[0] = fma(by_own, x, to_other[0]);
    to_other[1] = fma(by_own, y, to_other[1]);
    to_other[2] = fma(by_own, z, to_other[2]);
#endif
    to_own[NUMBERS - 1] = fma(other.w, inverse, to_own[NUMBERS - 1]);
    to_other[NUMBERS - 1] = fma(own.w, inverse, to_other[NUMBERS - 1]);
}

/* Pairs of `here` own charges with the work-item's `others`, a constant. */
DEVICE void add_pairs(LOCAL_ARG const REAL4 *own, unsigned here, const REAL4 *other, int others, bool guard,
                      REAL *to_own, REAL *to_other)
{
#pragma unroll
    for (unsigned begin = 0; begin < ONCE; begin += TOGETHER)
        if (begin < here) {
            READ_AGAIN;
#pragma unroll
            for (unsigned i = begin; i < begin + TOGETHER; i++)
#pragma unroll
                for (int t = 0; t < others; t++)
                    add_pair(own[i], other[t], guard, to_own + i * NUMBERS, to_other + t * NUMBERS);
        }
}

/* ---- own charges, some at a time ---- */

DEVICE void stage_own(GLOBAL const float4 *charges, unsigned here, LOCAL_ARG REAL4 *own, int depth, unsigned box)
{
    for (unsigned i = LOCAL_ID; i < ONCE; i += BLOCK_SIZE) {
        own[i] = LOAD(charges[min(i, here - 1)], 0);
        if (i >= here)
            own[i].w = 0;
    }
}

/* Charge number i of those after the box, if there is one, in stretch `number` or a later one; and its index. */
DEVICE REAL4 find_charge(GLOBAL const float4 *charges, LOCAL_ARG const unsigned *first, LOCAL_ARG const unsigned *before,
                         int depth, unsigned box, unsigned i, int *number, unsigned *at)
{
    if (i >= before[AFTER])
        return nobody();
    while (i >= before[*number + 1])
        ++*number;
    *at = first[*number] + i - before[*number];
    return LOAD(charges[*at], stretch_after(*number));
}

/* Adds to the result of a charge. */
DEVICE void give(GLOBAL REAL *result, unsigned at, const REAL *sums)
{
#pragma unroll
    for (int n = 0; n < NUMBERS; n++)
        ATOMIC_ADD_REAL(result + (mm_ulong)at * NUMBERS + n, sums[n]);
}

/* Charges after the box: TARGETS per work-item while there are as many; then, one per work-item, the rest and the box's
 * own charges. The code for the latter two is shared, since it is long. */
DEVICE void add_around(LOCAL_ARG const REAL4 *own, unsigned here, GLOBAL const float4 *charges, unsigned begin,
                       unsigned count, LOCAL_ARG const unsigned *first, LOCAL_ARG const unsigned *before, int depth,
                       unsigned box, REAL *sums, GLOBAL REAL *result)
{
    const unsigned all = before[AFTER];
    unsigned base = 0;
    int number = 0;
    for (; base + BLOCK_SIZE * (TARGETS - 1) < all; base += BLOCK_SIZE * TARGETS) {
        REAL4 other[TARGETS];
        REAL to_other[SUMS];
        unsigned at[TARGETS];
#pragma unroll
        for (int t = 0; t < TARGETS; t++)
            other[t] = find_charge(charges, first, before, depth, box, base + t * BLOCK_SIZE + LOCAL_ID, &number, &at[t]);
#pragma unroll
        for (int n = 0; n < SUMS; n++)
            to_other[n] = 0;
        add_pairs(own, here, other, TARGETS, false, sums, to_other);
#pragma unroll
        for (int t = 0; t < TARGETS; t++)
            if (base + t * BLOCK_SIZE + LOCAL_ID < all)
                give(result, at[t], to_other + t * NUMBERS);
    }
    const unsigned others = COVER(max(all, base) - base, BLOCK_SIZE), chunks = others + COVER(count, BLOCK_SIZE);
    for (unsigned chunk = 0; chunk < chunks; chunk++) {
        const bool within = chunk >= others;
        const unsigned i = (within ? chunk - others : chunk) * BLOCK_SIZE + LOCAL_ID;
        unsigned at = 0;
        REAL4 other = nobody();
        REAL to_other[NUMBERS];
        if (!within)
            other = find_charge(charges, first, before, depth, box, base + i, &number, &at);
        else if (i < count)
            other = LOAD(charges[begin + i], 0);
#pragma unroll
        for (int n = 0; n < NUMBERS; n++)
            to_other[n] = 0;
        add_pairs(own, here, &other, 1, true, sums, to_other);
        if (!within && base + i < all)
            give(result, at, to_other);
    }
}

/* Adds up the sums of all work-items, and adds them to the results. */
DEVICE void add_sums(const REAL *sums, unsigned here, LOCAL_ARG REAL *partial, GLOBAL REAL *result)
{
#pragma unroll
    for (int n = 0; n < NUMBERS; n++) {
#pragma unroll
        for (unsigned i = 0; i < ONCE; i++)
            partial[i * PITCH + LOCAL_ID] = sums[i * NUMBERS + n];
        SYNC_THREADS;
        for (unsigned i = LOCAL_ID; i < here; i += BLOCK_SIZE) {
            REAL sum = 0;
            for (unsigned k = 0; k < BLOCK_SIZE; k++)
                sum += partial[i * PITCH + k];
            ATOMIC_ADD_REAL(result + (mm_ulong)i * NUMBERS + n, sum);
        }
        SYNC_THREADS;
    }
}

KERNEL GROUP_OF(BLOCK_SIZE) void p2p(GLOBAL const float4 *RESTRICT charges, GLOBAL const unsigned *RESTRICT start,
                                     GLOBAL REAL *RESTRICT result, int depth)
{
    LOCAL REAL4 own[ONCE];
    LOCAL REAL partial[ONCE * PITCH];
    LOCAL unsigned first[AFTER], before[AFTER + 1];
    const unsigned box = (unsigned)GROUP_ID, begin = start[box], count = start[box + 1] - begin;
    const unsigned passes = COVER(count, ONCE), size = passes ? COVER(count, passes) : 0;
    list_after(start, depth, box, first, before);
    for (unsigned pass = 0; pass < passes; pass++) {
        const unsigned from = begin + pass * size, here = min(size, begin + count - from);
        REAL sums[ONCE * NUMBERS];
#pragma unroll
        for (unsigned i = 0; i < ONCE * NUMBERS; i++)
            sums[i] = 0;
        stage_own(charges + from, here, own, depth, box);
        SYNC_THREADS;
        add_around(own, here, charges, begin, count, first, before, depth, box, sums, result);
        add_sums(sums, here, partial, result + (mm_ulong)from * NUMBERS);
    }
}
