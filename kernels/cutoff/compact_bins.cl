/* The potential on a grid, q / r of all atoms within the cutoff, from compact bins: atoms in the order of their bins,
 * so that bins in a row are one range. A group computes a box of points. It reads the rows of bins that are near it;
 * each 32 work-items test 32 atoms at a time and list those within the cutoff of their own, smaller box; each work-item
 * adds the listed atoms to its points, neighbours in z.
 *
 * BIN_SIZE                   side of a bin in angstrom
 * GROUP_X, GROUP_Y, GROUP_Z  points per group
 * WARP_X, WARP_Y             extents of 32 work-items in x and y; the third is 32 / (WARP_X * WARP_Y)
 * POINTS_PER_THREAD, COLUMNS points per work-item: neighbours in z, and rows of these in y
 * ATOMS_AT_ONCE              atoms that the 32 add at a time: each 32 / ATOMS_AT_ONCE of them have all its points
 * LISTED                     near: atoms within the cutoff of the box of the 32; twice: the same, of those within the
 *                            cutoff of the group's box, which the group gathers first; all: every atom
 * TAKEN                      atoms that a work-item tests at a time
 * UNROLL                     of the loop over the list
 * LONGEST                    length above which a list is processed
 * CHUNK                      atoms from which a group gathers near ones at a time
 * ROWS_OF_1                  maximum number of rows of bins of 1 angstrom near a group
 * SMOOTHING                  none: q / r; quadratic: q / r (1 - r^2 / cutoff^2)^2
 * GRID_SPACING               between neighbouring points
 * ON_POINT2: see suites/molecules/atoms.h */
#define LANES (32 / ATOMS_AT_ONCE) /* work-items that share the points of a box */
#define LANES_Z (LANES / (WARP_X * WARP_Y))
#define BOX_Y (WARP_Y * COLUMNS)
#define BOX_Z (LANES_Z * POINTS_PER_THREAD)
#define WARPS_X (GROUP_X / WARP_X)
#define WARPS_Y (GROUP_Y / BOX_Y)
#define WARPS (WARPS_X * WARPS_Y * (GROUP_Z / BOX_Z))
#define POINTS (COLUMNS * POINTS_PER_THREAD) /* per work-item */
#define BLOCK_SIZE (32 * WARPS)

#define STEP (32 * TAKEN)
#define ROOM (LONGEST + STEP) /* of a list, which is processed once it is longer than LONGEST */
#define MOST_ROWS (ROWS_OF_1 / (BIN_SIZE * BIN_SIZE))

/* An atom's position in a list encodes the sign of its charge: positive ones are listed from the beginning of a list,
 * negative ones down from its end. They are listed as the roots of their magnitudes, which the scale makes less than
 * 1. */
#define SIGNS_APART (LISTED == LISTED_TWICE && SMOOTHING == SMOOTHING_QUADRATIC)
#define ROOT_SCALE (SIGNS_APART ? 0x1p-20f : 1.0f)

/* The bin along an axis in which a group begins: both products are exact. */
#define BINS(group, points) (unsigned)((group) * ((points) * GRID_SPACING / BIN_SIZE))

#ifdef __OPENCL_VERSION__
#define RSQRT(square) native_rsqrt(square)
#else
#define RSQRT(square) rsqrt(square)
#endif

