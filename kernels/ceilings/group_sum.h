/* The sum of `sum` over the group, in work-item 0. `partial` holds BLOCK_SIZE elements. */
DEVICE unsigned group_sum(LOCAL_ARG unsigned *partial, unsigned id, unsigned sum)
{
    partial[id] = sum;
    SYNC_THREADS;
    if (id < 32) {
        for (unsigned i = id + 32; i < BLOCK_SIZE; i += 32)
            sum += partial[i];
        partial[id] = sum;
    }
    SYNC_THREADS;
    if (id == 0)
        for (unsigned i = 1; i < 32; i++)
            sum += partial[i];
    return sum;
}
