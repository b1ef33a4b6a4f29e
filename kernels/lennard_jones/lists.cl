/* Lists of the atoms that may act on each cluster, and the order of atoms for them: a few launches, which do nothing if
 * flags[number] is 0. A launch has no more groups than can be resident, and these loop over the remaining work, since
 * idle groups take time, too.
 *
 * BLOCK_SIZE  work-items per group, except in `sort`
 * CLUSTER, LISTED, PAIRS: see step.cl; IMAGE: see floats.h; PRECISION: see real.h, lists are computed in floats
 * SUPER       atoms per block, which has a bounding box; work-items of the group that sorts them
 * BITS        there are 2^BITS cells along each side of the box (of the problem)
 * SEARCH      for the atoms of a list: in near blocks, or in near cells, 2^COARSE along each side of the box
 * PERIODIC    whether the box is periodic (of the problem) */
#include "lennard_jones/order.h"
#include "lennard_jones/reached.h"

/* The number of passes of a loop over blocks with barriers, equal in all groups (LANGUAGE.md). In the last pass some
 * groups have a block beyond the last, without atoms. */
#define TURNS(blocks) (((blocks) + (unsigned)NUM_GROUPS - 1) / (unsigned)NUM_GROUPS)

#define CELLS (1u << (3 * BITS))
#define SCANNED 16 /* cells per work-item at a time */

/* ---- sorting ---- */

/* The cell, of 2^BITS, that contains a coordinate; beyond an open box, the outermost. */
DEVICE unsigned cell_along(float value, float inverse)
{
#if PERIODIC
    const float share = value * inverse - floor(value * inverse);
#else
    const float share = value * inverse;
#endif
    return (unsigned)min(max(share * (1 << BITS), 0.0f), (1 << BITS) - 1.0f);
}

/* The sum of all work-items' values before this one's, and of all. */
DEVICE unsigned sum_before(unsigned value, LOCAL_ARG unsigned *sums, unsigned *total)
{
    const unsigned id = LOCAL_ID;
    sums[id] = value;
    for (unsigned away = 1; away < BLOCK_SIZE; away *= 2) {
        SYNC_THREADS;
        const unsigned more = id >= away ? sums[id - away] : 0;
        SYNC_THREADS;
        sums[id] += more;
    }
    SYNC_THREADS;
    *total = sums[BLOCK_SIZE - 1];
    const unsigned before = sums[id] - value;
    SYNC_THREADS;
    return before;
}

/* The index of a cell in the tile: neighbours, and those of neighbouring work-items, are in different banks. */
#define TILED(k) ((k) + (k) / SCANNED)

