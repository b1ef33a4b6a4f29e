/* The potential of atoms in bins of a fixed capacity (Rodrigues et al. 2008). A group computes a tile of 8 x 8 x 8
 * points from the bins of a list, given by their offsets from the tile's first bin.
 *
 * BIN_CAPACITY       slots of a bin; empty slots come last, their charge is 0
 * POINTS_PER_THREAD  points per work-item: 1, 2, 4 or 8, which differ only in y
 * WARP_TILE          shape of the 32 points that neighbouring work-items test at a time: ROWS along x, or a BOX of
 *                    4 x 2 x 4. The smaller their extent, the more often all of them are beyond the cutoff
 * CYLINDER_TEST      YES: an atom whose distance in x and z is beyond the cutoff is skipped for all of them at once
 * EMPTY              EXIT: a bin ends at its first empty slot; SCAN: all slots are tested, empty ones lie far away
 * STAGING            NONE: work-items read bins from global memory; SHARED: the group loads them into shared memory;
 *                    DOUBLE: it loads the next bins while it computes the current ones
 * BINS_PER_STAGE     bins that are loaded together
 * SMOOTHING          NONE: q / r; QUADRATIC: q / r * (1 - r^2 / cutoff^2)^2
 * GRID_SPACING       between neighbouring points
 * ON_POINT2, TILE, EXTRA_BLOCK: see suites/cutoff/small_bins.c
 * COUNTED            in the counting build: the counts of a tile, see that file */

#define WARP 32
#define THREADS (TILE * TILE * TILE / POINTS_PER_THREAD)
#define STEP (TILE / POINTS_PER_THREAD) /* from one point of a work-item to its next, along y */
#define STAGE (BINS_PER_STAGE * BIN_CAPACITY)
#define LOADS ((STAGE + THREADS - 1) / THREADS)

/* The extents of a warp's work-items along x, y and z, equal to the host's warp_box(). */
#if WARP_TILE == WARP_TILE_ROWS
#define LANES_X 8
#define LANES_Y (STEP < 4 ? STEP : 4)
#else
#define LANES_X 4
#define LANES_Y 2
#endif
#define LANES_Z (WARP / (LANES_X * LANES_Y))
#define WARPS_X (TILE / LANES_X)
#define WARPS_Y (STEP / LANES_Y)

#if STAGING == STAGING_NONE
#define BIN_MEMORY GLOBAL
#else
#define BIN_MEMORY LOCAL_ARG
#endif
#define BUFFERS (STAGING == STAGING_DOUBLE ? 2 : 1)

#if SMOOTHING == SMOOTHING_QUADRATIC
#define TERM(q, r2) ((q) * rsqrt(r2) * (1.0f - (r2) * inverse2) * (1.0f - (r2) * inverse2))
#else
#define TERM(q, r2) ((q) * rsqrt(r2))
#endif

/* Counts an atom of a non-empty slot that is tested by a work-item with this number of points in the grid, and one that
 * passes the cylinder test. After each bin a warp's first work-item counts the passes of each atom. */
#ifdef COUNTED
#include "cutoff/counted.h"
#define COUNTED_ARG GLOBAL mm_ulong *RESTRICT counted, int points_x, int points_y, int points_z,
#define COUNT_ARG , unsigned points, mm_ulong *tested, LOCAL_ARG unsigned *going
#define PASS_COUNT , points, tested, going + warp * BIN_CAPACITY
#define COUNT_TESTED *tested += atom.w == 0 ? 0 : points;
#define COUNT_GOING ATOMIC_ADD(&going[i], (unsigned)(atom.w != 0));
#define COUNT_BIN                                                                                                      \
    SYNC_THREADS;                                                                                                      \
    for (int i = 0; i < BIN_CAPACITY && lane == 0; i++) {                                                              \
        const unsigned going_on = going[warp * BIN_CAPACITY + i];                                                      \
        gone_on += going_on;                                                                                           \
        steps += going_on > 0;                                                                                         \
        going[warp * BIN_CAPACITY + i] = 0;                                                                            \
    }                                                                                                                  \
    SYNC_THREADS;
#else
#define COUNTED_ARG
#define COUNT_ARG
#define PASS_COUNT
#define COUNT_TESTED
#define COUNT_GOING
#define COUNT_BIN
#endif

