/* Conversions between the doubles of the host and the floats of the device, element by element. A double is rounded to
 * the nearest float, ties to even, as by the conversions of both languages and of the host.
 *
 * BLOCK_SIZE  work-items in a group; the same for all configurations */
KERNEL GROUP_OF(BLOCK_SIZE) void narrow(GLOBAL const double *RESTRICT from, mm_ulong from_first,
                                        GLOBAL float *RESTRICT to, mm_ulong to_first, mm_ulong count)
{
    const mm_ulong i = (mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i < count)
        to[to_first + i] = (float)from[from_first + i];
}

KERNEL GROUP_OF(BLOCK_SIZE) void widen(GLOBAL const float *RESTRICT from, mm_ulong from_first,
                                       GLOBAL double *RESTRICT to, mm_ulong to_first, mm_ulong count)
{
    const mm_ulong i = (mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i < count)
        to[to_first + i] = from[from_first + i];
}
