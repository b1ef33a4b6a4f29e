/* Counters of kernels, in counting builds. */

/* Adds each work-item's count to a count of the group. */
#define ADD_COUNTS(counts, own, total)                                                                                 \
    {                                                                                                                  \
        SYNC_THREADS;                                                                                                  \
        counts[LOCAL_ID] = own;                                                                                        \
        SYNC_THREADS;                                                                                                  \
        if (LOCAL_ID == 0)                                                                                             \
            for (int item = 0; item < (int)(sizeof counts / sizeof *counts); item++)                                   \
                total += counts[item];                                                                                 \
    }