/* Stores each atom's cell, and its number in it; the last group stores the begin of each cell, and the last end. */
KERNEL GROUP_OF(BLOCK_SIZE) void find_cells(GLOBAL const real4 *RESTRICT place, GLOBAL const unsigned *RESTRICT flags,
                                            GLOBAL unsigned *RESTRICT cell, GLOBAL unsigned *RESTRICT rank,
                                            GLOBAL unsigned *count, GLOBAL unsigned *RESTRICT begins,
                                            GLOBAL unsigned *ticket, unsigned number, unsigned n, float4 inverse)
{
    LOCAL int last;
    LOCAL unsigned sums[BLOCK_SIZE], tile[TILED(BLOCK_SIZE * SCANNED)];
    const unsigned id = LOCAL_ID;
    if (flags[number] == 0)
        return;
    for (unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + id; i < n; i += (unsigned)NUM_GROUPS * BLOCK_SIZE) {
        const float4 at = FLOATS_OF(place[i]);
        const unsigned own =
            along_curve(cell_along(at.x, inverse.x), cell_along(at.y, inverse.y), cell_along(at.z, inverse.z), BITS);
        cell[i] = own;
        rank[i] = ATOMIC_ADD(&count[own], 1u);
    }
    DEVICE_FENCE;
    SYNC_THREADS;
    if (id == 0)
        last = ATOMIC_ADD(ticket, 1u) == NUM_GROUPS - 1;
    SYNC_THREADS;
    if (!last)
        return;
    DEVICE_FENCE;
    volatile GLOBAL unsigned *all = count;
    unsigned sum = 0;
    for (unsigned first = 0; first < CELLS; first += BLOCK_SIZE * SCANNED) {
        unsigned of_all = 0, total;
        for (unsigned k = id; k < BLOCK_SIZE * SCANNED; k += BLOCK_SIZE)
            tile[TILED(k)] = first + k < CELLS ? all[first + k] : 0;
        SYNC_THREADS;
        for (unsigned k = id * SCANNED; k < (id + 1) * SCANNED; k++)
            of_all += tile[TILED(k)];
        unsigned before = sum + sum_before(of_all, sums, &total);
        for (unsigned k = id * SCANNED; k < (id + 1) * SCANNED; k++) {
            const unsigned own = tile[TILED(k)];
            tile[TILED(k)] = before;
            before += own;
        }
        SYNC_THREADS;
        for (unsigned k = id; k < BLOCK_SIZE * SCANNED && first + k < CELLS; k += BLOCK_SIZE) {
            begins[first + k] = tile[TILED(k)];
            all[first + k] = 0;
        }
        SYNC_THREADS;
        sum += total;
    }
    if (id == 0) {
        begins[CELLS] = n;
        *ticket = 0;
    }
}

/* Without blocks: stores atoms, wrapped into the box, at their indices in the new order. */
KERNEL GROUP_OF(BLOCK_SIZE) void scatter(GLOBAL const unsigned *RESTRICT flags, GLOBAL const unsigned *RESTRICT cell,
                                         GLOBAL const unsigned *RESTRICT rank, GLOBAL const unsigned *RESTRICT begins,
                                         GLOBAL const real4 *RESTRICT place, GLOBAL const real4 *RESTRICT moving,
                                         GLOBAL const float4 *RESTRICT rest, GLOBAL real4 *RESTRICT place_sorted,
                                         GLOBAL real4 *RESTRICT moving_sorted, GLOBAL float4 *RESTRICT rest_sorted,
                                         unsigned number, unsigned n, float4 side, float4 inverse)
{
    if (flags[number] == 0)
        return;
    for (unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID; i < n; i += (unsigned)NUM_GROUPS * BLOCK_SIZE) {
        const unsigned to = begins[cell[i]] + rank[i];
        real4 at = place[i];
        float4 lack = rest[i];
        wrap_place(&at, &lack, side, inverse);
        place_sorted[to] = at;
        moving_sorted[to] = moving[i];
        rest_sorted[to] = lack;
    }
}

/* Stores the atom at each index of the new order. */
KERNEL GROUP_OF(BLOCK_SIZE) void find_order(GLOBAL const unsigned *RESTRICT flags, GLOBAL const unsigned *RESTRICT cell,
                                            GLOBAL const unsigned *RESTRICT rank,
                                            GLOBAL const unsigned *RESTRICT begins, GLOBAL unsigned *RESTRICT order,
                                            unsigned number, unsigned n)
{
    if (flags[number] == 0)
        return;
    for (unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID; i < n; i += (unsigned)NUM_GROUPS * BLOCK_SIZE)
        order[begins[cell[i]] + rank[i]] = i;
}