/* a b + c clamped to [0, 1]: one instruction, which compilers do not generate from a minimum and a maximum. */
DEVICE float saturated(float a, float b, float c)
{
#ifdef __CUDA_ARCH__
    float result;
    asm("fma.rn.ftz.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(a), "f"(b), "f"(c));
    return result;
#else
    return min(max(fma(a, b, c), 0.0f), 1.0f);
#endif
}

/* Adds an atom to the points of a work-item, the first of which is at `first`. It may lie on one only if `guarded`. A
 * smoothed term is 0 beyond the cutoff without a test. `sign` is that of the atom's charge where SIGNS_APART, unless
 * guarded: atom.w is then a scaled root, and so its share of a term is the root of the term's factor. */
DEVICE void add(float4 atom, float sign, float3 first, float cutoff2, float inverse2, int guarded, float *potential)
{
    const float dx = atom.x - first.x, dz = atom.z - first.z, root = sign * atom.w, slope = -root * inverse2;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        const float dy = atom.y - first.y - c * GRID_SPACING, across = fma(dy, dy, dx * dx);
#pragma unroll
        for (int p = 0; p < POINTS_PER_THREAD; p++) {
            const float along = dz - p * GRID_SPACING, square = fma(along, along, across);
            float *sum = &potential[c * POINTS_PER_THREAD + p];
#if SMOOTHING == SMOOTHING_NONE
            if (square < cutoff2 && (!guarded || square >= ON_POINT2))
                *sum = fma(atom.w, RSQRT(square), *sum);
#else
            if (SIGNS_APART && !guarded) {
                const float share = saturated(square, slope, root);
                *sum = fma(sign * share * share, RSQRT(square), *sum);
            } else if (!guarded || square >= ON_POINT2) {
                const float share = saturated(-square, inverse2, 1.0f);
                *sum = fma(atom.w * (ROOT_SCALE * ROOT_SCALE) * share * share, RSQRT(square), *sum);
            }
#endif
        }
    }
}

/* Adds the first `count` atoms of a list, or, if `step` is -1, those down from its first, in turn by each LANES of
 * the 32. */
DEVICE void add_all(LOCAL_ARG const float4 *list, int step, unsigned count, float3 first, float cutoff2, float inverse2,
                    int guarded, float *potential)
{
    int left = (int)count - (int)(LOCAL_ID % 32 / LANES);
    list += step * (int)(LOCAL_ID % 32 / LANES);
    for (; left > ATOMS_AT_ONCE * (UNROLL - 1); left -= ATOMS_AT_ONCE * UNROLL, list += step * ATOMS_AT_ONCE * UNROLL)
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            add(list[step * ATOMS_AT_ONCE * u], step, first, cutoff2, inverse2, guarded, potential);
#pragma unroll 1
    for (; left > 0; left -= ATOMS_AT_ONCE, list += step * ATOMS_AT_ONCE)
        add(*list, step, first, cutoff2, inverse2, guarded, potential);
}

/* A box of points: its middle, and half its sides. */
struct box {
    float3 middle, half_side;
};

DEVICE struct box box_at(unsigned x, unsigned y, unsigned z, int points_x, int points_y, int points_z)
{
    const float step = 0.5f * GRID_SPACING;
    struct box box;
    box.half_side = make_float3(step * (points_x - 1), step * (points_y - 1), step * (points_z - 1));
    box.middle = make_float3(x * GRID_SPACING + box.half_side.x, y * GRID_SPACING + box.half_side.y,
                             z * GRID_SPACING + box.half_side.z);
    return box;
}

/* The distance of a coordinate from an interval around `middle`. */
DEVICE float outside(float coordinate, float middle, float reach)
{
    return max(fabs(coordinate - middle) - reach, 0.0f);
}

/* The square of the distance between an atom and the nearest point of a box's volume. */
DEVICE float square_to(float4 atom, struct box box)
{
    const float x = outside(atom.x, box.middle.x, box.half_side.x);
    const float y = outside(atom.y, box.middle.y, box.half_side.y);
    const float z = outside(atom.z, box.middle.z, box.half_side.z);
    return fma(z, z, fma(y, y, x * x));
}

#if LISTED == LISTED_TWICE
/* Numbers the atoms of all rows in sequence: those of row r come before number range[r].y, and atom number k is at
 * range[r].x + k. Before the call each range is the begin and the end of a row's atoms. */
