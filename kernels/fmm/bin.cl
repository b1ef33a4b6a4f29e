/* Charges in any order into the boxes of a level, x fastest, as a counting sort: charges are counted, the counts are
 * scanned, and each charge goes to its place. The counters and the ticket behind them are zero before, and after.
 *
 * BLOCK_SIZE        work-items of a group, and
 * ITEMS_PER_THREAD  charges of a work-item, where charges are counted and moved
 * SCAN_SIZE         work-items of a group that scans, a power of two; each has four boxes at a time
 * SCAN              tiles: the sums of tiles are scanned by a launch of its own; last: by the group that is done last;
 *                   single: one group has all boxes
 * PLACE             kept: the number that a charge has within its box is the one it was counted as; again: it is
 *                   counted down */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)
#define BOXES_AT_ONCE (4 * SCAN_SIZE)

DEVICE unsigned box_of(float4 charge, int depth)
{
    const float side = (float)(1 << depth);
    const unsigned bx = (unsigned)(charge.x * side), by = (unsigned)(charge.y * side), bz = (unsigned)(charge.z * side);
    return (((bz << depth) + by) << depth) + bx;
}

/* Loads, atomics and stores have a loop each, so that none waits for one of another charge. */
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

/* The sum of `own` of all work-items before this one, and of all of them (Hillis, Steele 1986). The sums change sides
 * with each step. */
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

/* One group: of_tile[t] = charges in tiles before t. */
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

/* before[b] = charges in boxes of b's tile before b; before[boxes + t] = charges in tile t or, where the last group
 * scans them, in tiles before t. A group has one tile, of so many `passes`; the next pass is loaded meanwhile. */
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
        DEVICE_FENCE; /* the tile's sum is there before its ticket is */
        is_last = ATOMIC_ADD(&count[boxes], 1u) == (unsigned)NUM_GROUPS - 1;
        if (is_last)
            count[boxes] = 0;
    }
    SYNC_THREADS;
    if (is_last) {
        DEVICE_FENCE; /* the other groups' sums are read after their tickets */
        scan_tile_sums(before + boxes, (unsigned)NUM_GROUPS, sum, id);
    }
#endif
}

KERNEL GROUP_OF(SCAN_SIZE) void scan_sums(GLOBAL unsigned *before, int depth, unsigned tiles)
{
    LOCAL unsigned sum[2 * SCAN_SIZE];
    scan_tile_sums(before + (1u << 3 * depth), tiles, sum, (unsigned)LOCAL_ID);
}

/* Where a box begins. */
DEVICE unsigned start_of(GLOBAL const unsigned *before, unsigned box, unsigned boxes)
{
#if SCAN == SCAN_SINGLE
    return before[box];
#else
    return before[box] + before[boxes + box / BOXES_AT_ONCE];
#endif
}

/* Each charge to its place; and where boxes begin, which so needs no launch of its own. */
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
