/* dE/dr of each pair, from the matrix of distances (the thesis's direct_derivativeMode_E_r,
 * potentialsMode_texture_kernel).
 *
 * BLOCK_X, BLOCK_Y, PAIRS_PER_THREAD, VECTOR_WIDTH, TILES_PER_GROUP, PAIRS: see tiles.h
 * METHOD, TABLE, FILTER, TABLE_SIZE, DELTA, ADDRESSING, INDEX, TYPES: see slope.h */
#include "lennard_jones/tiles.h"
#include "lennard_jones/slope.h"

KERNEL GROUP_OF_2D(BLOCK_X, BLOCK_Y) void forces(GLOBAL const float *RESTRICT r, GLOBAL float *RESTRICT derivative,
                                                 GLOBAL const int *RESTRICT type, unsigned n, unsigned pitch,
                                                 float cutoff, float first, float per_element, float per_r,
#if METHOD != METHOD_ANALYTIC && TABLE == TABLE_SHARED
                                                 GLOBAL const float *RESTRICT from)
#else
                                                 TABLE_OF)
#endif
{
    DECLARE_MIRROR;
#if METHOD != METHOD_ANALYTIC && TABLE == TABLE_SHARED
    LOCAL float table[TYPES * TYPES * STRIDE];
    for (unsigned i = LOCAL_ID_Y * BLOCK_X + LOCAL_ID; i < TYPES * TYPES * STRIDE; i += BLOCK_X * BLOCK_Y)
        table[i] = from[i];
    SYNC_THREADS;
#endif
#pragma unroll 1
    for (unsigned tile = FIRST_TILE; tile < END_TILE(n); tile++) {
        unsigned x, y;
        find_tile(tile, n, &x, &y);
        const unsigned column = x + LOCAL_ID * VECTOR_WIDTH;
        float distance[PAIRS_PER_THREAD], value[PAIRS_PER_THREAD];
#pragma unroll
        for (int k = 0; k < ROWS; k++) {
            const unsigned row = y + LOCAL_ID_Y + k * BLOCK_Y;
            if (column < pitch && row < n)
                LOAD(&distance[k * VECTOR_WIDTH], &r[(mm_ulong)row * pitch + column])
            else
#pragma unroll
                for (int v = 0; v < VECTOR_WIDTH; v++)
                    distance[k * VECTOR_WIDTH + v] = BEYOND;
        }
#if TYPES > 1
        int types[VECTOR_WIDTH];
#pragma unroll
        for (int v = 0; v < VECTOR_WIDTH; v++)
            types[v] = type[min(column, pitch - VECTOR_WIDTH) + v];
#endif
#pragma unroll
        for (int k = 0; k < ROWS; k++) {
            const unsigned row = y + LOCAL_ID_Y + k * BLOCK_Y;
#if TYPES > 1
            const int type_y = type[min(row, n - 1)] * TYPES;
#endif
#pragma unroll
            for (int v = 0; v < VECTOR_WIDTH; v++) {
                const float at = distance[k * VECTOR_WIDTH + v];
#if TYPES > 1
                const unsigned kind = type_y + types[v];
#else
                const unsigned kind = 0;
#endif
#if METHOD != METHOD_ANALYTIC && ADDRESSING == ADDRESSING_BORDER
                value[k * VECTOR_WIDTH + v] = derivative_at(at, rsqrt(at * at), kind, first, per_element, per_r, PASS_TABLE);
#else
                float result = 0;
                if (at < cutoff && column + v != row)
                    result = derivative_at(at, rsqrt(at * at), kind, first, per_element, per_r, PASS_TABLE);
                value[k * VECTOR_WIDTH + v] = result;
#endif
            }
        }
        store_tile(derivative, value, mirror, x, y, n, pitch);
    }
}
