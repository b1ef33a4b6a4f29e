/* Tiles of a matrix of pairs: a group's tile, and how it is stored.
 *
 * BLOCK_X, BLOCK_Y   the work-group: along a row, and rows
 * PAIRS_PER_THREAD   pairs per work-item: VECTOR_WIDTH neighbours in each of several rows, BLOCK_Y apart
 * TILES_PER_GROUP    tiles per group, one below the other
 * PAIRS              all: each pair twice; half: once, and its mirror image is copied */
#ifndef LENNARD_JONES_TILES
#define LENNARD_JONES_TILES

#include "lennard_jones/floats.h"

#define ROWS (PAIRS_PER_THREAD / VECTOR_WIDTH)
#define TILE_WIDTH (BLOCK_X * VECTOR_WIDTH)
#define TILE_HEIGHT (BLOCK_Y * ROWS)
#define MIRROR (TILE_WIDTH + 1) /* floats per row of its image: neighbours of a column are in different banks */

/* With PAIRS half: tiles on and above the diagonal. Group (i, j) has one of the `tiles` - j tiles of row j, or of the
 * row as far from the end, which has the rest of the `tiles` + 1. A row in the middle is computed twice. All work-items
 * of a group have the same tiles, since the loop over them has barriers. */
#define TILES_ACROSS(n) (((n) + TILE_WIDTH - 1) / TILE_WIDTH)
#if PAIRS == PAIRS_ALL
#define TILE_ROWS(n) (((n) + TILE_HEIGHT - 1) / TILE_HEIGHT)
#else
#define TILE_ROWS(n) ((TILES_ACROSS(n) + 1) / 2)
#endif
#define FIRST_TILE ((unsigned)GROUP_ID_Y * TILES_PER_GROUP)
#define END_TILE(n) min(FIRST_TILE + TILES_PER_GROUP, TILE_ROWS(n))

DEVICE void find_tile(unsigned j, unsigned n, unsigned *x, unsigned *y)
{
    const unsigned i = GROUP_ID;
#if PAIRS == PAIRS_ALL
    *x = i * TILE_WIDTH;
    *y = j * TILE_HEIGHT;
#else
    const unsigned own = TILES_ACROSS(n) - j, other = own - 1;
    *x = (i < own ? j + i : other + i - own) * TILE_WIDTH;
    *y = (i < own ? j : other) * TILE_WIDTH;
#endif
}

/* Stores a work-item's values of the tile at (x, y), and their mirror images. */
DEVICE void store_tile(GLOBAL float *matrix, const float *value, LOCAL_ARG float *mirror, unsigned x, unsigned y,
                       unsigned n, unsigned pitch)
{
    const unsigned column = LOCAL_ID * VECTOR_WIDTH, row = LOCAL_ID_Y;
#pragma unroll
    for (int k = 0; k < ROWS; k++)
        if (x + column < pitch && y + row + k * BLOCK_Y < n)
            STORE(&matrix[(mm_ulong)(y + row + k * BLOCK_Y) * pitch + x + column], &value[k * VECTOR_WIDTH]);
#if PAIRS == PAIRS_HALF
    SYNC_THREADS; /* the last image is no longer read */
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
        for (int v = 0; v < VECTOR_WIDTH; v++)
            mirror[(row + k * BLOCK_Y) * MIRROR + column + v] = value[k * VECTOR_WIDTH + v];
    SYNC_THREADS;
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        float image[VECTOR_WIDTH];
#pragma unroll
        for (int v = 0; v < VECTOR_WIDTH; v++)
            image[v] = mirror[(column + v) * MIRROR + row + k * BLOCK_Y];
        if (x != y && y + column < pitch && x + row + k * BLOCK_Y < n)
            STORE(&matrix[(mm_ulong)(x + row + k * BLOCK_Y) * pitch + y + column], image);
    }
#endif
}

#if PAIRS == PAIRS_HALF
#define DECLARE_MIRROR LOCAL float mirror[TILE_WIDTH * MIRROR]
#else
#define DECLARE_MIRROR LOCAL_ARG float *const mirror = 0
#endif

#endif
