/* The matrix of distances: a work-item per pair, or per several.
 *
 * BLOCK_X, BLOCK_Y, PAIRS_PER_THREAD, VECTOR_WIDTH, TILES_PER_GROUP, PAIRS: see tiles.h
 * IMAGE  the nearest image of a pair, see floats.h
 * ROOT   sqrt, or the product with rsqrt */
#include "lennard_jones/tiles.h"

KERNEL GROUP_OF_2D(BLOCK_X, BLOCK_Y) void distances(GLOBAL const float *RESTRICT coordinate, GLOBAL float *RESTRICT r,
                                                    unsigned n, unsigned pitch, float4 side, float4 inverse)
{
    DECLARE_MIRROR;
#pragma unroll 1
    for (unsigned tile = FIRST_TILE; tile < END_TILE(n); tile++) {
        unsigned x, y;
        find_tile(tile, n, &x, &y);
        const unsigned column = x + LOCAL_ID * VECTOR_WIDTH, from = min(column, pitch - VECTOR_WIDTH);
        float place[3][VECTOR_WIDTH], value[PAIRS_PER_THREAD];
#pragma unroll
        for (int d = 0; d < 3; d++)
            LOAD(place[d], &coordinate[d * pitch + from]);
#pragma unroll
        for (int k = 0; k < ROWS; k++) {
            const unsigned row = y + LOCAL_ID_Y + k * BLOCK_Y, own = min(row, n - 1);
            const float px = coordinate[own], py = coordinate[pitch + own], pz = coordinate[2 * pitch + own];
#pragma unroll
            for (int v = 0; v < VECTOR_WIDTH; v++) {
                const float dx = NEAREST(px - place[0][v], side.x, inverse.x);
                const float dy = NEAREST(py - place[1][v], side.y, inverse.y);
                const float dz = NEAREST(pz - place[2][v], side.z, inverse.z);
                const float square = fma(dx, dx, fma(dy, dy, dz * dz));
#if ROOT == ROOT_SQRT
                value[k * VECTOR_WIDTH + v] = sqrt(square);
#else
                value[k * VECTOR_WIDTH + v] = square * rsqrt(max(square, TINY));
#endif
            }
            if (column + VECTOR_WIDTH > n || row >= n)
#pragma unroll
                for (int v = 0; v < VECTOR_WIDTH; v++)
                    value[k * VECTOR_WIDTH + v] =
                        column + v < n && row < n ? value[k * VECTOR_WIDTH + v] : BEYOND;
        }
        store_tile(r, value, mirror, x, y, n, pitch);
    }
}
