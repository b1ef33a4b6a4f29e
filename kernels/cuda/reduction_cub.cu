/* The sum of an array out of CUB's building blocks, as PLUMED's cudaHelpers have it. A block sums one tile of
 * BLOCK_SIZE * ITEMS_PER_THREAD elements.
 *
 * BLOCK_SIZE        threads in a block, a power of two from 32 to 1024
 * ITEMS_PER_THREAD  elements that a thread loads; they lie side by side
 * FINISH            multi_pass: out[block] = sum of the tile, and the host launches again on these sums
 *                   atomics: the sum of the tile is added to out[0], which is zero before the launch
 * REAL              the type of an element */
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#pragma nv_hdrstop

extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
    reduce(const REAL *__restrict__ in, REAL *__restrict__ out, unsigned long long length)
{
    using reduction = cub::BlockReduce<REAL, BLOCK_SIZE>;
    __shared__ typename reduction::TempStorage storage;
    constexpr int tile = BLOCK_SIZE * ITEMS_PER_THREAD;

    /* CUB counts in int: give it the tile and what is left for it, not the array and its length. */
    const unsigned long long first = (unsigned long long)blockIdx.x * tile, left = length - first;
    REAL item[ITEMS_PER_THREAD];
    cub::LoadDirectBlocked(threadIdx.x, in + first, item, left < tile ? (int)left : tile, REAL(0));
    const REAL sum = reduction(storage).Sum(item);
    if (threadIdx.x == 0) {
#if FINISH == FINISH_ATOMICS
        atomicAdd(out, sum);
#else
        out[blockIdx.x] = sum;
#endif
    }
}
