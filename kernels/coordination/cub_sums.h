/* Sums of rows by CUB's blocks, as in PLUMED's cudaHelpers: a block adds up one tile, and the host launches again on
 * the blocks' sums.
 *
 * SUM_BLOCK  threads per block
 * SUM_ITEMS  contiguous numbers per thread */
#include "coordination/real.h"

extern "C" __global__ void __launch_bounds__(SUM_BLOCK)
    sum_rows(const REAL *__restrict__ in, REAL *__restrict__ out, unsigned length)
{
    using reduction = cub::BlockReduce<REAL, SUM_BLOCK>;
    __shared__ typename reduction::TempStorage storage;
    constexpr unsigned tile = SUM_BLOCK * SUM_ITEMS;
    const unsigned first = blockIdx.x * tile, left = length - first;
    REAL item[SUM_ITEMS];
    cub::LoadDirectBlocked(threadIdx.x, in + (mm_ulong)blockIdx.y * length + first, item, left < tile ? left : tile,
                           REAL(0));
    const REAL sum = reduction(storage).Sum(item);
    if (threadIdx.x == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}