/* Stores atoms in the new order, wrapped into the box, and the middle and half the extent of each SUPER of them. */
KERNEL GROUP_OF(SUPER) void sort(GLOBAL const unsigned *RESTRICT flags, GLOBAL const unsigned *RESTRICT order,
                                 GLOBAL const real4 *RESTRICT place, GLOBAL const real4 *RESTRICT moving,
                                 GLOBAL const float4 *RESTRICT rest, GLOBAL real4 *RESTRICT place_sorted,
                                 GLOBAL real4 *RESTRICT moving_sorted, GLOBAL float4 *RESTRICT rest_sorted,
                                 GLOBAL float4 *RESTRICT middle, GLOBAL float4 *RESTRICT extent, unsigned number,
                                 unsigned n, float4 side, float4 inverse)
{
    LOCAL float4 low[SUPER], high[SUPER];
    const unsigned id = LOCAL_ID, blocks = (n + SUPER - 1) / SUPER;
    if (flags[number] == 0)
        return;
    for (unsigned turn = 0; turn < TURNS(blocks); turn++) {
        const unsigned block = turn * (unsigned)NUM_GROUPS + (unsigned)GROUP_ID;
        const unsigned k = block * SUPER + id, from = order[min(k, n - 1)];
        real4 wrapped = place[from];
        float4 lack = rest[from];
        wrap_place(&wrapped, &lack, side, inverse);
        const float4 at = FLOATS_OF(wrapped);
        if (k < n) {
            place_sorted[k] = wrapped;
            moving_sorted[k] = moving[from];
            rest_sorted[k] = lack;
        }
        low[id] = at;
        SYNC_THREADS;
        const float4 first = low[0];
        SYNC_THREADS;
        low[id] = make_float4(NEAREST(at.x - first.x, side.x, inverse.x), NEAREST(at.y - first.y, side.y, inverse.y),
                              NEAREST(at.z - first.z, side.z, inverse.z), 0);
        high[id] = low[id];
        for (unsigned left = SUPER / 2; left > 0; left /= 2) {
            SYNC_THREADS;
            if (id < left) {
                const float4 l = low[id + left], h = high[id + left];
                low[id] = make_float4(min(low[id].x, l.x), min(low[id].y, l.y), min(low[id].z, l.z), 0);
                high[id] = make_float4(max(high[id].x, h.x), max(high[id].y, h.y), max(high[id].z, h.z), 0);
            }
        }
        if (id == 0 && block < blocks) {
            middle[block] = first + 0.5f * (low[0] + high[0]);
            extent[block] = 0.5f * (high[0] - low[0]);
        }
        SYNC_THREADS;
    }
}

/* ---- lists ---- */

#define CLUSTERS (SUPER / CLUSTER) /* of a block */
#define ENTRIES (SUPER / LISTED)
#define TEAM 32 /* work-items that test a block's entries for a cluster */
#define TEAMS (BLOCK_SIZE / TEAM)

/* The square of the least distance of two boxes with the centres a and b; `reach` is half the sum of their extents. */
#define GAP(a, b, reach, side, inverse) max(fabs(NEAREST((a) - (b), side, inverse)) - (reach), 0.0f)
DEVICE float square_between(float4 a, float4 b, float4 reach, float4 side, float4 inverse)
{
    const float x = GAP(a.x, b.x, reach.x, side.x, inverse.x), y = GAP(a.y, b.y, reach.y, side.y, inverse.y);
    const float z = GAP(a.z, b.z, reach.z, side.z, inverse.z);
    return fma(x, x, fma(y, y, z * z));
}

#define NEAR_IMAGE(a, b)                                                                                               \
    make_float4(NEAREST((a).x - (b).x, side.x, inverse.x), NEAREST((a).y - (b).y, side.y, inverse.y),                  \
                NEAREST((a).z - (b).z, side.z, inverse.z), 0)

/* With PAIRS half: whether a cluster owns the pairs with another one; each owns about half of its neighbours. */
#if PAIRS == PAIRS_HALF
#define HAS_PAIRS(own, other) ((own) == (other) || ((own) < (other)) == (((own) + (other)) % 2 == 0))
#else
#define HAS_PAIRS(own, other) true
#endif

