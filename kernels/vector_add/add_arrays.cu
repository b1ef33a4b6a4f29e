/* c = a + b, the addArrays of OpenMM's Common Compute, written for CUDA. The parameters, and their meaning, are
 * vector_add/add_arrays.cl's: BLOCK_SIZE, ITEMS_PER_THREAD, VECTOR_WIDTH, GRID. */
constexpr int tile = BLOCK_SIZE * ITEMS_PER_THREAD;

#if VECTOR_WIDTH == 4
using vector = float4;

__device__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
#elif VECTOR_WIDTH == 2
using vector = float2;

__device__ float2 operator+(float2 a, float2 b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}
#else
using vector = float;
#endif

/* A tile that is whole: no bounds to test, and vectors are aligned because tiles are. */
__device__ void add_tile(const vector *__restrict__ a, const vector *__restrict__ b, vector *__restrict__ c,
                         unsigned id)
{
#pragma unroll
    for (int i = 0; i < tile / VECTOR_WIDTH; i += BLOCK_SIZE)
        c[i + id] = a[i + id] + b[i + id];
}

extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
    add_arrays(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, size_t length)
{
    const unsigned id = threadIdx.x;
#if GRID == GRID_ONE_SHOT
    const size_t first = (size_t)blockIdx.x * tile;
#else
    for (size_t first = (size_t)blockIdx.x * tile; first < length; first += (size_t)gridDim.x * tile)
#endif
    {
        if (length - first >= tile)
            add_tile(reinterpret_cast<const vector *>(a + first), reinterpret_cast<const vector *>(b + first),
                     reinterpret_cast<vector *>(c + first), id);
        else
            for (size_t i = first + id; i < length; i += BLOCK_SIZE)
                c[i] = a[i] + b[i];
    }
}
