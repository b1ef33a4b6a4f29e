/* y = x, but at least `low` and at most `high`.
 *
 * BLOCK_SIZE        work-items in a group
 * ITEMS_PER_THREAD  elements of a work-item, BLOCK_SIZE apart, so that neighbours load neighbours */
KERNEL GROUP_OF(BLOCK_SIZE) void clamp_floats(GLOBAL const float *RESTRICT x, GLOBAL float *RESTRICT y, float low,
                                              float high, mm_ulong length)
{
    const mm_ulong first = (mm_ulong)GROUP_ID * (BLOCK_SIZE * ITEMS_PER_THREAD) + LOCAL_ID;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++) {
        const mm_ulong at = first + i * BLOCK_SIZE;
        if (at < length)
            y[at] = x[at] < low ? low : x[at] > high ? high : x[at];
    }
}
