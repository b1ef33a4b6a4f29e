/* c = a + b, the addArrays of OpenMM's Common Compute: one source for both languages. vector_add/add_arrays.cu and
 * vector_add/add_arrays.opencl are the same, written for one language each. A work-group adds one tile of
 * BLOCK_SIZE * ITEMS_PER_THREAD elements, or tiles with a stride.
 *
 * BLOCK_SIZE        work-items in a group
 * ITEMS_PER_THREAD  elements of a tile that a work-item adds
 * VECTOR_WIDTH      neighbouring elements that a work-item loads and stores together; neighbouring work-items have
 *                   neighbouring vectors
 * GRID              one_shot: a group for each tile
 *                   grid_stride: as many groups as fill the device, which stride over the tiles */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)

#if VECTOR_WIDTH == 4
#define VECTOR float4
#elif VECTOR_WIDTH == 2
#define VECTOR float2
#else
#define VECTOR float
#endif

/* A tile that is whole: no bounds to test, and vectors are aligned because tiles are. */
DEVICE void add_tile(GLOBAL const VECTOR *RESTRICT a, GLOBAL const VECTOR *RESTRICT b, GLOBAL VECTOR *RESTRICT c,
                     unsigned id)
{
#pragma unroll
    for (int i = 0; i < TILE / VECTOR_WIDTH; i += BLOCK_SIZE)
        c[i + id] = a[i + id] + b[i + id];
}

KERNEL GROUP_OF(BLOCK_SIZE) void add_arrays(GLOBAL const float *RESTRICT a, GLOBAL const float *RESTRICT b,
                                            GLOBAL float *RESTRICT c, mm_ulong length)
{
    const unsigned id = LOCAL_ID;
#if GRID == GRID_ONE_SHOT
    const mm_ulong first = (mm_ulong)GROUP_ID * TILE;
#else
    for (mm_ulong first = (mm_ulong)GROUP_ID * TILE; first < length; first += (mm_ulong)NUM_GROUPS * TILE)
#endif
    {
        if (length - first >= TILE)
            add_tile((GLOBAL const VECTOR *)(a + first), (GLOBAL const VECTOR *)(b + first),
                     (GLOBAL VECTOR *)(c + first), id);
        else
            for (mm_ulong i = first + id; i < length; i += BLOCK_SIZE)
                c[i] = a[i] + b[i];
    }
}
