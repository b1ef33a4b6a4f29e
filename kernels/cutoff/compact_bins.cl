/* The potential on a grid, q / r of all atoms within the cutoff, from compact bins: atoms in the order of their bins,
 * so that bins in a row are one range. A group works on a box of points. It reads the rows of bins that are near it;
 * each 32 work-items test 32 atoms at a time and list those within the cutoff of their own, smaller box; each work-item
 * adds the listed atoms to its points, neighbours in z.
 *
 * BIN_SIZE                   side of a bin in angstrom
 * GROUP_X, GROUP_Y, GROUP_Z  points of a group
 * WARP_X, WARP_Y             of 32 work-items, how many in x and y; the rest are in z
 * POINTS_PER_THREAD          points of a work-item
 * LISTED                     near: atoms within the cutoff of the box of the 32; all: every one
 * TAKEN                      atoms that a work-item takes at a time
 * UNROLL                     of the loop over the list
 * LONGEST                    length above which a list is processed
 * ROWS_OF_1                  the most rows of bins of 1 angstrom near a group
 * SMOOTHING                  none: q / r; quadratic: q / r (1 - r^2 / cutoff^2)^2
 * GRID_SPACING               between neighbouring points
 * ON_POINT2: see suites/molecules/atoms.h */
#define WARP_Z (32 / (WARP_X * WARP_Y) * POINTS_PER_THREAD)
#define WARPS_X (GROUP_X / WARP_X)
#define WARPS_Y (GROUP_Y / WARP_Y)
#define WARPS (WARPS_X * WARPS_Y * (GROUP_Z / WARP_Z))
#define BLOCK_SIZE (32 * WARPS)

#define STEP (32 * TAKEN)
#define ROOM (LONGEST + STEP) /* of a list, which is processed once it is longer than LONGEST */
#define MOST_ROWS (ROWS_OF_1 / (BIN_SIZE * BIN_SIZE))

/* The bin along an axis in which a group begins: both products are exact. */
#define BINS(group, points) (unsigned)((group) * ((points) * GRID_SPACING / BIN_SIZE))

#ifdef __OPENCL_VERSION__
#define RSQRT(square) native_rsqrt(square)
#else
#define RSQRT(square) rsqrt(square)
#endif

/* Adds an atom to the points of a work-item, the first of which is at `first`. It may lie on one only if `guarded`. */
DEVICE void add(float4 atom, float3 first, float cutoff2, float inverse2, int guarded, float *potential)
{
    const float dx = atom.x - first.x, dy = atom.y - first.y, dz = atom.z - first.z;
    const float across = fma(dy, dy, dx * dx);
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++) {
        const float along = dz - p * GRID_SPACING, square = fma(along, along, across);
#if SMOOTHING == SMOOTHING_NONE
        const float charge = atom.w;
#else
        const float share = fma(-square, inverse2, 1.0f), charge = atom.w * share * share;
#endif
        if (square < cutoff2 && (!guarded || square >= ON_POINT2))
            potential[p] = fma(charge, RSQRT(square), potential[p]);
    }
}

/* Adds the first `count` atoms of a list. */
DEVICE void add_all(LOCAL_ARG const float4 *list, unsigned count, float3 first, float cutoff2, float inverse2,
                    int guarded, float *potential)
{
    unsigned i = 0;
    for (; i + UNROLL <= count; i += UNROLL)
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            add(list[i + u], first, cutoff2, inverse2, guarded, potential);
    for (; i < count; i++)
        add(list[i], first, cutoff2, inverse2, guarded, potential);
}

/* The distance of a coordinate from an interval around `middle`. */
DEVICE float outside(float coordinate, float middle, float reach)
{
    return max(fabs(coordinate - middle) - reach, 0.0f);
}

/* Bins: across_x along x, across_y along y; atoms of bin b are [start[b], start[b + 1]), and the bin in which the first
 * group's points begin is number `origin`. rows: of each near row, its first bin and the one after its last, relative
 * to the bin in which a group's points begin. Atoms [off_points, all) may lie on points. In `worked` each 32 work-items
 * store the number of atoms that they listed. */
