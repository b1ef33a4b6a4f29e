/* The device's work before a sample. */

/* Evicts the caches by reading: a fill would leave dirty lines behind, whose write-back the next kernel would pay for.
 * `out` is never written: the array holds zeros. */
KERNEL void evict(GLOBAL const float4 *RESTRICT in, GLOBAL float *RESTRICT out, mm_ulong length)
{
    float sum = 0;
    for (mm_ulong i = GLOBAL_ID; i < length; i += GLOBAL_SIZE) {
        float4 vector = in[i];
        sum += vector.x + vector.y + vector.z + vector.w;
    }
    if (sum != 0)
        out[0] = sum;
}

/* Keeps the device busy for `steps` dependent additions, without memory: meanwhile the host queues the timed work.
 * `out` is never written: adding 1 ends at 2^24. */
KERNEL void hold(GLOBAL float *RESTRICT out, mm_ulong steps)
{
    float sum = 0;
    for (mm_ulong i = 0; i < steps; i++)
        sum += 1;
    if (sum < 0)
        out[0] = sum;
}