DEVICE void number_atoms(LOCAL_ARG int2 *range, int row_count, unsigned id)
{
    int end[(MOST_ROWS + BLOCK_SIZE - 1) / BLOCK_SIZE];
#pragma unroll
    for (int i = 0; i < (MOST_ROWS + BLOCK_SIZE - 1) / BLOCK_SIZE; i++) {
        end[i] = 0;
        for (int r = 0; r <= min((int)(id + i * BLOCK_SIZE), row_count - 1); r++)
            end[i] += range[r].y - range[r].x;
    }
    SYNC_THREADS;
#pragma unroll
    for (int i = 0; i < (MOST_ROWS + BLOCK_SIZE - 1) / BLOCK_SIZE; i++) {
        const int r = id + i * BLOCK_SIZE;
        if (r < row_count)
            range[r] = make_int2(range[r].y - end[i], end[i]);
    }
    SYNC_THREADS;
}
#endif

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
#if LISTED == LISTED_TWICE
    LOCAL float4 gathered[CHUNK];
    LOCAL unsigned gathered_count[2];
#else
    LOCAL unsigned listed[WARPS];
#endif
    WARP_ROOM(float, BLOCK_SIZE);
    const unsigned id = LOCAL_ID, lane = id % 32, warp = id / 32;
    const unsigned groups_x = (points_x + GROUP_X - 1) / GROUP_X, groups_y = (points_y + GROUP_Y - 1) / GROUP_Y;
    const unsigned group = GROUP_ID, group_z = group / (groups_x * groups_y);
    const unsigned group_y = group / groups_x % groups_y, group_x = group % groups_x;
    const unsigned bin_x = BINS(group_x, GROUP_X), bin_y = BINS(group_y, GROUP_Y), bin_z = BINS(group_z, GROUP_Z);
    const unsigned bin = origin + (bin_z * across_y + bin_y) * across_x + bin_x;
    const unsigned corner_x = group_x * GROUP_X + warp % WARPS_X * WARP_X;
    const unsigned corner_y = group_y * GROUP_Y + warp / WARPS_X % WARPS_Y * BOX_Y;
    const unsigned corner_z = group_z * GROUP_Z + warp / (WARPS_X * WARPS_Y) * BOX_Z;
    const unsigned x = corner_x + lane % WARP_X, y = corner_y + lane / WARP_X % WARP_Y * COLUMNS;
    const unsigned z = corner_z + lane / (WARP_X * WARP_Y) % LANES_Z * POINTS_PER_THREAD;
    const float3 first = make_float3(x * GRID_SPACING, y * GRID_SPACING, z * GRID_SPACING);
    const struct box box = box_at(corner_x, corner_y, corner_z, WARP_X, BOX_Y, BOX_Z);
    LOCAL_ARG float4 *list = lists + warp * ROOM;
    float potential[POINTS];
#pragma unroll
    for (int p = 0; p < POINTS; p++)
        potential[p] = 0;
    for (int r = id; r < row_count; r += BLOCK_SIZE)
        range[r] = make_int2(start[bin + rows[r].x], start[bin + rows[r].y]);
    unsigned total = 0;