/* Adds a bin's atoms to a work-item's points. None of them lies on a point. */
DEVICE void add_bin(BIN_MEMORY const float4 *bin, float px, const float *py, float pz, float cutoff2, float inverse2,
                    float *potential COUNT_ARG)
{
    for (int i = 0; i < BIN_CAPACITY; i++) {
        const float4 atom = bin[i];
#if EMPTY == EMPTY_EXIT
        if (atom.w == 0)
            break;
#endif
        COUNT_TESTED
        const float dx = atom.x - px, dz = atom.z - pz, dxdz2 = dx * dx + dz * dz;
#if CYLINDER_TEST == CYLINDER_TEST_YES
        if (dxdz2 >= cutoff2)
            continue;
#endif
        COUNT_GOING
#pragma unroll
        for (int p = 0; p < POINTS_PER_THREAD; p++) {
            const float dy = atom.y - py[p], r2 = dy * dy + dxdz2;
            if (r2 < cutoff2)
                potential[p] += TERM(atom.w, r2);
        }
    }
}

/* Load slot number s of a stage from global to private memory; store it to the stage; add the bins of a stage. */
#define LOAD_STAGE(first)                                                                                              \
    _Pragma("unroll") for (int i = 0; i < LOADS; i++)                                                                  \
    {                                                                                                                  \
        const unsigned s = id + i * THREADS;                                                                           \
        if (s < STAGE) {                                                                                               \
            const int2 entry = list[(first) + s / BIN_CAPACITY];                                                       \
            loaded[i] = slot[(unsigned)(home + entry.x) * BIN_CAPACITY + s % BIN_CAPACITY];                            \
            bits[i] = entry.y;                                                                                         \
        }                                                                                                              \
    }
#define STORE_STAGE(buffer)                                                                                            \
    _Pragma("unroll") for (int i = 0; i < LOADS; i++)                                                                  \
    {                                                                                                                  \
        const unsigned s = id + i * THREADS;                                                                           \
        if (s < STAGE) {                                                                                               \
            stage[(buffer) * STAGE + s] = loaded[i];                                                                   \
            if (s % BIN_CAPACITY == 0)                                                                                 \
                reached[(buffer) * BINS_PER_STAGE + s / BIN_CAPACITY] = bits[i];                                       \
        }                                                                                                              \
    }
#define ADD_STAGE(buffer)                                                                                              \
    for (int b = (buffer) * BINS_PER_STAGE; b < ((buffer) + 1) * BINS_PER_STAGE; b++)                                  \
    {                                                                                                                  \
        if (reached[b] >> warp & 1)                                                                                    \
            add_bin(stage + b * BIN_CAPACITY, px, py, pz, cutoff2, inverse2, potential PASS_COUNT);                    \
        COUNT_BIN                                                                                                      \
    }

/* The map is padded to whole tiles. A tile begins in the bin whose number along an axis is the tile's times
 * bins_a_tile, rounded down. Entries of the list: a bin, relative to the tile's first one, and a bit for each warp that
 * has a point within the cutoff of it. The list is padded to whole stages, and by one more stage, with entries without
 * any bit. */
KERNEL GROUP_OF(THREADS) void add_bins(COUNTED_ARG GLOBAL const float4 *RESTRICT slot, GLOBAL const int2 *RESTRICT list,
                                       int listed, int first_bin, int across_x, int across_y, float bins_a_tile,
                                       int tiles_x, int tiles_y, int first_tile, float cutoff2, float inverse2,
                                       GLOBAL float *RESTRICT map)
{
    const unsigned id = LOCAL_ID, warp = id / WARP, lane = id % WARP;
    const int tile = first_tile + (int)GROUP_ID;
    const int tile_x = tile % tiles_x, tile_y = tile / tiles_x % tiles_y, tile_z = tile / tiles_x / tiles_y;
    const int bin_x = (int)(tile_x * bins_a_tile), bin_y = (int)(tile_y * bins_a_tile);
    const int bin_z = (int)(tile_z * bins_a_tile);
    const int home = first_bin + (bin_z * across_y + bin_y) * across_x + bin_x;
    const unsigned x = tile_x * TILE + warp % WARPS_X * LANES_X + lane % LANES_X;
    const unsigned y = tile_y * TILE + warp / WARPS_X % WARPS_Y * LANES_Y + lane / LANES_X % LANES_Y;
    const unsigned z = tile_z * TILE + warp / (WARPS_X * WARPS_Y) * LANES_Z + lane / (LANES_X * LANES_Y);
    const float px = GRID_SPACING * (float)x, pz = GRID_SPACING * (float)z;
    float py[POINTS_PER_THREAD], potential[POINTS_PER_THREAD];
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++) {
        py[p] = GRID_SPACING * (float)(y + p * STEP);
        potential[p] = 0;
    }

