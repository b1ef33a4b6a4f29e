/* The reduction as PLUMED's cudaHelpers drive it: kernels for all block sizes in one program; the host chooses one for
 * each pass (suites/reduction/drive.c). Each block stores the sum of its tile in out[block], of row y in
 * out[block + y * blocks].
 *
 * ITEMS_PER_THREAD  adjacent elements that a thread loads
 * REAL              the type of an element
 * SEVERAL           0: one array; 1: several contiguous ones, the grid's second dimension */
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#pragma nv_hdrstop

#if SEVERAL
#define ROW (unsigned long long)blockIdx.y
#else
#define ROW 0ull
#endif

template <int threads>
__device__ void reduce(const REAL *in, REAL *out, unsigned long long length)
{
    using reduction = cub::BlockReduce<REAL, threads>;
    __shared__ typename reduction::TempStorage storage;
    constexpr int tile = threads * ITEMS_PER_THREAD;

    const unsigned long long first = (unsigned long long)blockIdx.x * tile, left = length - first;
    REAL item[ITEMS_PER_THREAD];
    cub::LoadDirectBlocked(threadIdx.x, in + ROW * length + first, item, left < tile ? (int)left : tile, REAL(0));
    const REAL sum = reduction(storage).Sum(item);
    if (threadIdx.x == 0)
        out[ROW * gridDim.x + blockIdx.x] = sum;
}

/* The input is no __restrict__: passes write to arrays that earlier passes read. */
#define REDUCE(threads)                                                                                                \
    extern "C" __global__ void __launch_bounds__(threads)                                                              \
        reduce_##threads(const REAL *in, REAL *out, unsigned long long length)                                         \
    {                                                                                                                  \
        reduce<threads>(in, out, length);                                                                              \
    }

#include "reduction/dispatch.h"