#if LISTED == LISTED_TWICE
    unsigned count = 0, below = 0;
    if (id < 2)
        gathered_count[id] = 0;
    SYNC_THREADS;
    number_atoms(range, row_count, id);
    const int candidates = row_count ? range[row_count - 1].y : 0;
    const struct box of_group =
        box_at(group_x * GROUP_X, group_y * GROUP_Y, group_z * GROUP_Z, GROUP_X, GROUP_Y, GROUP_Z);
    for (int base = 0, turn = 0, row = 0; base == 0 || base < candidates; base += CHUNK, turn ^= 1) {
#pragma unroll 1
        for (int step = 0; step < CHUNK / BLOCK_SIZE; step++) {
            const int candidate = base + (int)(warp * (CHUNK / WARPS) + 32 * step + lane);
            float4 atom = make_float4(0, 0, 0, 0);
            bool near = candidate < candidates;
            if (near) {
                while (range[row].y <= candidate)
                    row++;
                atom = atoms[range[row].x + candidate];
                near = square_to(atom, of_group) < cutoff2;
#if SIGNS_APART
                atom.w = copysign(ROOT_SCALE * sqrt(fabs(atom.w)), atom.w);
#endif
            }
            const unsigned votes = BALLOT(near);
            unsigned place = 0;
            if (lane == 0 && votes)
                place = ATOMIC_ADD(&gathered_count[turn], POPCOUNT(votes));
            place = SHFL(place, 0);
            place += POPCOUNT(votes & ((1u << lane) - 1));
            if (near)
                gathered[place] = atom;
        }
        SYNC_THREADS;
        const unsigned found = gathered_count[turn];
        if (id == 0)
            gathered_count[turn ^ 1] = 0;
        for (unsigned from = 0; from == 0 || from < found; from += STEP) {
#pragma unroll
            for (unsigned t = 0; t < TAKEN; t++) {
                const unsigned item = from + 32 * t + lane;
                const float4 atom = gathered[item]; /* an arbitrary value beyond the last */
                const bool near = square_to(atom, box) < cutoff2 && item < found;
                const unsigned votes = BALLOT(near);
                const unsigned minus = SIGNS_APART ? votes & BALLOT(atom.w < 0) : 0, plus = votes & ~minus;
                const bool is_minus = SIGNS_APART && atom.w < 0;
                const unsigned number = POPCOUNT((is_minus ? minus : plus) & ((1u << lane) - 1));
                const unsigned place = is_minus ? ROOM - 1 - below - number : count + number;
                if (near)
                    list[place] = atom;
                count += POPCOUNT(plus);
                below += POPCOUNT(minus);
            }
            SYNC_WARPS;
            const bool last = from + STEP >= found && base + CHUNK >= candidates;
            if (last || count + below > LONGEST) {
                add_all(list, 1, count, first, cutoff2, inverse2, 0, potential);
                add_all(list + ROOM - 1, -1, below, first, cutoff2, inverse2, 0, potential);
                total += count + below;
                count = below = 0;
            }
            SYNC_WARPS;
        }
        SYNC_THREADS;
    }
#else
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
                    if (square_to(atom, box) < cutoff2)
#endif
                        list[ATOMIC_ADD(&listed[warp], 1u)] = atom;
                }
            SYNC_WARPS;
            const unsigned count = listed[warp];
            SYNC_WARPS;
            if (count > LONGEST) {
                add_all(list, 1, count, first, cutoff2, inverse2, 0, potential);
                total += count;
                if (lane == 0)
                    listed[warp] = 0;
            }
            SYNC_WARPS;
        }
    }
    add_all(list, 1, listed[warp], first, cutoff2, inverse2, 0, potential);
    total += listed[warp];
#endif
    if (lane == 0)
        worked[group * WARPS + warp] = total;
    for (unsigned from = off_points; from < all; from += 32) {
        SYNC_WARPS;
        if (from + lane < all)
            list[lane] = atoms[from + lane];
        SYNC_WARPS;
        add_all(list, 1, min(all - from, 32u), first, cutoff2, inverse2, 1, potential);
    }
#pragma unroll
    for (int apart = LANES; apart < 32; apart *= 2)
#pragma unroll
        for (int p = 0; p < POINTS; p++)
            potential[p] += SHFL(potential[p], lane ^ apart);
    if (lane < LANES && x < points_x)
#pragma unroll
        for (int p = 0; p < POINTS; p++) {
            const unsigned at_y = y + p / POINTS_PER_THREAD, at_z = z + p % POINTS_PER_THREAD;
            if (at_y < points_y && at_z < points_z)
                map[((mm_ulong)at_z * points_y + at_y) * points_x + x] = potential[p] * (1 / (ROOT_SCALE * ROOT_SCALE));
        }
}
