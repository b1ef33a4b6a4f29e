/* Barriers and fences. */

/* The sum over a group, with what every work-item must see of the others. */
KERNEL GROUP_OF(GROUP) void barriers(GLOBAL int *out, int whole)
{
    LOCAL int shared[GROUP];
    const int id = LOCAL_ID;
    int other = 0;
    shared[id] = id + 1;
    /* The branch is the same for all; without braces, since the macros bring no semicolon. */
    if (whole)
        SYNC_THREADS;
    else
        other = 1;
    if (whole)
        other += shared[GROUP - 1 - id];
    else
        SYNC_THREADS;
    if (whole)
        SYNC_WARPS;
    else
        other += 2;
    if (whole)
        MEM_FENCE;
    else
        other += 4;
    if (whole)
        DEVICE_FENCE;
    else
        other += 8;
    SYNC_THREADS;
    shared[id] = 1;
    SYNC_WARPS;
    for (int stride = 16; stride > 0; stride /= 2) {
        if (id % 32 < stride)
            shared[id] += shared[id + stride];
        SYNC_WARPS;
    }
    out[GROUP * GROUP_ID + id] = 1000 * shared[id / 32 * 32] + other;
}

/* What each 32 work-items say, a bit each. */
KERNEL GROUPS_OF(GROUP, 2) void votes(GLOBAL unsigned *out)
{
    const unsigned id = LOCAL_ID;
    const bool says = id % 3 == 1 || id % 7 == 0;
#ifdef BALLOT
    out[GROUP * GROUP_ID + id] = BALLOT(says);
#else
    LOCAL unsigned bits[GROUP / 32];
    if (id % 32 == 0)
        bits[id / 32] = 0;
    SYNC_THREADS;
    if (says)
        ATOMIC_ADD(&bits[id / 32], 1u << id % 32);
    SYNC_THREADS;
    out[GROUP * GROUP_ID + id] = bits[id / 32];
#endif
}

KERNEL void width(GLOBAL int *out)
{
    out[0] = SIMT_WIDTH;
}

/* The sum of all: each group writes a partial sum and takes a ticket; who has the last one adds up the partial sums.
 * `ticket` is 0 before and after. */
KERNEL GROUP_OF(GROUP) void last_group(GLOBAL const unsigned *RESTRICT in, GLOBAL unsigned *partial,
                                       GLOBAL unsigned *ticket, GLOBAL unsigned *out)
{
    LOCAL unsigned sum;
    LOCAL int last;
    if (LOCAL_ID == 0)
        sum = 0;
    SYNC_THREADS;
    ATOMIC_ADD(&sum, in[GLOBAL_ID]);
    SYNC_THREADS;
    if (LOCAL_ID == 0) {
        partial[GROUP_ID] = sum;
        DEVICE_FENCE; /* whoever sees the ticket sees the sum */
        last = ATOMIC_ADD(ticket, 1u) == NUM_GROUPS - 1;
        sum = 0;
    }
    SYNC_THREADS;
    if (last) {
        volatile GLOBAL const unsigned *all = partial;
        DEVICE_FENCE;
        for (unsigned i = LOCAL_ID; i < NUM_GROUPS; i += GROUP)
            ATOMIC_ADD(&sum, all[i]);
    }
    SYNC_THREADS;
    if (last && LOCAL_ID == 0) {
        *out = sum;
        *ticket = 0;
    }
}
