/* The sum of an array. A work-group sums one tile of BLOCK_SIZE * ITEMS_PER_THREAD elements: each work-item adds up
 * what it loaded, then the group adds up its work-items' sums as a tree in local memory.
 *
 * BLOCK_SIZE        work-items in a group, a power of two from 32 to 1024
 * ITEMS_PER_THREAD  elements that a work-item loads; it issues all loads before it adds
 * FINISH            multi_pass: out[group] = sum of the tile, and the host launches again on these sums
 *                   atomics: the sum of the tile is added to out[0], which is zero before the launch
 * ALGORITHM         the ladder of Harris, "Optimizing parallel reduction in CUDA":
 *     interleaved   in each step every 2nd, 4th, 8th ... work-item adds its neighbour: warps diverge
 *     strided       the same additions by consecutive work-items: no divergence, but bank conflicts
 *     sequential    the lower half adds the upper half: neither
 *     first_add     sequential, with two elements added as they are loaded: no work-item idles from the start
 *     unrolled      first_add, with the tree written out for BLOCK_SIZE and its last steps within one warp
 *     multiple      unrolled, with 4 to 64 elements added before the tree: fewer trees, more loads in flight
 * LOAD              blocked: the elements of a work-item lie side by side
 *                   striped: neighbouring work-items load neighbouring vectors, which a GPU coalesces
 * VECTOR_WIDTH      neighbouring elements that a work-item loads together; one load takes at most 16 bytes
 * REAL, REAL_BYTES  the type of an element and its size */

#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)

#if VECTOR_WIDTH * REAL_BYTES <= 16
#define LOAD_WIDTH VECTOR_WIDTH
#else
#define LOAD_WIDTH 2 /* four doubles are two loads */
#endif

#define JOIN_WORDS(left, right) left##right
#define JOIN(left, right) JOIN_WORDS(left, right)

#if REAL_BYTES == 8
#define ATOMIC_ADD_REAL ATOMIC_ADD_DOUBLE
#else
#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT
#endif

/* Where item number i of work-item `id` lies in the tile. */
DEVICE int place(int id, int i)
{
#if LOAD == LOAD_BLOCKED
    return id * ITEMS_PER_THREAD + i;
#else
    return (i / VECTOR_WIDTH * BLOCK_SIZE + id) * VECTOR_WIDTH + i % VECTOR_WIDTH;
#endif
}

/* Items of a tile that is whole: no bounds to test, and vectors are aligned because tiles are. */
DEVICE void load_whole(GLOBAL const REAL *tile, int id, REAL *item)
{
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i += LOAD_WIDTH) {
#if LOAD_WIDTH == 1
        item[i] = tile[place(id, i)];
#else
        JOIN(REAL, LOAD_WIDTH) vector = *(GLOBAL const JOIN(REAL, LOAD_WIDTH) *)(tile + place(id, i));
        item[i] = vector.x;
        item[i + 1] = vector.y;
#if LOAD_WIDTH == 4
        item[i + 2] = vector.z;
        item[i + 3] = vector.w;
#endif
#endif
    }
}

/* Items of the last tile, which holds `left` elements; zero behind them. */
DEVICE void load_guarded(GLOBAL const REAL *tile, int left, int id, REAL *item)
{
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        item[i] = place(id, i) < left ? tile[place(id, i)] : 0;
}

/* A work-item's own sum, as a tree too: short dependence chains, small rounding errors. */
DEVICE REAL item_sum(GLOBAL const REAL *tile, mm_ulong left, int id)
{
    REAL sum[2 * ITEMS_PER_THREAD]; /* the items, then the sums of two, then the sums of two of these ... */
    if (left >= TILE)
        load_whole(tile, id, sum);
    else
        load_guarded(tile, (int)left, id, sum);
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD - 1; i++)
        sum[ITEMS_PER_THREAD + i] = sum[2 * i] + sum[2 * i + 1];
    return sum[2 * ITEMS_PER_THREAD - 2];
}

/* A step of the unrolled tree. Its barrier stands outside the branch: every work-item reaches it. */
#define HALVE(stride, sync)                                                                                            \
    if (BLOCK_SIZE >= 2 * (stride)) {                                                                                  \
        if (id < (stride)) {                                                                                           \
            value += partial[id + (stride)];                                                                           \
            partial[id] = value;                                                                                       \
        }                                                                                                              \
        sync;                                                                                                          \
    }

/* The sum of `value` over the group, in work-item 0. `partial` holds BLOCK_SIZE elements. */
DEVICE REAL group_sum(LOCAL_ARG REAL *partial, int id, REAL value)
{
    partial[id] = value;
    SYNC_THREADS;
#if ALGORITHM == ALGORITHM_INTERLEAVED
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        if (id % (2 * stride) == 0)
            partial[id] += partial[id + stride];
        SYNC_THREADS;
    }
    return partial[0];
#elif ALGORITHM == ALGORITHM_STRIDED
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        if (2 * stride * id < BLOCK_SIZE)
            partial[2 * stride * id] += partial[2 * stride * id + stride];
        SYNC_THREADS;
    }
    return partial[0];
#elif ALGORITHM == ALGORITHM_SEQUENTIAL || ALGORITHM == ALGORITHM_FIRST_ADD
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (id < stride)
            partial[id] += partial[id + stride];
        SYNC_THREADS;
    }
    return partial[0];
#else
    HALVE(512, SYNC_THREADS)
    HALVE(256, SYNC_THREADS)
    HALVE(128, SYNC_THREADS)
    HALVE(64, SYNC_THREADS)
    HALVE(32, SYNC_WARPS) /* from here on one warp needs its own sums only */
    HALVE(16, SYNC_WARPS)
    HALVE(8, SYNC_WARPS)
    HALVE(4, SYNC_WARPS)
    HALVE(2, SYNC_WARPS)
    HALVE(1, SYNC_WARPS)
    return value;
#endif
}

KERNEL GROUP_OF(BLOCK_SIZE) void reduce(GLOBAL const REAL *RESTRICT in, GLOBAL REAL *RESTRICT out, mm_ulong length)
{
    LOCAL REAL partial[BLOCK_SIZE];
    const int id = LOCAL_ID;
    const mm_ulong first = (mm_ulong)GROUP_ID * TILE;
    const REAL sum = group_sum(partial, id, item_sum(in + first, length - first, id));
    if (id == 0) {
#if FINISH == FINISH_ATOMICS
        ATOMIC_ADD_REAL(out, sum);
#else
        out[GROUP_ID] = sum;
#endif
    }
}
