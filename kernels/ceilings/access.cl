/* The cost of the order of addresses: a work-group reads BLOCK_SIZE * ITEMS elements, neighbouring work-items at
 * neighbouring, shifted, strided or random addresses. sums[group] = sum of all words read, modulo 2^32.
 *
 * ELEMENT     bytes per element: 4, 8 or 16
 * BLOCK_SIZE  work-items per group, a multiple of 32
 * ITEMS       elements that a work-item loads before it uses them
 * RANDOM      element i of the work is at a hash of i, below `span`, a power of two
 *             without it: at i * stride + offset, in `stride` rounds over the array, of `round_tiles` tiles each: round
 *             r begins at element r, so together they read everything once; the rest follows without a stride */
#include "ceilings/group_sum.h"

#define TILE (BLOCK_SIZE * ITEMS)

#if ELEMENT == 16
#define TYPE int4
#define WORDS(v) ((unsigned)(v).x + (unsigned)(v).y + (unsigned)(v).z + (unsigned)(v).w)
#elif ELEMENT == 8
#define TYPE int2
#define WORDS(v) ((unsigned)(v).x + (unsigned)(v).y)
#else
#define TYPE unsigned
#define WORDS(v) (v)
#endif

#ifdef RANDOM

/* 32 bits, each of which depends on all bits of i: the finaliser of MurmurHash3. */
DEVICE unsigned hash(unsigned i)
{
    i = (i ^ i >> 16) * 0x85ebca6bu;
    i = (i ^ i >> 13) * 0xc2b2ae35u;
    return i ^ i >> 16;
}

KERNEL GROUP_OF(BLOCK_SIZE) void read_random(GLOBAL const TYPE *RESTRICT in, GLOBAL unsigned *RESTRICT sums,
                                             unsigned length, unsigned span)
{
    LOCAL unsigned partial[BLOCK_SIZE];
    const unsigned id = LOCAL_ID, group = GROUP_ID, first = group * TILE + id;
    unsigned sum = 0;
    if (length - group * TILE >= TILE) {
        TYPE item[ITEMS];
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            item[i] = in[hash(first + i * BLOCK_SIZE) & (span - 1)];
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            sum += WORDS(item[i]);
    } else
        for (unsigned i = first; i < length; i += BLOCK_SIZE) {
            const TYPE item = in[hash(i) & (span - 1)];
            sum += WORDS(item);
        }
    sum = group_sum(partial, id, sum);
    if (id == 0)
        sums[group] = sum;
}

#else

KERNEL GROUP_OF(BLOCK_SIZE) void read_strided(GLOBAL const TYPE *RESTRICT in, GLOBAL unsigned *RESTRICT sums,
                                              unsigned length, unsigned stride, unsigned offset, unsigned round_tiles)
{
    LOCAL unsigned partial[BLOCK_SIZE];
    const unsigned id = LOCAL_ID, group = GROUP_ID;
    unsigned sum = 0;
    if (group < round_tiles * stride) {
        const unsigned turn = group / round_tiles, tile = group - turn * round_tiles;
        GLOBAL const TYPE *from = in + offset + turn + (mm_ulong)(tile * TILE + id) * stride;
        TYPE item[ITEMS];
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            item[i] = from[(mm_ulong)(i * BLOCK_SIZE) * stride];
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            sum += WORDS(item[i]);
    } else
        for (unsigned i = group * TILE + id, end = group * TILE + TILE; i < end && i < length; i += BLOCK_SIZE) {
            const TYPE item = in[offset + i];
            sum += WORDS(item);
        }
    sum = group_sum(partial, id, sum);
    if (id == 0)
        sums[group] = sum;
}

#endif
