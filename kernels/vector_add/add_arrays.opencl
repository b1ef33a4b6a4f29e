/* c = a + b, the addArrays of OpenMM's Common Compute, written for OpenCL. The parameters, and their meaning, are
 * vector_add/add_arrays.cl's one folder up: BLOCK_SIZE, ITEMS_PER_THREAD, VECTOR_WIDTH, GRID. */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)

#if VECTOR_WIDTH == 4
typedef float4 vector;
#elif VECTOR_WIDTH == 2
typedef float2 vector;
#else
typedef float vector;
#endif

/* A tile that is whole: no bounds to test, and vectors are aligned because tiles are. */
void add_tile(__global const vector *restrict a, __global const vector *restrict b, __global vector *restrict c,
              uint id)
{
#pragma unroll
    for (int i = 0; i < TILE / VECTOR_WIDTH; i += BLOCK_SIZE)
        c[i + id] = a[i + id] + b[i + id];
}

__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, 1, 1))) void
add_arrays(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, ulong length)
{
    const uint id = get_local_id(0);
#if GRID == GRID_ONE_SHOT
    const ulong first = get_group_id(0) * TILE;
#else
    for (ulong first = get_group_id(0) * TILE; first < length; first += get_num_groups(0) * TILE)
#endif
    {
        if (length - first >= TILE)
            add_tile((__global const vector *)(a + first), (__global const vector *)(b + first),
                     (__global vector *)(c + first), id);
        else
            for (ulong i = first + id; i < length; i += BLOCK_SIZE)
                c[i] = a[i] + b[i];
    }
}