#define AS_IT_IS(a, b) make_float4((a).x - (b).x, (a).y - (b).y, (a).z - (b).z, 0)
#define LEAST(image)                                                                                                   \
    _Pragma("unroll") for (int c = 0; c < CLUSTER; c++)                                                                \
    {                                                                                                                  \
        const float4 d = image(own[c], other);                                                                         \
        least = min(least, fma(d.x, d.x, fma(d.y, d.y, d.z * d.z)));                                                   \
    }

/* Whether an entry has an atom within `reach` of one of a cluster's, whose positions are relative to its middle. For a
 * narrow cluster the image nearest to the middle is the nearest to each of its atoms, or too far from all of them. */
DEVICE bool is_listed(LOCAL_ARG const float4 *own, float4 centre, bool narrow, GLOBAL const real4 *place,
                      unsigned entry, unsigned n, float reach, float4 side, float4 inverse)
{
    float least = reach;
#pragma unroll 1
    for (unsigned l = 0; l < LISTED; l++) {
        const float4 from = FLOATS_OF(place[min(entry * LISTED + l, n - 1)]), other = NEAR_IMAGE(from, centre);
        if (narrow)
            LEAST(AS_IT_IS)
        else
            LEAST(NEAR_IMAGE)
    }
    return least < reach;
}

#if SEARCH == SEARCH_CELLS
#define STRETCHES 64 /* of a cluster in local memory */

/* A range of contiguous atoms, those of cell number c of the cells that a cluster reaches; empty if it is too far. */
struct stretch {
    unsigned first, stop;
};
DEVICE struct stretch stretch_of(struct reached reached, unsigned c, float4 centre, float4 half_extent,
                                 GLOBAL const unsigned *begins, float reach, float4 side, float4 inverse)
{
    const unsigned cell = PART * cell_at(reached, c);
    struct stretch of = {begins[cell], begins[cell + PART]};
#if PERIODIC /* an outer cell of an open box contains the atoms beyond it */
    const float4 width = (1.0f / (1 << COARSE)) * side;
    const float4 middle = make_float4((reached.x + (int)(c % reached.wide) + 0.5f) * width.x,
                                      (reached.y + (int)(c / reached.wide % reached.high) + 0.5f) * width.y,
                                      (reached.z + (int)(c / reached.wide / reached.high) + 0.5f) * width.z, 0);
    if (square_between(middle, centre, half_extent + 0.5f * width, side, inverse) >= reach)
        of.stop = of.first;
#endif
    return of;
}

/* The index in the list of an atom to `take`: by votes of a warp, which is a team, or an atomic addition. */
#ifdef SUPPORTS_SHFL
#define DECLARE_FOUND unsigned found
#define START_LIST found = 0;
#define ADD_TO_LIST                                                                                                    \
    const unsigned votes = BALLOT(take), at = found + POPCOUNT(votes & ((1u << lane) - 1));                            \
    found += POPCOUNT(votes);
#define FOUND found
#else
#define DECLARE_FOUND LOCAL unsigned found[TEAMS]
#define START_LIST                                                                                                     \
    if (lane == 0)                                                                                                     \
        found[team] = 0;
#define ADD_TO_LIST const unsigned at = take ? ATOMIC_ADD(&found[team], 1u) : 0;
#define FOUND found[team]
#endif

/* A team of work-items per cluster: lists the atoms within `reach` (a square) of one of the cluster's, a cell at a
 * time. Atoms that do not fit are counted, too. */
