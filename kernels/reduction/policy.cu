/* The sum of an array as cub::DeviceReduce computes it with a policy of its tuning interface (a cub::ReducePassPolicy):
 * with its own agent, in kernels like its own. A block takes every gridDim.x-th tile and stores one sum; a single block
 * then adds these, or all elements if they fit in its tile. There is a kernel for each of CUB's algorithms: its headers
 * take longer to compile than all of them.
 *
 * BLOCK_SIZE  threads per block, a multiple of 32: threads_per_block
 * ITEMS       elements of a tile per thread: items_per_thread
 * VECTOR      neighbouring elements that a thread loads together, where the array is aligned for them: vec_size
 * MODIFIER    how it loads, one of cub::CacheLoadModifier: load_modifier
 * SINGLE      1: the single block's kernel, of the first algorithm
 * REAL        the type of an element
 * OFFSET      the type of an index: 32 bits wide where these suffice, as in CUB */
#include <cub/agent/agent_reduce.cuh>
#include <cuda/std/functional>
#pragma nv_hdrstop

constexpr cub::CacheLoadModifier modifiers[] = {cub::LOAD_DEFAULT, cub::LOAD_CG, cub::LOAD_CS, cub::LOAD_LDG};

/* The members of a policy that the agent reads. */
template <cub::BlockReduceAlgorithm algorithm> struct policy {
    static constexpr int BLOCK_THREADS = BLOCK_SIZE, ITEMS_PER_THREAD = ITEMS, VECTOR_LOAD_LENGTH = VECTOR;
    static constexpr cub::BlockReduceAlgorithm BLOCK_ALGORITHM = algorithm;
    static constexpr cub::CacheLoadModifier LOAD_MODIFIER = modifiers[MODIFIER];
};

#if CUB_VERSION >= 300200
template <class Policy>
using agent = cub::detail::reduce::AgentReduce<Policy, const REAL *, OFFSET, cuda::std::plus<>, REAL>;
#else
#if CUB_VERSION >= 200800
using cub::detail::reduce::AgentReduce;
#else
using cub::AgentReduce;
#endif
template <class Policy> using agent = AgentReduce<Policy, const REAL *, REAL *, OFFSET, cuda::std::plus<>, REAL>;
#endif

#if SINGLE
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
    reduce_single(const REAL *in, REAL *out, unsigned long long length)
{
    using reduction = agent<policy<cub::BLOCK_REDUCE_WARP_REDUCTIONS>>;
    __shared__ typename reduction::TempStorage storage;
    const REAL sum = reduction(storage, in, {}).ConsumeRange((OFFSET)0, (OFFSET)length);
    if (threadIdx.x == 0)
        *out = REAL(0) + sum;
}
#else
template <cub::BlockReduceAlgorithm algorithm>
__device__ void add_tiles(const REAL *in, REAL *out, unsigned long long length)
{
    using reduction = agent<policy<algorithm>>;
    __shared__ typename reduction::TempStorage storage;
    cub::GridEvenShare<OFFSET> share;
    share.num_items = (OFFSET)length;
    share.grid_size = (int)gridDim.x;
    const REAL sum = reduction(storage, in, {}).ConsumeTiles(share);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

#define REDUCE(name, algorithm)                                                                                        \
    extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)                                                           \
        name(const REAL *in, REAL *out, unsigned long long length)                                                     \
    {                                                                                                                  \
        add_tiles<cub::algorithm>(in, out, length);                                                                    \
    }
REDUCE(reduce_warp_reductions, BLOCK_REDUCE_WARP_REDUCTIONS)
REDUCE(reduce_raking, BLOCK_REDUCE_RAKING)
REDUCE(reduce_raking_commutative_only, BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY)
#endif
