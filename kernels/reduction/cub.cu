/* The sum of an array, or of several contiguous ones of equal length (rows), out of CUB's building blocks, as in
 * PLUMED's cudaHelpers. A block sums one tile of BLOCK_SIZE * ITEMS_PER_THREAD elements. The grid's second dimension is
 * the rows. The argument `adds` selects the output: the sum is added to out[y] for row y, which must be zero before the
 * launch; or it is stored in out[block + y * blocks], and the host launches again on these sums. There is a kernel for
 * each of cub::BlockReduce's algorithms: CUB's headers take longer to compile than all of them.
 *
 * BLOCK_SIZE        threads per block, a power of two from 32 to 1024
 * ITEMS_PER_THREAD  elements that a thread loads
 * LOAD              blocked: LoadDirectBlocked; the elements of a thread are contiguous
 *                   striped: LoadDirectStriped; neighbouring threads load neighbours
 *                   vectorized: LoadDirectBlockedVectorized; blocked, by vectors, where a row is aligned for them
 * REAL              the type of an element */
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#pragma nv_hdrstop

#define ROW (unsigned long long)blockIdx.y

/* CUB counts in int: it gets the tile and the number of its elements, not the array and its length. */
__device__ void load(const REAL *tile, int count, bool aligned, REAL (&item)[ITEMS_PER_THREAD])
{
    constexpr int whole = BLOCK_SIZE * ITEMS_PER_THREAD;
#if LOAD == LOAD_STRIPED
    if (count == whole)
        cub::LoadDirectStriped<BLOCK_SIZE>(threadIdx.x, tile, item);
    else
        cub::LoadDirectStriped<BLOCK_SIZE>(threadIdx.x, tile, item, count, REAL(0));
#else
#if LOAD == LOAD_VECTORIZED
    if (count == whole && aligned)
        cub::LoadDirectBlockedVectorized(threadIdx.x, const_cast<REAL *>(tile), item);
    else
#endif
        cub::LoadDirectBlocked(threadIdx.x, tile, item, count, REAL(0));
#endif
}

template <cub::BlockReduceAlgorithm algorithm>
__device__ void add_tile(const REAL *__restrict__ in, REAL *__restrict__ out, unsigned long long length, int adds)
{
    using reduction = cub::BlockReduce<REAL, BLOCK_SIZE, algorithm>;
    __shared__ typename reduction::TempStorage storage;
    constexpr int tile = BLOCK_SIZE * ITEMS_PER_THREAD;

    const unsigned long long first = (unsigned long long)blockIdx.x * tile, left = length - first;
    REAL item[ITEMS_PER_THREAD];
    load(in + ROW * length + first, left < tile ? (int)left : tile, ROW * length % 4 == 0, item);
    const REAL sum = reduction(storage).Sum(item);
    if (threadIdx.x == 0) {
        if (adds)
            atomicAdd(&out[ROW], sum);
        else
            out[ROW * gridDim.x + blockIdx.x] = sum;
    }
}

#define REDUCE(name, algorithm)                                                                                        \
    extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)                                                           \
        name(const REAL *__restrict__ in, REAL *__restrict__ out, unsigned long long length, int adds)                 \
    {                                                                                                                  \
        add_tile<cub::algorithm>(in, out, length, adds);                                                               \
    }
REDUCE(reduce_warp_reductions, BLOCK_REDUCE_WARP_REDUCTIONS)
REDUCE(reduce_raking, BLOCK_REDUCE_RAKING)
REDUCE(reduce_raking_commutative_only, BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY)