KERNEL GROUP_OF(BLOCK_SIZE) void compact_bins(GLOBAL const float4 *RESTRICT atoms,
                                              GLOBAL const unsigned *RESTRICT start, GLOBAL const int2 *RESTRICT rows,
                                              int row_count, unsigned across_x, unsigned across_y, unsigned origin,
                                              unsigned off_points, unsigned all, float cutoff2, float inverse2,
                                              GLOBAL float *RESTRICT map, GLOBAL unsigned *RESTRICT worked,
                                              unsigned points_x, unsigned points_y, unsigned points_z)
{
    LOCAL int2 range[MOST_ROWS];
    LOCAL float4 lists[WARPS * ROOM];
    LOCAL unsigned listed[WARPS];
    const unsigned id = LOCAL_ID, lane = id % 32, warp = id / 32;
    const unsigned groups_x = (points_x + GROUP_X - 1) / GROUP_X, groups_y = (points_y + GROUP_Y - 1) / GROUP_Y;
    const unsigned group = GROUP_ID, group_z = group / (groups_x * groups_y);
    const unsigned group_y = group / groups_x % groups_y, group_x = group % groups_x;
    const unsigned bin_x = BINS(group_x, GROUP_X), bin_y = BINS(group_y, GROUP_Y), bin_z = BINS(group_z, GROUP_Z);
    const unsigned bin = origin + (bin_z * across_y + bin_y) * across_x + bin_x;
    const unsigned corner_x = group_x * GROUP_X + warp % WARPS_X * WARP_X;
    const unsigned corner_y = group_y * GROUP_Y + warp / WARPS_X % WARPS_Y * WARP_Y;
    const unsigned corner_z = group_z * GROUP_Z + warp / (WARPS_X * WARPS_Y) * WARP_Z;
    const unsigned x = corner_x + lane % WARP_X, y = corner_y + lane / WARP_X % WARP_Y;
    const unsigned z = corner_z + lane / (WARP_X * WARP_Y) * POINTS_PER_THREAD;
    const float3 first = make_float3(x * GRID_SPACING, y * GRID_SPACING, z * GRID_SPACING);
    const float half_x = 0.5f * GRID_SPACING * (WARP_X - 1), half_y = 0.5f * GRID_SPACING * (WARP_Y - 1);
    const float half_z = 0.5f * GRID_SPACING * (WARP_Z - 1);
    LOCAL_ARG float4 *list = lists + warp * ROOM;
    float potential[POINTS_PER_THREAD];
#pragma unroll
    for (int p = 0; p < POINTS_PER_THREAD; p++)
        potential[p] = 0;
    for (int r = id; r < row_count; r += BLOCK_SIZE)
        range[r] = make_int2(start[bin + rows[r].x], start[bin + rows[r].y]);
    unsigned total = 0;
    if (lane == 0)
        listed[warp] = 0;
    SYNC_THREADS;

    for (int r = 0; r < row_count; r++) {
        const int end = range[r].y;
        for (int from = range[r].x; from < end; from += STEP) {
#pragma unroll
            for (int t = 0; t < TAKEN; t++)
                if (from + (int)lane + 32 * t < end) {
                    const float4 atom = atoms[from + lane + 32 * t];
#if LISTED == LISTED_NEAR
                    const float away_x = outside(atom.x, corner_x * GRID_SPACING + half_x, half_x);
                    const float away_y = outside(atom.y, corner_y * GRID_SPACING + half_y, half_y);
                    const float away_z = outside(atom.z, corner_z * GRID_SPACING + half_z, half_z);
                    if (fma(away_z, away_z, fma(away_y, away_y, away_x * away_x)) < cutoff2)
#endif
                        list[ATOMIC_ADD(&listed[warp], 1u)] = atom;
                }
            SYNC_WARPS;
            const unsigned count = listed[warp];
            SYNC_WARPS;
            if (count > LONGEST) {
                add_all(list, count, first, cutoff2, inverse2, 0, potential);
                total += count;
                if (lane == 0)
                    listed[warp] = 0;
            }
            SYNC_WARPS;
        }
    }
    add_all(list, listed[warp], first, cutoff2, inverse2, 0, potential);
    if (lane == 0)
        worked[group * WARPS + warp] = total + listed[warp];
    for (unsigned from = off_points; from < all; from += 32) {
        SYNC_WARPS;
        if (from + lane < all)
            list[lane] = atoms[from + lane];
        SYNC_WARPS;
        add_all(list, min(all - from, 32u), first, cutoff2, inverse2, 1, potential);
    }
    if (x < points_x && y < points_y)
#pragma unroll
        for (int p = 0; p < POINTS_PER_THREAD; p++)
            if (z + p < points_z)
                map[((mm_ulong)(z + p) * points_y + y) * points_x + x] = potential[p];
}
