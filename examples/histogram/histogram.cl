/* How often each byte is in an array: counts[b] grows by the number of elements of x that are b.
 *
 * BLOCK   work-items of a group
 * ITEMS   elements of a work-item, BLOCK apart
 * COPIES  histograms of a group in local memory, among which its work-items take turns; 0: none, all count in global memory
 * BINS    256 */
kernel void histogram(global const uchar *x, global uint *counts, uint n)
{
    const uint id = get_local_id(0);
#if COPIES
    local uint copies[COPIES * BINS], *own = copies + id % COPIES * BINS;
    for (uint b = id; b < COPIES * BINS; b += BLOCK)
        copies[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    global uint *own = counts;
#endif
    const size_t first = get_group_id(0) * (BLOCK * ITEMS) + id;
    for (size_t k = 0; k < ITEMS; k++)
        if (first + k * BLOCK < n)
            atomic_inc(&own[x[first + k * BLOCK]]);
#if COPIES
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = id; b < BINS; b += BLOCK) {
        uint sum = 0;
        for (uint c = 0; c < COPIES; c++)
            sum += copies[c * BINS + b];
        if (sum)
            atomic_add(&counts[b], sum);
    }
#endif
}
