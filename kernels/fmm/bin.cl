/* Sorts charges, given in any order, into the boxes of a level (x fastest) by a counting sort: it counts the charges
 * per box, scans the counts, and moves each charge to its place. The counters, and the ticket after them, must be zero
 * at the start; they are zero again at the end.
 *
 * BLOCK_SIZE        work-items per group of the kernels that count and move charges
 * ITEMS_PER_THREAD  charges per work-item of these kernels
 * SCAN_SIZE         work-items per group of a scan, a power of two; each takes four boxes at a time
 * SCAN              which group scans the sums of tiles. tiles: that of a separate launch; last: the last group that
 *                   finishes; single: one group scans all boxes, so there are no tiles
 * PLACE             how a charge gets its number within its box. kept: the counting kernel stores it; again: the
 *                   moving kernel counts down */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)
#define BOXES_AT_ONCE (4 * SCAN_SIZE)

DEVICE unsigned box_of(float4 charge, int depth)
{
    const float side = (float)(1 << depth);
    const unsigned bx = (unsigned)(charge.x * side), by = (unsigned)(charge.y * side), bz = (unsigned)(charge.z * side);
    return (((bz << depth) + by) << depth) + bx;
}

/* Loads, atomics and stores have separate loops, so that no load waits for another charge's atomic. */
KERNEL GROUP_OF(BLOCK_SIZE) void count_charges(GLOBAL const float4 *RESTRICT charges, unsigned length, int depth,
                                               GLOBAL unsigned *count, GLOBAL unsigned *RESTRICT rank)
{
    const unsigned first = (unsigned)GROUP_ID * TILE + (unsigned)LOCAL_ID;
    unsigned box[ITEMS_PER_THREAD];
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        box[i] = first + i * BLOCK_SIZE < length ? box_of(charges[first + i * BLOCK_SIZE], depth) : 0;
#if PLACE == PLACE_KEPT
    unsigned number[ITEMS_PER_THREAD];
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        number[i] = first + i * BLOCK_SIZE < length ? ATOMIC_ADD(&count[box[i]], 1u) : 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        if (first + i * BLOCK_SIZE < length)
            rank[first + i * BLOCK_SIZE] = number[i];
#else
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        if (first + i * BLOCK_SIZE < length)
            ATOMIC_ADD(&count[box[i]], 1u);
#endif
}

/* A prefix sum (Hillis and Steele 1986): returns the sum of `own` over all lower work-items; *all becomes the sum over
 * all work-items. Steps alternate between two buffers. */
DEVICE unsigned sum_before(LOCAL_ARG unsigned *sum, unsigned id, unsigned own, unsigned *all)
{
    unsigned side = 0, to_here = own;
    sum[id] = own;
    SYNC_THREADS;
    for (unsigned away = 1; away < SCAN_SIZE; away *= 2) {
        if (id >= away)
            to_here += sum[side + id - away];
        side = SCAN_SIZE - side;
        sum[side + id] = to_here;
        SYNC_THREADS;
    }
    *all = sum[side + SCAN_SIZE - 1];
    SYNC_THREADS;
    return to_here - own;
}

/* By one group: of_tile[t] becomes the number of charges in tiles before t. */
DEVICE void scan_tile_sums(volatile GLOBAL unsigned *of_tile, unsigned tiles, LOCAL_ARG unsigned *sum, unsigned id)
{
    unsigned carry = 0;
    for (unsigned first = 0; first < tiles; first += SCAN_SIZE) {
        unsigned all;
        const unsigned own = first + id < tiles ? of_tile[first + id] : 0;
        const unsigned before = carry + sum_before(sum, id, own, &all);
        if (first + id < tiles)
            of_tile[first + id] = before;
        carry += all;
    }
}

DEVICE int4 counts_at(GLOBAL const unsigned *count, unsigned box, unsigned end)
{
    return box < end ? *(GLOBAL const int4 *)(count + box) : make_int4(0, 0, 0, 0);
}

/* before[b] = number of charges in boxes before b of the same tile; before[boxes + t] = number of charges in tile t or,
 * where the last group scans them, in tiles before t. A group scans one tile in `passes` passes, and loads the next
 * pass early. */
