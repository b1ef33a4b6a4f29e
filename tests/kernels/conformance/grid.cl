/* Declarations and indices. `expected` is what a work-item knows of itself; the host knows it too. */
DEVICE int neighbour(LOCAL_ARG const int *all, int by)
{
    return all[(LOCAL_ID + by) % LOCAL_SIZE];
}

/* A line of groups: place and the neighbour's id, through local memory. */
KERNEL GROUP_OF(GROUP) void line(GLOBAL const int *RESTRICT in, GLOBAL int *RESTRICT out, mm_ulong length)
{
    LOCAL int ids[GROUP];
    ids[LOCAL_ID] = (int)LOCAL_ID;
    SYNC_THREADS;
    for (mm_ulong i = GLOBAL_ID; i < length; i += GLOBAL_SIZE)
        out[i] = in[i] + neighbour(ids, 1) + 1000 * (int)GROUP_ID + 100000 * (int)NUM_GROUPS;
}

/* Groups and work-items in two dimensions. */
KERNEL void plane(GLOBAL int *RESTRICT out)
{
    const int row = (int)(GROUP_ID_Y * ROWS + LOCAL_ID_Y), width = (int)GLOBAL_SIZE;
    out[row * width + (int)GLOBAL_ID] = (int)(NUM_GROUPS_Y * 1000000 + GROUP_ID_Y * 10000 + LOCAL_ID_Y * 100 + LOCAL_ID);
}

/* 64-bit integers: signed and unsigned division and shift differ. */
KERNEL void integers(mm_long less, mm_ulong more, GLOBAL mm_long *less_out, GLOBAL mm_ulong *more_out)
{
    less_out[0] = less / 3;
    less_out[1] = less >> 4;
    less_out[2] = (mm_long)sizeof(mm_long);
    more_out[0] = more / 3;
    more_out[1] = more >> 4;
    more_out[2] = sizeof(mm_ulong);
}
