/* The sum over a group, by a tree in local memory. */
#ifndef COORDINATION_TREE
#define COORDINATION_TREE

#include "coordination/real.h"

/* For the first of `size` work-items, a power of two; who calls it twice has the same memory for both. */
DEVICE REAL sum_of_group(REAL value, LOCAL_ARG REAL *sums, unsigned size)
{
    const unsigned id = LOCAL_ID;
    SYNC_THREADS; /* nobody reads what was there before any more */
    sums[id] = value;
    for (unsigned left = size / 2; left > 0; left /= 2) {
        SYNC_THREADS;
        if (id < left)
            sums[id] += sums[id + left];
    }
    return sums[id];
}

#endif
