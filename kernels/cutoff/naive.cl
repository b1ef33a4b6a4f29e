/* The potential on a grid from atoms within a cutoff, without bins: every point tests every atom. A work-item has
 * POINTS_PER_THREAD points of one row, which share the distances in y and z.
 *
 * BLOCK_SIZE         work-items per group
 * POINTS_PER_THREAD  points per work-item
 * ATOM_STORAGE       shared: a group loads BLOCK_SIZE atoms at a time into local memory
 *                    global: every work-item reads each atom from global memory
 * TEST               branch: the term is computed where the atom is within the cutoff
 *                    select: it is always computed, and discarded beyond the cutoff
 * SMOOTHING          none: q / r; quadratic: q / r * (1 - r^2 / cutoff^2)^2
 * GRID_SPACING       between neighbouring points
 * ON_POINT2: see suites/molecules/atoms.h
 * COUNTED            in the counting build: the number of tested pairs of a grid point and an atom; and with branch,
 *                    how many of 32 work-items compute a term where at least one does */
#include "cutoff/tally.h"

/* Adds an atom to the points of a work-item. An atom on a point adds nothing to that point. */
DEVICE void add(float4 atom, const float *column, float y, float z, float cutoff2, float inverse2, int on_points,
                float *sum COUNT_ARG)
{
    COUNT_ATOM
    const float dy = atom.y - y, dz = atom.z - z, rest = dy * dy + dz * dz;
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++) {
        const float dx = atom.x - column[p], r2 = dx * dx + rest;
        const int within = r2 < cutoff2 && (!on_points || r2 >= ON_POINT2);
#if TEST == TEST_BRANCH
        if (within)
#endif
        {
            float term = atom.w * rsqrt(r2);
#if SMOOTHING == SMOOTHING_QUADRATIC
            const float share = 1 - r2 * inverse2;
            term *= share * share;
#endif
#if TEST == TEST_BRANCH
            COUNT_GOING
            sum[p] += term;
#else
            sum[p] += within ? term : 0;
#endif
        }
    }
    COUNT_STEPS
}

/* Adds atoms [first, end), for all work-items of a group. */
#if ATOM_STORAGE == ATOM_STORAGE_SHARED
#define TILE , LOCAL_ARG float4 *tile
#define PASS_TILE , tile
#else
#define TILE
#define PASS_TILE
#endif
DEVICE void add_all(GLOBAL const float4 *RESTRICT atom, unsigned first, unsigned end, const float *column, float y,
                    float z, float cutoff2, float inverse2, int on_points, float *sum TILE COUNT_ARG)
{
#if ATOM_STORAGE == ATOM_STORAGE_SHARED
    const unsigned id = LOCAL_ID;
    for (unsigned from = first; from < end; from += BLOCK_SIZE) {
        const unsigned count = min(end - from, (unsigned)BLOCK_SIZE);
        if (id < count)
            tile[id] = atom[from + id];
        SYNC_THREADS;
        for (unsigned a = 0; a < count; a++)
            add(tile[a], column, y, z, cutoff2, inverse2, on_points, sum PASS_COUNT);
        SYNC_THREADS;
    }
#else
    for (unsigned a = first; a < end; a++)
        add(atom[a], column, y, z, cutoff2, inverse2, on_points, sum PASS_COUNT);
#endif
}

/* Atoms [0, off_points) lie on no point, [off_points, atoms) may. Consecutive points of a work-item are `stride` apart,
 * so that neighbouring work-items write neighbours; width points of a row are at most POINTS_PER_THREAD times the
 * stride. */
KERNEL GROUP_OF(BLOCK_SIZE) void add_atoms(COUNTED_ARG GLOBAL const float4 *RESTRICT atom, unsigned off_points,
                                           unsigned atoms, GLOBAL float *RESTRICT map, unsigned width, unsigned height,
                                           unsigned depth, unsigned stride, float cutoff2, float inverse2)
{
#if ATOM_STORAGE == ATOM_STORAGE_SHARED
    LOCAL float4 tile[BLOCK_SIZE];
#endif
    const unsigned id = GROUP_ID * BLOCK_SIZE + LOCAL_ID, i = id % stride, j = id / stride % height,
                   k = id / stride / height;
    const float y = GRID_SPACING * j, z = GRID_SPACING * k;
    float column[POINTS_PER_THREAD], sum[POINTS_PER_THREAD];
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++) {
        column[p] = GRID_SPACING * (i + p * stride);
        sum[p] = 0;
    }
#ifdef COUNTED
    BEGIN_TALLY
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        own->points += k < depth && i + p * stride < width;
#endif
    add_all(atom, 0, off_points, column, y, z, cutoff2, inverse2, 0, sum PASS_TILE PASS_COUNT);
    add_all(atom, off_points, atoms, column, y, z, cutoff2, inverse2, 1, sum PASS_TILE PASS_COUNT);
#ifdef COUNTED
    END_TALLY(GROUP_ID)
#endif
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        if (k < depth && i + p * stride < width)
            map[((mm_ulong)k * height + j) * width + i + p * stride] = sum[p];
}
