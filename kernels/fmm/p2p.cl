/* P2P: what all charges of the boxes around give to each charge of a box, directly. Charges lie sorted by their boxes,
 * x fastest, so those of a row of boxes follow one another: a box has 2 ws + 1 squared such stretches around it, the
 * one that it is in the first. In a periodic box a stretch may lie beyond a face; it is cut where it does in part.
 *
 * BLOCK_SIZE       work-items of a group
 * BOXES_PER_GROUP  boxes of a group: each has an equal share of its work-items
 * TARGETS          charges of a work-item, in registers, for which each other charge is read once
 * SLICES           one: a work-item adds up all charges around; fit: as many share them as a box has work-items for
 * STAGED           charges around that are in local memory at a time; 0: read where they are
 * GUARD            against a charge itself, and those on its place: own_row, where they are; all, everywhere
 * RSQRT            library; flush: the same where denormal numbers are zero; newton: a float's, and a step
 * ACCUMULATE       plain: one after the other; kahan: with what is lost; fp64: those of a stretch, then the stretches
 * UNROLL           charges around of one pass of the loop
 * FIELD            1: the field and the potential, (x, y, z, potential); 0: the potential
 * SEPARATION       ws
 * PERIODIC         1: charges beyond a face of the cube are images of those at the opposite one
 * PRECISION        of all arithmetic, and of the results */
#define BY_STRETCH 0
#include "fmm/pairs.h"
#include "fmm/stretches.h"

/* The loop over charges that may be on a target's place is all there is, or the shorter one. */
#define GUARDED_UNROLL (GUARD == GUARD_ALL ? UNROLL : 1)

#define LANES (BLOCK_SIZE / BOXES_PER_GROUP)

/* What a work-item does in a pass: how many charges its box has in it, on how many work-items, how often; and its own
 * part. Targets are `tile`, `tile` + `tiles` and so on. Slice `slice` of the charges around is every `slices`th. */
typedef struct {
    unsigned targets, tiles, slices, tile, slice;
    bool active;
} PART;

DEVICE PART part_of(unsigned lane, unsigned left)
{
    PART part;
    part.targets = min(left, (unsigned)(LANES * TARGETS));
    part.tiles = (part.targets + TARGETS - 1) / TARGETS;
    const unsigned tiles = max(part.tiles, 1u);
    part.slices = SLICES == SLICES_FIT ? LANES / tiles : 1;
    part.tile = lane % tiles;
    part.slice = lane / tiles;
    part.active = left > 0 && part.slice < part.slices;
    return part;
}

/* ---- charges around, where they are or staged ---- */

#if STAGED

/* The stretches one behind the other: where each begins in memory, and behind how many charges it stands. */
#define LIST LOCAL_ARG unsigned *first, LOCAL_ARG unsigned *length, LOCAL_ARG unsigned *before

DEVICE void list_stretches(GLOBAL const unsigned *start, int depth, unsigned box, LIST)
{
    const unsigned id = LOCAL_ID;
    unsigned at = id;
    EACH(at, STRETCHES) {
        unsigned begin, end;
        find_stretch(start, depth, box, (int)at, &begin, &end);
        first[at] = begin;
        length[at] = end - begin;
    }
    SYNC_THREADS;
    at = id;
    EACH(at, STRETCHES + 1) {
        unsigned sum = 0;
        for (unsigned row = 0; row < at; row++)
            sum += length[row];
        before[at] = sum;
    }
    SYNC_THREADS;
}

DEVICE void stage(GLOBAL const float4 *charges, LOCAL_ARG REAL4 *staged, LOCAL_ARG const unsigned *first,
                  LOCAL_ARG const unsigned *before, unsigned base, unsigned size, int depth, unsigned box)
{
    for (unsigned i = LOCAL_ID, row = 0; i < size; i += BLOCK_SIZE) {
        while (base + i >= before[row + 1])
            row++;
        staged[i] = LOAD(charges[first[row] + base + i - before[row]], (int)row);
    }
}

/* Adds `size` staged charges, of which the first `guarded` may be on the place of others. */
DEVICE void add_staged(TOTALS *totals, const REAL4 *place, PART part, LOCAL_ARG const REAL4 *staged, unsigned size,
                       unsigned guarded)
{
    unsigned i = part.active ? part.slice : size;
    begin_stretch(totals);
#pragma unroll GUARDED_UNROLL
    for (; i < guarded; i += part.slices)
        add_charge(totals, place, staged[i], BY_SELECT);
#if GUARD != GUARD_ALL
#pragma unroll UNROLL
    for (; i < size; i += part.slices)
        add_charge(totals, place, staged[i], UNGUARDED);
#endif
    end_stretch(totals);
}

#else

