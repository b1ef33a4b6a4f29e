/* The force on each particle: a group sums a row of the matrix of dE/dr (a tree in shared memory).
 *
 * BLOCK_SIZE    work-items per group: the leaves of the tree
 * VECTOR_WIDTH  pairs that a work-item loads at once
 * ACCUMULATE    in float, in double, or in 64-bit fixed point
 * DISTANCE      from the matrix, or recomputed
 * ZEROS         vectors of pairs without a force: skipped, or added as others are
 * IMAGE         the nearest image of a pair, see floats.h */
#include "lennard_jones/floats.h"
#include "lennard_jones/sum.h"

/* A group sums a row of the matrix: F = -sum over x of dE/dr (position(y) - position(x)) / r. Each work-item sums its
 * own pairs, then half of them add the sums of the other half, and so on. */
KERNEL GROUP_OF(BLOCK_SIZE) void force_sum(GLOBAL const float *RESTRICT coordinate,
                                           GLOBAL const float *RESTRICT derivative, GLOBAL const float *RESTRICT r,
                                           GLOBAL float *RESTRICT force, unsigned n, unsigned pitch, float4 side,
                                           float4 inverse)
{
    LOCAL SUM partial[3 * BLOCK_SIZE];
    const unsigned id = LOCAL_ID, y = GROUP_ID;
    const float px = coordinate[y], py = coordinate[pitch + y], pz = coordinate[2 * pitch + y];
    SUM sum[3] = {0, 0, 0};
    for (unsigned x = id * VECTOR_WIDTH; x < n; x += BLOCK_SIZE * VECTOR_WIDTH) {
        float slope[VECTOR_WIDTH], place[3][VECTOR_WIDTH];
        LOAD(slope, &derivative[(mm_ulong)y * pitch + x]);
#if ZEROS == ZEROS_SKIPPED
        bool none = true;
#pragma unroll
        for (int v = 0; v < VECTOR_WIDTH; v++)
            none = none && slope[v] == 0;
        if (none)
            continue;
#endif
#pragma unroll
        for (int d = 0; d < 3; d++)
            LOAD(place[d], &coordinate[d * pitch + x]);
#if DISTANCE == DISTANCE_MATRIX
        float distance[VECTOR_WIDTH];
        LOAD(distance, &r[(mm_ulong)y * pitch + x]);
#endif
#pragma unroll
        for (int v = 0; v < VECTOR_WIDTH; v++) {
            const float dx = NEAREST(px - place[0][v], side.x, inverse.x);
            const float dy = NEAREST(py - place[1][v], side.y, inverse.y);
            const float dz = NEAREST(pz - place[2][v], side.z, inverse.z);
#if DISTANCE == DISTANCE_MATRIX
            const float square = distance[v] * distance[v];
#else
            const float square = fma(dx, dx, fma(dy, dy, dz * dz));
#endif
            const float scale = -slope[v] * rsqrt(max(square, TINY));
            sum[0] += ADDEND(scale * dx);
            sum[1] += ADDEND(scale * dy);
            sum[2] += ADDEND(scale * dz);
        }
    }
#pragma unroll
    for (int d = 0; d < 3; d++)
        partial[d * BLOCK_SIZE + id] = sum[d];
#pragma unroll
    for (unsigned left = BLOCK_SIZE / 2; left > 0; left /= 2) {
        SYNC_THREADS;
        if (id < left)
#pragma unroll
            for (int d = 0; d < 3; d++)
                partial[d * BLOCK_SIZE + id] += partial[d * BLOCK_SIZE + id + left];
    }
    if (id == 0)
#pragma unroll
        for (int d = 0; d < 3; d++)
            force[d * pitch + y] = RESULT(partial[d * BLOCK_SIZE]);
}
