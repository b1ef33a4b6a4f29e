/* The sum of an array, or of several contiguous ones of equal length (rows). A work-group sums one
 * tile of BLOCK_SIZE * ITEMS_PER_THREAD elements, or tiles of its row with a stride: each work-item adds up its
 * elements, then the group adds up its work-items' sums as a tree in local memory. The grid's second dimension is the
 * rows, and the results of row y are at out[group + y * groups], or without groups at [y].
 *
 * BLOCK_SIZE        work-items in a group, a power of two from 32 to 1024
 * ITEMS_PER_THREAD  elements of a tile that a work-item loads; it issues all loads before it adds
 * FINISH            multi_pass: out[group] = sum of the group, and the host launches again on these sums
 *                   atomics: the sum of the group is added to out[0], which must be zero before the launch
 *                   last_block: as multi_pass; the group that ends last adds the sums up: one launch
 *                   first_block: as atomics, but group 0 makes out zero while the others load: one launch
 * ALGORITHM         the ladder of Harris, "Optimizing parallel reduction in CUDA":
 *     interleaved   in each step every 2nd, 4th, 8th ... work-item adds its neighbour: warps diverge
 *     strided       the same additions by consecutive work-items: no divergence, but bank conflicts
 *     sequential    the lower half adds the upper half: neither
 *     first_add     sequential, with two elements added as they are loaded: no work-item idles from the start
 *     last_warp     first_add, with the last steps written out for one warp, which needs no barriers of the group
 *     unrolled      last_warp, with the steps before written out for BLOCK_SIZE, too
 *     multiple      unrolled, with 4 to 64 elements added before the tree: fewer trees, more loads in flight
 * LOAD              blocked: the elements of a work-item are adjacent
 *                   striped: neighbouring work-items load neighbouring vectors, which a GPU coalesces
 * VECTOR_WIDTH      neighbouring elements that a work-item loads together; one load takes at most 16 bytes
 * STRIDES           0: a group for each tile; 1: fewer groups, which stride over the tiles of their row
 * DEPENDENT         1: a launch starts while the one before it ends, and waits for that before it loads
 * REAL, REAL_BYTES  the type of an element and its size; VECTOR2 and VECTOR4 are vectors of such elements, and
 *                   ATOMIC_ADD_REAL adds one */

#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)

#if VECTOR_WIDTH * REAL_BYTES <= 16
#define LOAD_WIDTH VECTOR_WIDTH
#else
#define LOAD_WIDTH 2 /* four doubles are two loads */
#endif
#if LOAD_WIDTH == 4
#define VECTOR VECTOR4
#else
#define VECTOR VECTOR2
#endif

#define ROW GROUP_ID_Y

#if DEPENDENT
#define START                                                                                                          \
    ALLOW_NEXT;                                                                                                        \
    AWAIT_PRECEDING
#else
#define START
#endif

/* The index within the tile of item number i of work-item `id`. */
DEVICE int place(int id, int i)
{
#if LOAD == LOAD_STRIPED
    return (i / VECTOR_WIDTH * BLOCK_SIZE + id) * VECTOR_WIDTH + i % VECTOR_WIDTH;
#else
    return id * ITEMS_PER_THREAD + i;
#endif
}

/* Loads items of a whole tile: no bounds to test, and vectors are aligned because tiles are. */
DEVICE void load_whole(GLOBAL const REAL *tile, int id, REAL *item)
{
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i += LOAD_WIDTH) {
#if LOAD_WIDTH == 1
        item[i] = tile[place(id, i)];
#else
        VECTOR vector = *(GLOBAL const VECTOR *)(tile + place(id, i));
        item[i] = vector.x;
        item[i + 1] = vector.y;
#if LOAD_WIDTH == 4
        item[i + 2] = vector.z;
        item[i + 3] = vector.w;
#endif
#endif
    }
}

/* Loads items of a tile that is partly outside of [begin, end): zeros there. */
DEVICE void load_guarded(GLOBAL const REAL *in, mm_ulong first, mm_ulong begin, mm_ulong end, int id, REAL *item)
{
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++) {
        const mm_ulong at = first + place(id, i);
        item[i] = at >= begin && at < end ? in[at] : 0;
    }
}

