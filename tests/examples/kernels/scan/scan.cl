/* Inclusive scan in three launches: tiles are scanned and leave their sums, the sums are scanned, and each tile adds
 * that of all tiles before it.
 *
 * BLOCK_SIZE        work-items in a group
 * ITEMS_PER_THREAD  neighbouring elements of a work-item; a tile is what a group has */
#define TILE_SIZE (BLOCK_SIZE * ITEMS_PER_THREAD)

/* Scans elements [first, first + TILE_SIZE) as far as there are any, from what the work-items before it add up to;
 * gives the sum of all. */
DEVICE float scan_tile(GLOBAL const float *in, GLOBAL float *out, mm_ulong first, mm_ulong length, float before,
                       LOCAL_ARG float *sums)
{
    const unsigned id = (unsigned)LOCAL_ID;
    const mm_ulong own = first + id * ITEMS_PER_THREAD;
    float sum[ITEMS_PER_THREAD], total = 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        sum[i] = total += own + i < length ? in[own + i] : 0;
    sums[id] = total;
    SYNC_THREADS;
    for (unsigned distance = 1; distance < BLOCK_SIZE; distance *= 2) {
        const float other = id >= distance ? sums[id - distance] : 0;
        SYNC_THREADS;
        sums[id] += other;
        SYNC_THREADS;
    }
    const float all = sums[BLOCK_SIZE - 1];
    if (id > 0)
        before += sums[id - 1];
    SYNC_THREADS; /* the next tile writes to them */
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        if (own + i < length)
            out[own + i] = before + sum[i];
    return all;
}

KERNEL GROUP_OF(BLOCK_SIZE) void scan_tiles(GLOBAL const float *in, GLOBAL float *out, GLOBAL float *sums,
                                            mm_ulong length)
{
    LOCAL float shared[BLOCK_SIZE];
    const float all = scan_tile(in, out, (mm_ulong)GROUP_ID * TILE_SIZE, length, 0, shared);
    if (LOCAL_ID == 0)
        sums[GROUP_ID] = all;
}

/* One group, tile by tile. */
KERNEL GROUP_OF(BLOCK_SIZE) void scan_sums(GLOBAL float *sums, mm_ulong length)
{
    LOCAL float shared[BLOCK_SIZE];
    float before = 0;
    for (mm_ulong first = 0; first < length; first += TILE_SIZE)
        before += scan_tile(sums, sums, first, length, before, shared);
}

KERNEL GROUP_OF(BLOCK_SIZE) void add_sums(GLOBAL const float *RESTRICT sums, GLOBAL float *RESTRICT out,
                                          mm_ulong length)
{
    const mm_ulong first = (mm_ulong)GROUP_ID * TILE_SIZE + LOCAL_ID;
    const float before = GROUP_ID > 0 ? sums[GROUP_ID - 1] : 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        if (first + i * BLOCK_SIZE < length)
            out[first + i * BLOCK_SIZE] += before;
}
