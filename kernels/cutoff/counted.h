/* In counting builds: what kernels count. */

/* Adds what each work-item of a group has to a number of the group's. */
#define ADD_COUNTS(counts, own, total)                                                                                 \
    {                                                                                                                  \
        SYNC_THREADS;                                                                                                  \
        counts[LOCAL_ID] = own;                                                                                        \
        SYNC_THREADS;                                                                                                  \
        if (LOCAL_ID == 0)                                                                                             \
            for (int item = 0; item < (int)(sizeof counts / sizeof *counts); item++)                                   \
                total += counts[item];                                                                                 \
    }