#ifdef COUNTED
    LOCAL mm_ulong counts[THREADS];
    LOCAL unsigned going[THREADS / WARP * BIN_CAPACITY];
    mm_ulong pairs = 0, *tested = &pairs, gone_on = 0, steps = 0;
    unsigned points = 0;
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        points += x < points_x && y + p * STEP < points_y && z < points_z;
    for (int i = id; i < THREADS / WARP * BIN_CAPACITY; i += THREADS)
        going[i] = 0;
    SYNC_THREADS;
#endif

#if STAGING == STAGING_NONE
    for (int b = 0; b < listed; b++) {
        const int2 entry = list[b];
        if (entry.y >> warp & 1)
            add_bin(slot + (unsigned)(home + entry.x) * BIN_CAPACITY, px, py, pz, cutoff2, inverse2,
                    potential PASS_COUNT);
        COUNT_BIN
    }
#else
    LOCAL float4 stage[BUFFERS * STAGE];
    LOCAL int reached[BUFFERS * BINS_PER_STAGE];
    float4 loaded[LOADS];
    int bits[LOADS];
#if STAGING == STAGING_SHARED
    for (int first = 0; first < listed; first += BINS_PER_STAGE) {
        LOAD_STAGE(first)
        SYNC_THREADS; /* the old values are no longer read */
        STORE_STAGE(0)
        SYNC_THREADS;
        ADD_STAGE(0)
    }
#else
    LOAD_STAGE(0)
    STORE_STAGE(0)
    SYNC_THREADS;
    for (int first = 0, these = 0; first < listed; first += BINS_PER_STAGE, these ^= 1) {
        LOAD_STAGE(first + BINS_PER_STAGE)
        ADD_STAGE(these)
        STORE_STAGE(these ^ 1)
        SYNC_THREADS;
    }
#endif
#endif

#ifdef COUNTED
    ADD_COUNTS(counts, pairs, counted[3 * tile]);
    ADD_COUNTS(counts, gone_on, counted[3 * tile + 1]);
    ADD_COUNTS(counts, steps, counted[3 * tile + 2]);
#endif
    const mm_ulong pitch = (mm_ulong)tiles_x * TILE, rows = (mm_ulong)tiles_y * TILE;
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        map[(z * rows + y + p * STEP) * pitch + x] = potential[p];
}

/* Adds the atoms that fit in no bin, and those that lie on points, to the points of a map: a group for some of the
 * planes around an atom, 32 work-items along each row. An atom adds nothing to a point on which it lies. */
KERNEL GROUP_OF(EXTRA_BLOCK) void add_extra(GLOBAL const float4 *RESTRICT atoms, GLOBAL float *map, int points_x,
                                            int points_y, int points_z, int tiles_x, int tiles_y, float cutoff2,
                                            float inverse2)
{
    const float4 atom = atoms[GROUP_ID];
    const float radius = sqrt(cutoff2) / GRID_SPACING;
    const float middle_x = atom.x / GRID_SPACING, middle_y = atom.y / GRID_SPACING, middle_z = atom.z / GRID_SPACING;
    const int lane = LOCAL_ID % WARP, rows = EXTRA_BLOCK / WARP;
    const int first_y = max(0, (int)floor(middle_y - radius)), last_y = min(points_y - 1, (int)ceil(middle_y + radius));
    const int first_z = max(0, (int)floor(middle_z - radius)), last_z = min(points_z - 1, (int)ceil(middle_z + radius));
    const mm_ulong pitch = (mm_ulong)tiles_x * TILE, height = (mm_ulong)tiles_y * TILE;
    for (int z = first_z + (int)GROUP_ID_Y; z <= last_z; z += (int)NUM_GROUPS_Y)
        for (int y = first_y + (int)LOCAL_ID / WARP; y <= last_y; y += rows) {
            const float dy = atom.y - GRID_SPACING * (float)y, dz = atom.z - GRID_SPACING * (float)z;
            const float dydz2 = dy * dy + dz * dz, half_row = sqrt(max(0.0f, cutoff2 - dydz2)) / GRID_SPACING;
            const int first_x = max(0, (int)floor(middle_x - half_row));
            const int last_x = dydz2 < cutoff2 ? min(points_x - 1, (int)ceil(middle_x + half_row)) : -1;
            for (int x = first_x + lane; x <= last_x; x += WARP) {
                const float dx = atom.x - GRID_SPACING * (float)x, r2 = dx * dx + dydz2;
                if (r2 < cutoff2 && r2 >= ON_POINT2)
                    ATOMIC_ADD_FLOAT(&map[(z * height + y) * pitch + x], TERM(atom.w, r2));
            }
        }
}
