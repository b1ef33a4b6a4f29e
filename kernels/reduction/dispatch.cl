/* The reduction as PLUMED's cudaHelpers drive it, without CUB: kernels for all group sizes in one program; the host
 * chooses one for each pass (suites/reduction/drive.c). Each group stores the sum of its tile in out[group], of row y
 * in out[group + y * groups].
 *
 * ITEMS_PER_THREAD  adjacent elements that a work-item loads
 * REAL              the type of an element
 * SEVERAL           0: one array; 1: several contiguous ones, the grid's second dimension */
#if SEVERAL
#define ROW (mm_ulong)GROUP_ID_Y
#else
#define ROW (mm_ulong)0
#endif

/* The sum of a tile of `threads` work-items in work-item 0; `partial` holds an element of each. */
DEVICE REAL tile_sum(GLOBAL const REAL *in, mm_ulong length, LOCAL_ARG REAL *partial, int threads)
{
    const int id = LOCAL_ID;
    const mm_ulong first = ((mm_ulong)GROUP_ID * threads + id) * ITEMS_PER_THREAD;
    REAL sum = 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        if (first + i < length)
            sum += in[ROW * length + first + i];
    partial[id] = sum;
    SYNC_THREADS;
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        if (id < stride)
            partial[id] += partial[id + stride];
        SYNC_THREADS;
    }
    return partial[0];
}

/* The input is not RESTRICT: passes write to arrays that earlier passes read. */
#define REDUCE(threads)                                                                                                \
    KERNEL GROUP_OF(threads) void reduce_##threads(GLOBAL const REAL *in, GLOBAL REAL *out, mm_ulong length)           \
    {                                                                                                                  \
        LOCAL REAL partial[threads];                                                                                   \
        const REAL sum = tile_sum(in, length, partial, threads);                                                       \
        if (LOCAL_ID == 0)                                                                                             \
            out[ROW * NUM_GROUPS + GROUP_ID] = sum;                                                                    \
    }

#include "reduction/dispatch.h"
