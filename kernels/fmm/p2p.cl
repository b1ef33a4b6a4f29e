/* P2P: the near field, by direct summation of all charges in the surrounding boxes for each charge of a box. Charges
 * are sorted by box, x fastest, so those of a row of boxes are contiguous: a box is surrounded by (2 ws + 1)^2 such
 * ranges ("stretches"); the first contains the box. In a periodic box a stretch that crosses a face of the cube is
 * split there.
 *
 * BLOCK_SIZE       work-items per group
 * BOXES_PER_GROUP  boxes per group: each has an equal share of its work-items
 * TARGETS          charges per work-item, in registers; each source charge is read once for all of them
 * SLICES           one: a work-item adds up all sources; fit: work-items that a box does not need for targets share
 *                  them
 * STAGED           sources staged in local memory at a time; 0: sources are read from global memory
 * GUARD            where pairs at distance zero are excluded. own_row: only in the row that has them; all: everywhere
 * RSQRT            library; flush: the same with denormal numbers flushed to zero; newton: in float, and a Newton step
 * ACCUMULATE       plain: one by one; kahan: compensated; fp64: in PRECISION within a stretch, stretches in double
 * UNROLL           sources per iteration of the unrolled loop
 * FIELD            1: the field and the potential, (x, y, z, potential); 0: the potential
 * SEPARATION       ws
 * PERIODIC         1: sources beyond a face of the cube are images of those at the opposite face
 * PRECISION        of all arithmetic, and of the results */
#define BY_STRETCH 0
#include "fmm/pairs.h"
#include "fmm/stretches.h"

/* The loop over sources that may be at a target's position is the only loop, or a short one before the unguarded
 * one. */
#define GUARDED_UNROLL (GUARD == GUARD_ALL ? UNROLL : 1)

#define LANES (BLOCK_SIZE / BOXES_PER_GROUP)

/* A work-item's part of a pass: `targets` charges of the box, on `tiles` work-items, `slices` times. The work-item has
 * targets `tile`, `tile` + `tiles`, ..., and every `slices`th source from `slice` on. */
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

/* ---- sources, in global memory or staged ---- */

#if STAGED

/* The stretches in sequence: where each begins in memory, its length, and how many charges precede it. */
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

/* Adds `size` staged sources; only the first `guarded` can be at a target's position. */
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

/* ---- results; `result` points to that of the pass's first charge ---- */

#if SLICES == SLICES_FIT

#define LANE_SUMS (BLOCK_SIZE + 8) /* eight more, so that a target's numbers are in different banks */

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

/* ---- the kernel ---- */

/* The number of charges of the group's fullest box. */
DEVICE unsigned most_of(GLOBAL const unsigned *start, unsigned box)
{
    unsigned most = 0;
#pragma unroll
    for (int b = 0; b < BOXES_PER_GROUP; b++)
        most = max(most, start[box + b + 1] - start[box + b]);
    return most;
}

/* A box's charges are processed in passes, each with as many as its work-items can take. */
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
            SYNC_THREADS; /* the old values are no longer read */
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