KERNEL GROUP_OF(SCAN_SIZE) void scan_tiles(GLOBAL unsigned *count, int depth, unsigned passes, GLOBAL unsigned *before)
{
    LOCAL unsigned sum[2 * SCAN_SIZE];
#if SCAN == SCAN_LAST
    LOCAL int is_last;
#endif
    const unsigned id = (unsigned)LOCAL_ID, group = (unsigned)GROUP_ID, boxes = 1u << 3 * depth;
    const unsigned end = min(boxes, (group + 1) * passes * BOXES_AT_ONCE);
    unsigned box = group * passes * BOXES_AT_ONCE + 4 * id, carry = 0;
    int4 next = counts_at(count, box, end);
    for (unsigned pass = 0; pass < passes; pass++, box += BOXES_AT_ONCE) {
        const int4 own = next;
        unsigned all;
        next = counts_at(count, box + BOXES_AT_ONCE, end);
        const int begin = (int)(carry + sum_before(sum, id, (unsigned)(own.x + own.y + own.z + own.w), &all));
        if (box < end) {
            *(GLOBAL int4 *)(before + box) =
                make_int4(begin, begin + own.x, begin + own.x + own.y, begin + own.x + own.y + own.z);
#if PLACE == PLACE_KEPT
            *(GLOBAL int4 *)(count + box) = make_int4(0, 0, 0, 0);
#endif
        }
        carry += all;
    }
#if SCAN != SCAN_SINGLE
    if (id == 0)
        before[boxes + group] = carry;
#endif
#if SCAN == SCAN_LAST
    if (id == 0) {
        DEVICE_FENCE; /* the tile's sum must be visible before its ticket */
        is_last = ATOMIC_ADD(&count[boxes], 1u) == (unsigned)NUM_GROUPS - 1;
        if (is_last)
            count[boxes] = 0;
    }
    SYNC_THREADS;
    if (is_last) {
        DEVICE_FENCE; /* the other groups' sums must be read after their tickets */
        scan_tile_sums(before + boxes, (unsigned)NUM_GROUPS, sum, id);
    }
#endif
}

KERNEL GROUP_OF(SCAN_SIZE) void scan_sums(GLOBAL unsigned *before, int depth, unsigned tiles)
{
    LOCAL unsigned sum[2 * SCAN_SIZE];
    scan_tile_sums(before + (1u << 3 * depth), tiles, sum, (unsigned)LOCAL_ID);
}

/* The index of the first charge of a box. */
DEVICE unsigned start_of(GLOBAL const unsigned *before, unsigned box, unsigned boxes)
{
#if SCAN == SCAN_SINGLE
    return before[box];
#else
    return before[box] + before[boxes + box / BOXES_AT_ONCE];
#endif
}

/* Moves each charge to its place; also writes where boxes begin, which saves a launch. */
KERNEL GROUP_OF(BLOCK_SIZE) void scatter(GLOBAL const float4 *RESTRICT charges, unsigned length, int depth,
                                         GLOBAL const unsigned *RESTRICT before, GLOBAL unsigned *count,
                                         GLOBAL unsigned *RESTRICT rank, GLOBAL float4 *RESTRICT sorted,
                                         GLOBAL unsigned *RESTRICT start)
{
    const unsigned first = (unsigned)GROUP_ID * TILE + (unsigned)LOCAL_ID, boxes = 1u << 3 * depth;
    float4 own[ITEMS_PER_THREAD];
    unsigned place[ITEMS_PER_THREAD];
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++) {
        const unsigned at = first + i * BLOCK_SIZE;
        own[i] = at < length ? charges[at] : make_float4(0, 0, 0, 0);
#if PLACE == PLACE_KEPT
        place[i] = at < length ? rank[at] : 0;
#else
        place[i] = at < length ? ATOMIC_ADD(&count[box_of(own[i], depth)], 0u - 1u) - 1 : 0;
#endif
    }
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        place[i] += start_of(before, box_of(own[i], depth), boxes);
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++) {
        const unsigned at = first + i * BLOCK_SIZE;
        if (at < length) {
            sorted[place[i]] = own[i];
            rank[at] = place[i];
        }
        if (at <= boxes)
            start[at] = at < boxes ? start_of(before, at, boxes) : length;
    }
}
