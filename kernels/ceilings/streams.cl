/* Streams: arrays that are read or written sequentially, once or several times, at the device's bandwidth.
 * A work-group takes one tile of BLOCK_SIZE * ITEMS vectors of 16 bytes after another. Each is a visit; of the `visits`
 * visits the first `tiles` go over the arrays once, the next `tiles` once more, and so on.
 *
 * No visit can be optimized away: its address depends on the number of groups, which is unknown to the compiler. Groups
 * and tiles have no common factor, so a group visits every other tile before it repeats one. A multiprocessor's L1 thus
 * keeps almost nothing of a loop over 16 MB; with PAST_L1 CUDA bypasses it.
 *
 * BLOCK_SIZE  work-items per group, a multiple of 32
 * ITEMS       vectors that a work-item loads before it uses them
 * READS       arrays that are read: 0, 1 or 2
 * WRITES      arrays that are written: 0 or 1. Without: sums[group] = sum of the words it read, modulo 2^32
 * PAST_L1     loads come from the last-level cache. With WRITES: sums[group] = tiles it visited
 * SCALED      c = a + scale * b instead of c = a + b */
#include "ceilings/group_sum.h"

#define TILE (BLOCK_SIZE * ITEMS)

#if READS == 2
#define WORD float
#define VECTOR float4
#else
#define WORD int
#define VECTOR int4
#endif

#if defined(PAST_L1) && defined(__CUDA_ARCH__)
#define LOAD(from) __ldcg(from)
#else
#define LOAD(from) (*(from))
#endif

/* The value of a written element: from those read, or from its own index. */
#if READS == 0
#define RESULT(seed, at, i) written_vector(seed, at)
#define RESULT_WORD(seed, at) ((int)written(seed, at))
#elif READS == 1
#define RESULT(seed, at, i) x[i]
#define RESULT_WORD(seed, at) a[at]
#elif defined(SCALED)
#define RESULT(seed, at, i) (x[i] + scale * y[i])
#define RESULT_WORD(seed, at) (a[at] + scale * b[at])
#else
#define RESULT(seed, at, i) (x[i] + y[i])
#define RESULT_WORD(seed, at) (a[at] + b[at])
#endif

#define STEP 2654435761u /* odd, so that neighbours have different words */

DEVICE unsigned written(unsigned seed, mm_ulong at)
{
    return seed + (unsigned)at * STEP;
}

DEVICE int4 written_vector(unsigned seed, mm_ulong at)
{
    const unsigned word = written(seed, at);
    return make_int4((int)word, (int)(word + STEP), (int)(word + 2 * STEP), (int)(word + 3 * STEP));
}

KERNEL GROUP_OF(BLOCK_SIZE) void stream(
#if READS >= 1
    GLOBAL const WORD *RESTRICT a,
#endif
#if READS == 2
    GLOBAL const WORD *RESTRICT b,
#endif
#if WRITES
    GLOBAL WORD *RESTRICT c,
#endif
#if !WRITES || defined(PAST_L1)
    GLOBAL unsigned *RESTRICT sums,
#endif
    mm_ulong length, unsigned tiles, unsigned visits, unsigned seed, float scale)
{
#if !WRITES
    LOCAL unsigned partial[BLOCK_SIZE];
#endif
    const unsigned id = LOCAL_ID, group = GROUP_ID, groups = NUM_GROUPS;
    unsigned sum = 0, tile = group;
    for (unsigned visit = group; visit < visits; visit += groups) {
        const mm_ulong first = (mm_ulong)tile * (4 * TILE);
        if (length - first >= 4 * TILE) { /* whole: no bounds to test, and vectors are aligned because tiles are */
            const mm_ulong vector = first / 4 + id;
#if READS >= 1
            VECTOR x[ITEMS];
#pragma unroll
            for (int i = 0; i < ITEMS; i++)
                x[i] = LOAD((GLOBAL const VECTOR *)a + vector + i * BLOCK_SIZE);
#endif
#if READS == 2
            VECTOR y[ITEMS];
#pragma unroll
            for (int i = 0; i < ITEMS; i++)
                y[i] = LOAD((GLOBAL const VECTOR *)b + vector + i * BLOCK_SIZE);
#endif
#pragma unroll
            for (int i = 0; i < ITEMS; i++)
#if WRITES
                ((GLOBAL VECTOR *)c)[vector + i * BLOCK_SIZE] = RESULT(seed, 4 * (vector + i * BLOCK_SIZE), i);
#else
                sum += (unsigned)x[i].x + (unsigned)x[i].y + (unsigned)x[i].z + (unsigned)x[i].w;
#endif
        } else
            for (mm_ulong at = first + id; at < length; at += BLOCK_SIZE)
#if WRITES
                c[at] = RESULT_WORD(seed, at);
#else
                sum += (unsigned)LOAD(a + at);
#endif
#if WRITES
        sum++;
#endif
        tile += groups;
        if (tile >= tiles)
            tile -= tiles;
    }
#if !WRITES
    sum = group_sum(partial, id, sum);
#endif
#if !WRITES || defined(PAST_L1)
    if (id == 0)
        sums[group] = sum;
#endif
}
