/* Charges, in any order, into the boxes of the tree's deepest level: a counting sort. Charges are counted, sums over the
 * boxes before a box are where its charges begin, and each charge goes to its place.
 *
 * BLOCK_SIZE        work-items of a group
 * ITEMS_PER_THREAD  charges, or boxes, of a work-item
 * NUMBER            a charge's number in its box: kept, from when it was counted; again, by counting down */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)

/* Places are multiples of 2^-24 below 1: the product is exact. */
DEVICE unsigned box_of(float4 charge, int depth)
{
    const float side = (float)(1 << depth);
    const unsigned x = charge.x * side, y = charge.y * side, z = charge.z * side;
    return (((z << depth) + y) << depth) + x;
}

/* Counts begin as zeros. */
KERNEL GROUP_OF(BLOCK_SIZE) void count_charges(GLOBAL const float4 *RESTRICT charges, unsigned count, int depth,
                                               GLOBAL unsigned *counts, GLOBAL unsigned *RESTRICT rank)
{
#pragma unroll
    for (unsigned i = 0; i < ITEMS_PER_THREAD; i++) {
        const unsigned at = (unsigned)GROUP_ID * TILE + LOCAL_ID + i * BLOCK_SIZE;
        if (at >= count)
            continue;
        const unsigned number = ATOMIC_ADD(&counts[box_of(charges[at], depth)], 1u);
#if NUMBER == NUMBER_KEPT
        rank[at] = number;
#endif
    }
}

/* The sum of `own` of all work-items before this one; the sum of all is in sum[BLOCK_SIZE - 1] (Hillis, Steele 1986). */
DEVICE unsigned sum_before(LOCAL_ARG unsigned *sum, unsigned id, unsigned own)
{
    SYNC_THREADS; /* nobody reads an earlier sum any more */
    sum[id] = own;
    SYNC_THREADS;
    for (unsigned away = 1; away < BLOCK_SIZE; away *= 2) {
        const unsigned more = id >= away ? sum[id - away] : 0;
        SYNC_THREADS;
        sum[id] += more;
        SYNC_THREADS;
    }
    return sum[id] - own;
}

/* start[b] = charges in boxes before b, of those that the group scans: `tiles` tiles. of_group[group] = charges in all of
 * them. The last box ends where all charges do. */
KERNEL GROUP_OF(BLOCK_SIZE) void scan_boxes(GLOBAL const unsigned *RESTRICT counts, unsigned boxes, unsigned tiles,
                                            GLOBAL unsigned *RESTRICT start, GLOBAL unsigned *RESTRICT of_group,
                                            unsigned charges)
{
    LOCAL unsigned sum[BLOCK_SIZE];
    const unsigned id = LOCAL_ID;
    unsigned carry = 0;
    for (unsigned tile = 0; tile < tiles; tile++) {
        const unsigned first = ((unsigned)GROUP_ID * tiles + tile) * TILE + id * ITEMS_PER_THREAD;
        unsigned item[ITEMS_PER_THREAD], own = 0;
#pragma unroll
        for (int i = 0; i < ITEMS_PER_THREAD; i++) {
            item[i] = first + i < boxes ? counts[first + i] : 0;
            own += item[i];
        }
        unsigned before = carry + sum_before(sum, id, own);
#pragma unroll
        for (int i = 0; i < ITEMS_PER_THREAD; i++) {
            if (first + i < boxes)
                start[first + i] = before;
            before += item[i];
        }
        carry += sum[BLOCK_SIZE - 1];
    }
    if (id == 0)
        of_group[GROUP_ID] = carry;
    if (id == 0 && GROUP_ID == 0)
        start[boxes] = charges;
}

/* And those of the groups before, which scanned a tile each. */
KERNEL GROUP_OF(BLOCK_SIZE) void add_groups(GLOBAL const unsigned *RESTRICT of_group, unsigned boxes,
                                            GLOBAL unsigned *RESTRICT start)
{
    LOCAL unsigned sum[BLOCK_SIZE];
    const unsigned id = LOCAL_ID, first = (unsigned)GROUP_ID * TILE + id;
    unsigned own = 0;
    for (unsigned group = id; group < GROUP_ID; group += BLOCK_SIZE)
        own += of_group[group];
    sum_before(sum, id, own);
    const unsigned before = sum[BLOCK_SIZE - 1];
#pragma unroll
    for (unsigned i = 0; i < ITEMS_PER_THREAD; i++)
        if (first + i * BLOCK_SIZE < boxes)
            start[first + i * BLOCK_SIZE] += before;
}

/* rank[i] is where charge i goes to. */
KERNEL GROUP_OF(BLOCK_SIZE) void scatter_charges(GLOBAL const float4 *RESTRICT charges, unsigned count, int depth,
                                                 GLOBAL const unsigned *RESTRICT start, GLOBAL unsigned *counts,
                                                 GLOBAL unsigned *RESTRICT rank, GLOBAL float4 *RESTRICT sorted)
{
#pragma unroll
    for (unsigned i = 0; i < ITEMS_PER_THREAD; i++) {
        const unsigned at = (unsigned)GROUP_ID * TILE + LOCAL_ID + i * BLOCK_SIZE;
        if (at >= count)
            continue;
        const float4 charge = charges[at];
        const unsigned box = box_of(charge, depth);
#if NUMBER == NUMBER_KEPT
        const unsigned number = rank[at];
#else
        const unsigned number = ATOMIC_ADD(&counts[box], ~0u) - 1;
#endif
        rank[at] = start[box] + number;
        sorted[start[box] + number] = charge;
    }
}
