/* Sums of contiguous rows of numbers of equal length; the grid's second dimension is the rows. A group adds up one
 * tile, and the host launches again on the groups' sums, out[group + row * groups].
 *
 * SUM_BLOCK  work-items per group, a power of two
 * SUM_ITEMS  numbers per work-item, SUM_BLOCK apart */
#include "coordination/tree.h"

KERNEL GROUP_OF(SUM_BLOCK) void sum_rows(GLOBAL const REAL *RESTRICT in, GLOBAL REAL *RESTRICT out, unsigned length)
{
    LOCAL REAL sums[SUM_BLOCK];
    const unsigned id = LOCAL_ID, first = (unsigned)GROUP_ID * (SUM_BLOCK * SUM_ITEMS) + id;
    const mm_ulong row = GROUP_ID_Y;
    REAL sum = 0;
#pragma unroll
    for (unsigned k = 0; k < SUM_ITEMS; k++)
        if (first + k * SUM_BLOCK < length)
            sum += in[row * length + first + k * SUM_BLOCK];
    sum = sum_of_group(sum, sums, SUM_BLOCK);
    if (id == 0)
        out[row * NUM_GROUPS + GROUP_ID] = sum;
}