/* A work-item's own sum of the tile from `first`, as a tree too: short dependence chains, small rounding errors. */
DEVICE REAL item_sum(GLOBAL const REAL *in, mm_ulong first, mm_ulong begin, mm_ulong end, int id)
{
    REAL sum[2 * ITEMS_PER_THREAD]; /* the items, then the sums of two, then the sums of two of these ... */
    if (first >= begin && first + TILE <= end)
        load_whole(in + first, id, sum);
    else
        load_guarded(in, first, begin, end, id, sum);
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD - 1; i++)
        sum[ITEMS_PER_THREAD + i] = sum[2 * i] + sum[2 * i + 1];
    return sum[2 * ITEMS_PER_THREAD - 2];
}

/* This work-item's sum of its row. Tiles begin at aligned addresses, which need not be the row's begin. */
DEVICE REAL own_sum(GLOBAL const REAL *in, mm_ulong length, int id)
{
    const mm_ulong begin = ROW * length, end = begin + length;
    const mm_ulong origin = begin - begin % LOAD_WIDTH;
#if STRIDES
    REAL sum = 0;
    for (mm_ulong first = origin + (mm_ulong)GROUP_ID * TILE; first < end; first += (mm_ulong)NUM_GROUPS * TILE)
        sum += item_sum(in, first, begin, end, id);
    return sum;
#else
    return item_sum(in, origin + (mm_ulong)GROUP_ID * TILE, begin, end, id);
#endif
}

/* An unrolled step of a tree. Its barrier is outside the branch: every work-item reaches it. */
#define HALVE(stride, sync)                                                                                            \
    if (BLOCK_SIZE >= 2 * (stride)) {                                                                                  \
        if (id < (stride)) {                                                                                           \
            value += partial[id + (stride)];                                                                           \
            partial[id] = value;                                                                                       \
        }                                                                                                              \
        sync;                                                                                                          \
    }

/* From 32 sums on a warp needs only its own. */
#define LAST_WARP                                                                                                      \
    HALVE(32, SYNC_WARPS)                                                                                              \
    HALVE(16, SYNC_WARPS)                                                                                              \
    HALVE(8, SYNC_WARPS)                                                                                               \
    HALVE(4, SYNC_WARPS)                                                                                               \
    HALVE(2, SYNC_WARPS)                                                                                               \
    HALVE(1, SYNC_WARPS)

/* The sum of `value` over the group, in work-item 0. `partial` holds BLOCK_SIZE elements. Loops are not unrolled by the
 * compiler, which would add that step of the ladder to all others, as BLOCK_SIZE is constant. */
DEVICE REAL group_sum(LOCAL_ARG REAL *partial, int id, REAL value)
{
    partial[id] = value;
    SYNC_THREADS;
#if ALGORITHM == ALGORITHM_MULTIPLE || ALGORITHM == ALGORITHM_UNROLLED
    HALVE(512, SYNC_THREADS)
    HALVE(256, SYNC_THREADS)
    HALVE(128, SYNC_THREADS)
    HALVE(64, SYNC_THREADS)
    LAST_WARP
    return value;
#elif ALGORITHM == ALGORITHM_LAST_WARP
#pragma unroll 1
    for (int stride = BLOCK_SIZE / 2; stride > 32; stride /= 2) {
        if (id < stride) {
            value += partial[id + stride];
            partial[id] = value;
        }
        SYNC_THREADS;
    }
    LAST_WARP
    return value;
#elif ALGORITHM == ALGORITHM_INTERLEAVED
#pragma unroll 1
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        if (id % (2 * stride) == 0)
            partial[id] += partial[id + stride];
        SYNC_THREADS;
    }
    return partial[0];
#elif ALGORITHM == ALGORITHM_STRIDED
#pragma unroll 1
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        if (2 * stride * id < BLOCK_SIZE)
            partial[2 * stride * id] += partial[2 * stride * id + stride];
        SYNC_THREADS;
    }
    return partial[0];
