/* Loads from small tables: by the texture units, from constant memory, from local (shared) memory. Every work-item
 * makes LOADS loads and writes the sum of them. The index depends on numbers from the host and changes in every
 * iteration of the loop, so no load can be optimized away or shared.
 *
 * TABLE       the memory of the table (of the bench, like the next two)
 * PATTERN     where the work-items of a group load
 *             same: all at one index (spread 0), or each at another (spread odd): unknown to the compiler
 *             neighbours: work-item i at the index after work-item i - 1
 *             random: each at its own random index
 * LOADS       per work-item; from local memory by neighbours, loads of four bytes
 * BLOCK_SIZE  work-items per group
 * UNROLL      loads in the body of the loop
 * LENGTH      words in the table in constant memory
 * WIDTH       bytes that a work-item loads from local memory at once, by neighbours */
#define TEXTURES 0
#define CONSTANTS 1
#define LOCALS 2
#define SAME 0
#define NEIGHBOURS 1
#define RANDOM 2

DEVICE unsigned next_random(unsigned random)
{
    return random * 1664525u + 1013904223u; /* the high bits are good */
}

DEVICE unsigned first_random(unsigned i, unsigned seed)
{
    i = (i ^ seed) * 0x9e3779b9u;
    return (i ^ i >> 15) * 0x85ebca6bu;
}

#if TABLE == TEXTURES
/* The table is one row of `width` elements. Coordinates are in 64ths of an element, and odd 128ths when fetched: never
 * on the boundary of two elements, and with fractions that the hardware represents. `advance` is in 64ths too, and less
 * than the row. */
KERNEL GROUP_OF(BLOCK_SIZE) void fetch(TEXTURE(table), GLOBAL float *RESTRICT out, unsigned width, unsigned advance,
                                       unsigned seed)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID, row = 64 * width;
    float sum = 0;
#if PATTERN == RANDOM
    unsigned random = first_random(i, seed);
#else
    unsigned place = 64 * (i % width) + seed % 64;
#endif
#pragma unroll 1
    for (int pass = 0; pass < LOADS / UNROLL; pass++) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++) {
#if PATTERN == RANDOM
            const unsigned place = (unsigned)((mm_ulong)random * row >> 32);
            random = next_random(random);
#endif
            sum += FETCH(table, (float)place * (1.0f / 64) + 1.0f / 128, 0.5f);
#if PATTERN == NEIGHBOURS
            place += advance;
            place -= place >= row ? row : 0;
#endif
        }
    }
    out[i] = sum;
}
#endif

#if TABLE == LOCALS
#define WORDS 4096 /* 2^12 */
#elif TABLE == CONSTANTS
#define WORDS LENGTH
CONSTANT(int, table, LENGTH);
#endif
#ifndef WIDTH
#define WIDTH 4
#endif
#if WIDTH == 16
#define VECTOR int4
#define ADD_UP(v) (v.x + v.y + v.z + v.w)
#elif WIDTH == 8
#define VECTOR int2
#define ADD_UP(v) (v.x + v.y)
#else
#define VECTOR int
#define ADD_UP(v) (v)
#endif
#define VECTORS (WORDS * 4 / WIDTH)
#define LINES (VECTORS / 32)

#if TABLE == CONSTANTS
KERNEL GROUP_OF(BLOCK_SIZE) void load(GLOBAL int *RESTRICT out, unsigned spread, unsigned seed, mm_ulong length
                                      CONSTANT_ARG(int, table))
{
    const unsigned id = LOCAL_ID;
#elif TABLE == LOCALS
KERNEL GROUP_OF(BLOCK_SIZE) void load(GLOBAL int *RESTRICT out, unsigned spread, unsigned seed, mm_ulong length,
                                      GLOBAL const VECTOR *RESTRICT from)
{
    LOCAL VECTOR table[VECTORS];
    const unsigned id = LOCAL_ID;
    for (unsigned k = id; k < VECTORS; k += BLOCK_SIZE)
        table[k] = from[k];
    SYNC_THREADS;
#endif
#if TABLE != TEXTURES
    const mm_ulong i = (mm_ulong)GROUP_ID * BLOCK_SIZE + id;
    VECTOR sum = table[0];
#if PATTERN == SAME /* every second word: two neighbours could be merged into one load */
    unsigned place = (id * spread + (unsigned)GROUP_ID * 7) % (WORDS / 2);
#elif PATTERN == NEIGHBOURS /* 32 load a line of 32 vectors; the lines of half a table after a moving one */
    unsigned line = (unsigned)GROUP_ID * 7 % (LINES / 2);
#else
    unsigned random = first_random((unsigned)i, seed);
#endif
#pragma unroll 1
    for (int pass = 0; pass < LOADS * 4 / WIDTH / UNROLL; pass++) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++) {
#if PATTERN == SAME
            sum += table[place + 2 * k];
#elif PATTERN == NEIGHBOURS
            sum += table[32 * (line + k) + id % 32];
#else
            sum += table[random >> 20];
            random = next_random(random);
#endif
        }
#if PATTERN == SAME
        place = (place + 37) % (WORDS / 2);
#elif PATTERN == NEIGHBOURS
        line = (line + spread) % (LINES / 2);
#endif
    }
    if (i < length)
        out[i] = ADD_UP(sum);
}
#endif
