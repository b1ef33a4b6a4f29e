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

/* All that a work-item knows of its place, in three dimensions, at the element that GLOBAL_ID makes of it. */
DEVICE void note(GLOBAL int *RESTRICT out, mm_ulong width, mm_ulong height)
{
    const mm_ulong place = ((mm_ulong)GLOBAL_ID_Z * height + GLOBAL_ID_Y) * width + GLOBAL_ID;
    const int known[] = {(int)LOCAL_ID,    (int)LOCAL_ID_Y,    (int)LOCAL_ID_Z,    (int)LOCAL_SIZE,
                         (int)LOCAL_SIZE_Y, (int)LOCAL_SIZE_Z,  (int)GLOBAL_ID,     (int)GLOBAL_ID_Y,
                         (int)GLOBAL_ID_Z, (int)GLOBAL_SIZE,   (int)GLOBAL_SIZE_Y, (int)GLOBAL_SIZE_Z,
                         (int)GROUP_ID,    (int)GROUP_ID_Y,    (int)GROUP_ID_Z,    (int)NUM_GROUPS,
                         (int)NUM_GROUPS_Y, (int)NUM_GROUPS_Z};
    for (int i = 0; i < 18; i++)
        out[18 * place + i] = known[i];
}

/* Groups in as many dimensions as GROUP_OF has sizes. */
KERNEL GROUP_OF(WIDTH) void row(GLOBAL int *RESTRICT out, mm_ulong width, mm_ulong height)
{
    note(out, width, height);
}

KERNEL GROUP_OF_2D(WIDTH, HEIGHT) void plane(GLOBAL int *RESTRICT out, mm_ulong width, mm_ulong height)
{
    note(out, width, height);
}

KERNEL GROUP_OF_3D(WIDTH, HEIGHT, DEPTH) void box(GLOBAL int *RESTRICT out, mm_ulong width, mm_ulong height)
{
    note(out, width, height);
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
