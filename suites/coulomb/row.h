/* A part of a row of a slice, for one width of the host's vectors (suites/molecules/host_vectors.h). The points'
 * sums stay in registers during the loop over all atoms. */
#include "suites/molecules/host_vectors.h"

/* Adds the atoms' potential at points first, first + 1 ... first + LANES * ROW_VECTORS - 1 of the row at y, to `sum`.
 * Atoms are (x, y, dz^2, q); none lies on a point. */
HOST_FUNCTION static void LANES_NAME(add_points)(const struct mm_float4 *restrict atom, size_t count, float h,
                                                 uint64_t first, float y, float *restrict sum)
{
    floats x[ROW_VECTORS], total[ROW_VECTORS];
    for (int v = 0; v < ROW_VECTORS; v++)
        for (int lane = 0; lane < LANES; lane++) {
            x[v][lane] = h * (float)(first + (uint64_t)(v * LANES + lane));
            total[v][lane] = 0;
        }
    for (size_t n = 0; n < count; n++) {
        float dy = y - atom[n].y, dy2dz2 = dy * dy + atom[n].z, half = 0.5f * atom[n].w;
#pragma GCC unroll 4
        for (int v = 0; v < ROW_VECTORS; v++) {
            floats dx = x[v] - atom[n].x;
            total[v] += half * LANES_NAME(rsqrt_twice)(dx * dx + dy2dz2);
        }
    }
    for (int v = 0; v < ROW_VECTORS; v++)
        LANES_NAME(store)(sum + v * LANES, total[v]);
}
#undef LANES