DEVICE void add_around(TOTALS *totals, const REAL4 *place, PART part, GLOBAL const float4 *charges,
                       GLOBAL const unsigned *start, int depth, unsigned box)
{
    for (int row = 0; part.active && row < STRETCHES; row++) {
        unsigned begin, end;
        find_stretch(start, depth, box, row, &begin, &end);
        const unsigned guarded = GUARD == GUARD_ALL || row == 0 ? end : begin;
        unsigned i = begin + part.slice;
        begin_stretch(totals);
#pragma unroll GUARDED_UNROLL
        for (; i < guarded; i += part.slices)
            add_charge(totals, place, LOAD(charges[i], row), BY_SELECT);
#if GUARD != GUARD_ALL
#pragma unroll UNROLL
        for (; i < end; i += part.slices)
            add_charge(totals, place, LOAD(charges[i], row), UNGUARDED);
#endif
        end_stretch(totals);
    }
}

#endif

/* ---- results, from where a pass's charges have theirs on ---- */

#if SLICES == SLICES_FIT

#define LANE_SUMS (BLOCK_SIZE + 8) /* eight more, so that a target's numbers lie in other banks */

/* Adds up the slices. */
DEVICE void store(GLOBAL REAL *result, const TOTALS *totals, PART part, LOCAL_ARG REAL *partial)
{
    const unsigned id = LOCAL_ID, lane = id % LANES;
    if (part.active)
#pragma unroll
        for (int i = 0; i < SUMS; i++)
            partial[i * LANE_SUMS + id] = total_of(totals, i);
    SYNC_THREADS;
    for (unsigned i = lane; i < part.targets * NUMBERS; i += LANES) {
        const unsigned target = i / NUMBERS, number = target / part.tiles * NUMBERS + i % NUMBERS;
        LOCAL_ARG const REAL *from = partial + number * LANE_SUMS + id - lane + target % part.tiles;
        REAL sum = 0;
        for (unsigned slice = 0; slice < part.slices; slice++)
            sum += from[slice * part.tiles];
        result[i] = sum;
    }
    SYNC_THREADS; /* before the next pass writes there */
}

#else

DEVICE void store(GLOBAL REAL *result, const TOTALS *totals, PART part)
{
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        const unsigned target = part.tile + t * part.tiles;
        if (!part.active || target >= part.targets)
            continue;
#if FIELD
        ((GLOBAL REAL4 *)result)[target] = MAKE_REAL4(total_of(totals, 4 * t), total_of(totals, 4 * t + 1),
                                                      total_of(totals, 4 * t + 2), total_of(totals, 4 * t + 3));
#else
        result[target] = total_of(totals, t);
#endif
    }
}

#endif

/* ---- all of it ---- */

/* The most charges of a box of the group. */
DEVICE unsigned most_of(GLOBAL const unsigned *start, unsigned box)
{
    unsigned most = 0;
#pragma unroll
    for (int b = 0; b < BOXES_PER_GROUP; b++)
        most = max(most, start[box + b + 1] - start[box + b]);
    return most;
}

/* A box's charges are taken in passes, as many in each as its work-items have room for. */
KERNEL GROUP_OF(BLOCK_SIZE) void p2p(GLOBAL const float4 *RESTRICT charges, GLOBAL const unsigned *RESTRICT start,
                                     GLOBAL REAL *RESTRICT result, int depth)
{
#if SLICES == SLICES_FIT
    LOCAL REAL partial[SUMS * LANE_SUMS];
#endif
#if STAGED
    LOCAL REAL4 staged[STAGED];
    LOCAL unsigned first[STRETCHES], length[STRETCHES], before[STRETCHES + 1];
#endif
    const unsigned group_box = (unsigned)GROUP_ID * BOXES_PER_GROUP, box = group_box + LOCAL_ID / LANES;
    const unsigned own = start[box], count = start[box + 1] - own, most = most_of(start, group_box);
#if STAGED
    list_stretches(start, depth, box, first, length, before);
    const unsigned around = before[STRETCHES];
#endif
    for (unsigned pass = 0; pass < most; pass += LANES * TARGETS) {
        const PART part = part_of(LOCAL_ID % LANES, count > pass ? count - pass : 0);
        REAL4 place[TARGETS];
        TOTALS totals;
        clear_totals(&totals);
#pragma unroll
        for (int t = 0; t < TARGETS; t++)
            place[t] = part.active ? LOAD(charges[own + pass + min(part.tile + t * part.tiles, part.targets - 1)], 0)
                                   : MAKE_REAL4(0, 0, 0, 0);
#if STAGED
        for (unsigned base = 0; base < around; base += STAGED) {
            const unsigned size = min(around - base, (unsigned)STAGED);
            const unsigned guarded = GUARD == GUARD_ALL ? size : before[1] > base ? min(before[1] - base, size) : 0;
            SYNC_THREADS; /* nobody reads what was there before any more */
            if (pass == 0 || around > STAGED)
                stage(charges, staged, first, before, base, size, depth, box);
            SYNC_THREADS;
            add_staged(&totals, place, part, staged, size, guarded);
        }
#else
        add_around(&totals, place, part, charges, start, depth, box);
#endif
        GLOBAL REAL *to = result + (mm_ulong)(own + pass) * NUMBERS;
#if SLICES == SLICES_FIT
        store(to, &totals, part, partial);
#else
        store(to, &totals, part);
#endif
    }
}
