/* The potential from large bins (Rodrigues et al. 2008): the kernel of the direct sum with a test of the cutoff, on a
 * region of points. All of its points test all atoms of the region's list.
 *
 * ATOM_STORAGE       CONSTANT: a launch per region and per chunk of atoms that fits in constant memory; GLOBAL: one
 *                    launch for the map, which reads them from global memory; SHARED: and stages them
 * BLOCK_SIZE         work-items per group, and atoms that it stages
 * POINTS_PER_THREAD  points per work-item, which differ only in y
 * TEST               BRANCH: pairs beyond the cutoff are skipped; SELECT: they are computed, and discarded
 * SMOOTHING          NONE: q / r; QUADRATIC: q / r * (1 - r^2 / cutoff^2)^2
 * REGION             points per side of a region
 * GRID_SPACING       between neighbouring points
 * ON_POINT2, CHUNK: see suites/cutoff/large_bins.c
 * COUNTED            in the counting build: the number of tested pairs of a grid point and an atom; and with BRANCH,
 *                    how many of 32 work-items compute a term where at least one does */
#include "cutoff/tally.h"

#if SMOOTHING == SMOOTHING_QUADRATIC
#define TERM(q, r2) ((q) * rsqrt(r2) * (1.0f - (r2) * inverse2) * (1.0f - (r2) * inverse2))
#else
#define TERM(q, r2) ((q) * rsqrt(r2))
#endif

/* Adds an atom to a work-item's points that are within the cutoff; if it lies on a point, not to that point. */
DEVICE void add_atom(float4 atom, bool on_point, float px, const float *py, float pz, float cutoff2, float inverse2,
                     float *potential COUNT_ARG)
{
    COUNT_ATOM
    const float dx = atom.x - px, dz = atom.z - pz, dxdz2 = dx * dx + dz * dz;
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++) {
        const float dy = atom.y - py[p], r2 = dy * dy + dxdz2;
        const bool counts = r2 < cutoff2 && (!on_point || r2 >= ON_POINT2);
#if TEST == TEST_BRANCH
        if (counts) {
            COUNT_GOING
            potential[p] += TERM(atom.w, r2);
        }
#else
        const float term = TERM(atom.w, r2);
        potential[p] += counts ? term : 0.0f;
#endif
    }
    COUNT_STEPS
}

/* Adds atoms [from, end), of which those from `on_points` on lie on points. */
#define ADD_ATOMS(atom, from, on_points, end)                                                                          \
    for (unsigned a = from; a < (on_points); a++)                                                                      \
        add_atom(atom, false, px, py, pz, cutoff2, inverse2, potential PASS_COUNT);                                    \
    for (unsigned a = on_points; a < (end); a++)                                                                       \
        add_atom(atom, true, px, py, pz, cutoff2, inverse2, potential PASS_COUNT);

#if ATOM_STORAGE == ATOM_STORAGE_CONSTANT
CONSTANT(float4, chunk, CHUNK);

/* Region number `region`, of regions_x along x and regions_y along y: `count` atoms, of which those from `on_points` on
 * lie on points. Later chunks add to what the first wrote. */
KERNEL GROUP_OF(BLOCK_SIZE) void add_region(COUNTED_ARG GLOBAL float *RESTRICT map, unsigned points_x,
                                            unsigned points_y, unsigned points_z, unsigned regions_x,
                                            unsigned regions_y, float cutoff2, float inverse2, unsigned region,
                                            unsigned on_points, unsigned count, int first CONSTANT_ARG(float4, chunk))
{
    const unsigned group = GROUP_ID;
#else
/* A region's list is atoms [range[2 * region], range[2 * region + 2]); those from range[2 * region + 1] on lie on
 * points. A region has groups_a_region groups; a region at the end of the grid may need fewer. */
KERNEL GROUP_OF(BLOCK_SIZE) void add_region(COUNTED_ARG GLOBAL float *RESTRICT map, unsigned points_x,
                                            unsigned points_y, unsigned points_z, unsigned regions_x,
                                            unsigned regions_y, float cutoff2, float inverse2, unsigned groups_a_region,
                                            GLOBAL const float4 *RESTRICT atoms, GLOBAL const unsigned *RESTRICT range)
{
    const unsigned region = GROUP_ID / groups_a_region, group = GROUP_ID % groups_a_region;
#endif
#if ATOM_STORAGE == ATOM_STORAGE_SHARED
    LOCAL float4 stage[BLOCK_SIZE];
#endif
    const unsigned first_x = region % regions_x * REGION, first_y = region / regions_x % regions_y * REGION;
    const unsigned first_z = region / regions_x / regions_y * REGION;
    const unsigned width = min(points_x - first_x, (unsigned)REGION);
    const unsigned height = min(points_y - first_y, (unsigned)REGION);
    const unsigned depth = min(points_z - first_z, (unsigned)REGION);
    const unsigned rows = (height + POINTS_PER_THREAD - 1) / POINTS_PER_THREAD;
    const unsigned number = group * BLOCK_SIZE + LOCAL_ID;
    const unsigned x = first_x + number % width, y = first_y + number / width % rows;
    const unsigned z = first_z + number / width / rows;
    const float px = GRID_SPACING * (float)x, pz = GRID_SPACING * (float)z;
    float py[POINTS_PER_THREAD], potential[POINTS_PER_THREAD];
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++) {
        py[p] = GRID_SPACING * (float)(y + p * rows);
        potential[p] = 0;
    }

#ifdef COUNTED
    BEGIN_TALLY
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        own->points += z < first_z + depth && y + p * rows < first_y + height;
#endif

#if ATOM_STORAGE == ATOM_STORAGE_CONSTANT
    ADD_ATOMS(chunk[a], 0, on_points, count)
#else
    const bool idle = group * BLOCK_SIZE >= width * rows * depth; /* the whole group */
    const unsigned begin = range[2 * region], on_points = range[2 * region + 1];
    const unsigned end = idle ? begin : range[2 * region + 2];
#if ATOM_STORAGE == ATOM_STORAGE_GLOBAL
    ADD_ATOMS(atoms[a], begin, min(on_points, end), end)
#else
    for (unsigned staged = begin; staged < end; staged += BLOCK_SIZE) {
        const unsigned count = min(end - staged, (unsigned)BLOCK_SIZE);
        const unsigned guarded = min(max(on_points, staged) - staged, count);
        if (LOCAL_ID < count)
            stage[LOCAL_ID] = atoms[staged + LOCAL_ID];
        SYNC_THREADS;
        ADD_ATOMS(stage[a], 0, guarded, count)
        SYNC_THREADS;
    }
#endif
#endif

#ifdef COUNTED
    END_TALLY(GROUP_ID)
#endif
    if (z >= first_z + depth)
        return;
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        if (y + p * rows < first_y + height) {
            const mm_ulong place = ((mm_ulong)z * points_y + y + p * rows) * points_x + x;
#if ATOM_STORAGE == ATOM_STORAGE_CONSTANT
            map[place] = first ? potential[p] : map[place] + potential[p];
#else
            map[place] = potential[p];
#endif
        }
}