KERNEL GROUP_OF(BLOCK_SIZE) void find_lists(GLOBAL const unsigned *RESTRICT flags, GLOBAL const real4 *RESTRICT place,
                                            GLOBAL const float4 *RESTRICT middle, GLOBAL const float4 *RESTRICT extent,
                                            GLOBAL const unsigned *RESTRICT begins, GLOBAL unsigned *RESTRICT list,
                                            GLOBAL unsigned *RESTRICT length, unsigned number, unsigned n,
                                            unsigned capacity, float reach, float4 side, float4 inverse)
{
    LOCAL float4 own[TEAMS * CLUSTER];
    LOCAL unsigned first[TEAMS * STRETCHES], stop[TEAMS * STRETCHES];
    DECLARE_FOUND;
    const unsigned id = LOCAL_ID, lane = id % TEAM, team = id / TEAM;
    const unsigned groups = ((n + CLUSTER - 1) / CLUSTER + TEAMS - 1) / TEAMS;
    if (flags[number] == 0)
        return;
    for (unsigned turn = 0; turn < TURNS(groups); turn++) {
        const unsigned cluster = (turn * (unsigned)NUM_GROUPS + (unsigned)GROUP_ID) * TEAMS + team;
        const unsigned start = cluster * CLUSTER;
        const float4 corner = FLOATS_OF(place[min(start, n - 1)]);
        float4 low = corner, high = corner;
        for (unsigned k = 1; k < CLUSTER; k++) {
            const float4 at = corner + NEAR_IMAGE(FLOATS_OF(place[min(start + k, n - 1)]), corner);
            low = make_float4(min(low.x, at.x), min(low.y, at.y), min(low.z, at.z), 0);
            high = make_float4(max(high.x, at.x), max(high.y, at.y), max(high.z, at.z), 0);
        }
        const float4 centre = 0.5f * (low + high), half_extent = 0.5f * (high - low);
        const float4 widest = 0.5f * side - sqrt(reach), beyond = half_extent + 0.01f; /* positions are rounded */
        const bool narrow = half_extent.x < widest.x && half_extent.y < widest.y && half_extent.z < widest.z;
        const struct reached reached = cells_of(centre - beyond - sqrt(reach), centre + beyond + sqrt(reach), inverse);
        for (unsigned k = lane; k < CLUSTER; k += TEAM)
            own[team * CLUSTER + k] = corner + NEAR_IMAGE(FLOATS_OF(place[min(start + k, n - 1)]), corner) - centre;
        for (unsigned c = lane; c < min(reached.cells, (unsigned)STRETCHES); c += TEAM) {
            const struct stretch of = stretch_of(reached, c, centre, beyond, begins, reach, side, inverse);
            first[team * STRETCHES + c] = of.first;
            stop[team * STRETCHES + c] = of.stop;
        }
        START_LIST
        SYNC_WARPS;
        for (unsigned c = 0; c < reached.cells && start < n; c++) {
            struct stretch of;
            if (c < STRETCHES) {
                of.first = first[team * STRETCHES + c];
                of.stop = stop[team * STRETCHES + c];
            } else
                of = stretch_of(reached, c, centre, beyond, begins, reach, side, inverse);
            for (unsigned at_first = of.first; at_first < of.stop; at_first += TEAM) {
                const unsigned j = at_first + lane;
                const bool take = j < of.stop && HAS_PAIRS(cluster, j / CLUSTER) &&
                                  is_listed(&own[team * CLUSTER], centre, narrow, place, j, n, reach, side, inverse);
                ADD_TO_LIST
                if (take && at < capacity)
                    list[(mm_ulong)cluster * capacity + at] = j;
            }
        }
        SYNC_WARPS;
        if (lane == 0 && start < n)
            length[cluster] = FOUND;
        SYNC_WARPS;
    }
}
#else
/* A group per block, for all its clusters: the entries, LISTED atoms each, of which one is within `reach` (a square) of
 * one of the cluster's, in any order. Blocks near this one are found among all, one per work-item at a time; of these,
 * a team of work-items tests the entries of one for one cluster. Entries that do not fit are counted,
 * too. */
