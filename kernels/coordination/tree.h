/* The sum over a group, by a tree in local memory. */
#ifndef COORDINATION_TREE
#define COORDINATION_TREE

#include "coordination/real.h"

/* The result is in the first of `size` work-items, a power of two; two calls share the same memory. */
DEVICE REAL sum_of_group(REAL value, LOCAL_ARG REAL *sums, unsigned size)
{
    const unsigned id = LOCAL_ID;
    SYNC_THREADS; /* the old values are no longer read */
    sums[id] = value;
    for (unsigned left = size / 2; left > 0; left /= 2) {
        SYNC_THREADS;
        if (id < left)
            sums[id] += sums[id + left];
    }
    return sums[id];
}

#endif