#else /* sequential, first_add */
#pragma unroll 1
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (id < stride)
            partial[id] += partial[id + stride];
        SYNC_THREADS;
    }
    return partial[0];
#endif
}

#if FINISH == FINISH_LAST_BLOCK
/* Whether this group is the last of its row to store its sum; resets the ticket to zero then. */
DEVICE int comes_last(GLOBAL unsigned *ticket, LOCAL_ARG int *last, int id)
{
    if (id == 0) {
        DEVICE_FENCE; /* the group's sum must be visible before its ticket */
        *last = ATOMIC_ADD(&ticket[ROW], 1u) == NUM_GROUPS - 1;
        if (*last)
            ticket[ROW] = 0;
    }
    SYNC_THREADS;
    return *last;
}

KERNEL GROUP_OF(BLOCK_SIZE) void reduce(GLOBAL const REAL *RESTRICT in, volatile GLOBAL REAL *sums, mm_ulong length,
                                        GLOBAL unsigned *ticket, GLOBAL REAL *RESTRICT out)
{
    LOCAL REAL partial[BLOCK_SIZE];
    LOCAL int last;
    const int id = LOCAL_ID;
    const mm_ulong groups = NUM_GROUPS;
    START;
    const REAL sum = group_sum(partial, id, own_sum(in, length, id));
    if (id == 0)
        sums[ROW * groups + GROUP_ID] = sum;
    if (comes_last(ticket, &last, id)) {
        REAL rest = 0;
        DEVICE_FENCE; /* the other groups' sums must be read after their tickets */
        for (mm_ulong i = id; i < groups; i += BLOCK_SIZE)
            rest += sums[ROW * groups + i];
        const REAL total = group_sum(partial, id, rest);
        if (id == 0)
            out[ROW] = total;
    }
}
#elif defined(FINISH_FIRST_BLOCK) && FINISH == FINISH_FIRST_BLOCK /* not all benches have the value */
/* After this, another group's writes before its change of *from are visible. */
DEVICE unsigned load_acquire(GLOBAL unsigned *from)
{
#ifdef __CUDA_ARCH__
    unsigned value; /* a fence would wait for much more */
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
#else
    const unsigned value = *(volatile GLOBAL unsigned *)from;
    DEVICE_FENCE;
#endif
    return value;
}

/* Once out is zero, left[ROW] is the number of groups that have yet to add to it; in the end it is zero again. Groups
 * wait for group 0, which starts before them: devices start groups in the order of their numbers. (CUB's scan relies on
 * that, too; on a device that does not, this hangs, but no sum is wrong.) */
KERNEL GROUP_OF(BLOCK_SIZE) void reduce(GLOBAL const REAL *RESTRICT in, GLOBAL REAL *RESTRICT out, mm_ulong length,
                                        GLOBAL unsigned *left)
{
    LOCAL REAL partial[BLOCK_SIZE];
    const int id = LOCAL_ID;
    const unsigned groups = NUM_GROUPS;
    START;
    if (id == 0 && GROUP_ID == 0) {
        out[ROW] = 0;
        DEVICE_FENCE; /* out must be zero before the others can see left */
        ATOMIC_ADD(&left[ROW], groups);
    }
    const REAL sum = group_sum(partial, id, own_sum(in, length, id));
    if (id == 0) {
        while (load_acquire(&left[ROW]) == 0) {
        }
        ATOMIC_ADD_REAL(&out[ROW], sum);
        ATOMIC_ADD(&left[ROW], 0u - 1u);
    }
}
#else
KERNEL GROUP_OF(BLOCK_SIZE) void reduce(GLOBAL const REAL *RESTRICT in, GLOBAL REAL *RESTRICT out, mm_ulong length)
{
    LOCAL REAL partial[BLOCK_SIZE];
    const int id = LOCAL_ID;
    START;
    const REAL sum = group_sum(partial, id, own_sum(in, length, id));
    if (id == 0) {
#if FINISH == FINISH_ATOMICS
        ATOMIC_ADD_REAL(&out[ROW], sum);
#else
        out[ROW * (mm_ulong)NUM_GROUPS + GROUP_ID] = sum;
#endif
    }
}
#endif