KERNEL GROUP_OF(BLOCK_SIZE) void find_lists(GLOBAL const unsigned *RESTRICT flags, GLOBAL const real4 *RESTRICT place,
                                            GLOBAL const float4 *RESTRICT middle, GLOBAL const float4 *RESTRICT extent,
                                            GLOBAL const unsigned *RESTRICT begins, GLOBAL unsigned *RESTRICT list,
                                            GLOBAL unsigned *RESTRICT length, unsigned number, unsigned n,
                                            unsigned capacity, float reach, float4 side, float4 inverse)
{
    LOCAL float4 own[SUPER], centre[CLUSTERS], half_extent[CLUSTERS];
    LOCAL unsigned near[BLOCK_SIZE], nears, found[CLUSTERS];
    LOCAL int narrow[CLUSTERS];
    const unsigned id = LOCAL_ID, blocks = (n + SUPER - 1) / SUPER;
    if (flags[number] == 0)
        return;
    for (unsigned turn = 0; turn < TURNS(blocks); turn++) {
        const unsigned block = turn * (unsigned)NUM_GROUPS + (unsigned)GROUP_ID;
        for (unsigned k = id; k < SUPER; k += BLOCK_SIZE)
            own[k] = FLOATS_OF(place[min(block * SUPER + k, n - 1)]);
        SYNC_THREADS;
        for (unsigned c = id; c < CLUSTERS; c += BLOCK_SIZE) {
            const float4 first = own[c * CLUSTER];
            float4 low = first, high = first;
            for (unsigned k = 0; k < CLUSTER; k++) {
                const float4 at = first + NEAR_IMAGE(own[c * CLUSTER + k], first);
                low = make_float4(min(low.x, at.x), min(low.y, at.y), min(low.z, at.z), 0);
                high = make_float4(max(high.x, at.x), max(high.y, at.y), max(high.z, at.z), 0);
                own[c * CLUSTER + k] = at;
            }
            const float4 middle_of = 0.5f * (low + high), half_of = 0.5f * (high - low);
            const float4 widest = 0.5f * side - sqrt(reach);
            for (unsigned k = 0; k < CLUSTER; k++)
                own[c * CLUSTER + k] = own[c * CLUSTER + k] - middle_of;
            centre[c] = middle_of;
            half_extent[c] = half_of;
            narrow[c] = half_of.x < widest.x && half_of.y < widest.y && half_of.z < widest.z;
            found[c] = 0;
        }
        const float4 centre_of_all = middle[min(block, blocks - 1)], extent_of_all = extent[min(block, blocks - 1)];
        for (unsigned first = 0; first < blocks; first += BLOCK_SIZE) {
            if (id == 0)
                nears = 0;
            SYNC_THREADS;
            if (first + id < blocks && square_between(centre_of_all, middle[first + id],
                                                      extent_of_all + extent[first + id], side, inverse) < reach)
                near[ATOMIC_ADD(&nears, 1u)] = first + id;
            SYNC_THREADS;
            for (unsigned k = id / TEAM; k < nears * CLUSTERS; k += TEAMS) {
                const unsigned c = k % CLUSTERS, other = near[k / CLUSTERS], cluster = block * CLUSTERS + c;
                if (cluster * CLUSTER >= n ||
                    square_between(centre[c], middle[other], half_extent[c] + extent[other], side, inverse) >= reach)
                    continue;
                for (unsigned e = id % TEAM; e < ENTRIES; e += TEAM) {
                    const unsigned entry = other * ENTRIES + e;
                    if (entry * LISTED < n && HAS_PAIRS(cluster, entry * LISTED / CLUSTER) &&
                        is_listed(&own[c * CLUSTER], centre[c], narrow[c], place, entry, n, reach, side, inverse)) {
                        const unsigned at = ATOMIC_ADD(&found[c], 1u);
                        if (at < capacity)
                            list[(mm_ulong)cluster * capacity + at] = entry;
                    }
                }
            }
            SYNC_THREADS;
        }
        for (unsigned c = id; c < CLUSTERS && (block * CLUSTERS + c) * CLUSTER < n; c += BLOCK_SIZE)
            length[block * CLUSTERS + c] = found[c];
        SYNC_THREADS;
    }
}
#endif
