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
    if (whole) {
        ALLOW_NEXT;
        AWAIT_PRECEDING;
    }
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

/* What each 32 work-items say, a bit each, twice: the second vote is the first one's opposite. */
KERNEL GROUPS_OF(GROUP, 2) void votes(GLOBAL unsigned *out)
{
    WARP_ROOM(float, GROUP);
    const unsigned id = LOCAL_ID;
    const bool says = id % 3 == 1 || id % 7 == 0;
    out[id] = BALLOT(says);
    out[GROUP + id] = BALLOT(!says);
}

/* A value of a neighbour, whose number may be anything modulo 32. */
DEVICE float value_of(float value, int lane WARP_ROOM_ARG(float))
{
    return SHFL(value, lane);
}

/* For each work-item: from one other; then all 32 in turn, handed on from neighbour to neighbour; then from the first. */
KERNEL GROUP_OF(GROUP) void shuffles(GLOBAL const float *in, GLOBAL float *out)
{
    WARP_ROOM(float, GROUP);
    const int id = (int)LOCAL_ID;
    float value = in[id], sum = 0;
    out[id] = value_of(value, 7 * id + 3 PASS_WARP_ROOM);
    for (int i = 0; i < 32; i++) {
        sum = 0.75f * sum + value;
        value = SHFL(value, id + 1);
    }
    out[GROUP + id] = sum;
    out[2 * GROUP + id] = SHFL(value, 0) + (float)POPCOUNT(BALLOT(value > 0));
}

KERNEL GROUP_OF(GROUP) void shuffles_of_long(GLOBAL const mm_long *in, GLOBAL mm_long *out)
{
    WARP_ROOM(mm_long, GROUP);
    out[LOCAL_ID] = SHFL(in[LOCAL_ID], LOCAL_ID + 31);
}

/* Whether this device has them as instructions. */
KERNEL void shuffled(GLOBAL int *out)
{
#ifdef SUPPORTS_SHFL
    out[0] = 1;
#else
    out[0] = 0;
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
        DEVICE_FENCE; /* a group that sees the ticket sees the sum */
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
