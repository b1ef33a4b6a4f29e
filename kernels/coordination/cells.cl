/* A coordination number by linked cells, each pair once. The box is cut into rows along x, and a row into short cells.
 * Atoms are sorted by these, so that TARGETS neighbours in the order, a cluster, lie close together; a row begins with
 * a new cluster, and its last cluster is padded with atoms that are far from all others. A group has a cluster, and
 * finds the atoms after it in the order that are within dmax of its bounding box.
 *
 * BLOCK_SIZE  work-items of a group, a power of two
 * TARGETS     atoms of a cluster
 * The problem: see pairs.h */
#include "coordination/pairs.h"
#include "coordination/sort.h"
#include "coordination/tree.h"

/* Resident warps per multiprocessor: more of them hide latency, but atoms of clusters need registers. */
#define FITTING (192 / TARGETS / (DOUBLES ? 2 : 1))
#define WARPS (FITTING < 32 ? FITTING : 32)

#if BLOCK_SIZE == 32
#define SYNC_GROUP SYNC_WARPS
#else
#define SYNC_GROUP SYNC_THREADS
#endif

/* ---- pairs ---- */

#define IMAGES 3
#define HOME 13 /* of the 27 images of the box, the box itself */
#define IMAGE_BITS 5

/* A coordinate's shift by image number `image` of the box. */
#define SHIFT(image, side) ((REAL)((int)(image) - 1) * (side))
DEVICE REAL4 shift_of(int image, REAL4 side)
{
    return MAKE_REAL4(SHIFT(image % 3, side.x), SHIFT(image / 3 % 3, side.y), SHIFT(image / 9, side.z), 0);
}

/* The row along an axis that contains a coordinate; in a periodic box it may be a row of an image. */
DEVICE int row_at(REAL at, REAL per_cell, int rows)
{
    return PERIODIC ? (int)floor(at * per_cell) : (int)along(at, per_cell, rows);
}

/* The distance of an interval of an axis from a row: in an open box the outermost rows have no outer end. */
DEVICE REAL gap(REAL low, REAL high, int row, int rows, REAL width)
{
    const bool first = !PERIODIC && row == 0, last = !PERIODIC && row == rows - 1;
    const REAL before = first ? -FAR : row * width, behind = last ? FAR : (row + 1) * width;
    return max(max(before - high, low - behind), (REAL)0);
}

#if GROUPS == GROUPS_ONE
#define TIMES(a, b) 1
#else
#define TIMES(a, b) weight((unsigned)(a).w, (unsigned)(b).w, end_a, first_b)
#endif

/* Adds the pairs of a cluster's atoms with another atom, and returns that atom's share. Computing pairs beyond dmax
 * costs less than a branch. */
DEVICE REAL4 meet(const REAL4 own[TARGETS], REAL4 force[TARGETS], REAL *value, REAL4 other, unsigned end_a,
                  unsigned first_b, REAL4 side, REAL4 shape)
{
    REAL4 back = MAKE_REAL4(0, 0, 0, 0);
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        const REAL dx = own[t].x - other.x, dy = own[t].y - other.y, dz = own[t].z - other.z;
        REAL over, term = term_of(dx * dx + dy * dy + dz * dz, SQUARE_OF_END, shape, &over);
#if GROUPS != GROUPS_ONE
        const int times = TIMES(own[t], other);
        term = times ? times * term : 0;
        over = times ? times * over : 0;
#endif
        *value += term;
        force[t].x += over * dx;
        force[t].y += over * dy;
        force[t].z += over * dz;
        back.x += over * dx;
        back.y += over * dy;
        back.z += over * dz;
    }
    return back;
}

/* A position in the atoms of all segments: the segment and its end; the atom's place in the order, its image. */
typedef struct {
    unsigned segment;
    int end, at, image;
    REAL4 shift, atom;
} LOOK;

/* Advances to the k-th atom of all segments; k only increases. */
DEVICE void look_at(LOOK *look, int k, LOCAL_ARG const int4 *segment, LOCAL_ARG const REAL4 *shift,
                    GLOBAL const REAL4 *RESTRICT sorted)
{
    while (k >= look->end)
        look->end = segment[++look->segment].w;
    const int4 of = segment[look->segment];
    look->at = of.y - (look->end - k);
    look->image = of.z;
    look->shift = shift[look->segment];
    look->atom = sorted[look->at];
}

/* A parallel append: for each work-item with `holds`, the index of its entry in a list of `count`; and the new
 * count. */
#if defined(SUPPORTS_SHFL) && BLOCK_SIZE == 32
#define APPEND(to, holds)                                                                                              \
    const unsigned votes = BALLOT(holds), to = count + __popc(votes & ((1u << id) - 1));                               \
    count += __popc(votes)
#define APPENDED SYNC_GROUP
#else
#define APPEND(to, holds) const unsigned to = (holds) ? ATOMIC_ADD(&found, 1u) - taken : 0
#define APPENDED                                                                                                       \
    SYNC_GROUP;                                                                                                        \
    count = found - taken
#endif

/* A group computes the cluster of its number. Results: the value of its pairs, and the contribution of images of the
 * box to the virial, which is computed from positions in the box: partial[c * clusters + cluster]. For each atom,
 * force[c * pitch + its place in the order]. */
KERNEL GROUPS_OF(BLOCK_SIZE, WARPS * 32 / BLOCK_SIZE)
void pairs_near(GLOBAL const REAL4 *RESTRICT sorted, GLOBAL const unsigned *RESTRICT begins,
                GLOBAL const unsigned *RESTRICT filled, GLOBAL REAL *force, GLOBAL REAL *RESTRICT partial,
                unsigned pitch, unsigned end_a, unsigned first_b, int4 cells, REAL4 per_cell, REAL4 width, REAL4 side,
                REAL4 shape)
{
    LOCAL union {
        struct {
            REAL4 near[2 * BLOCK_SIZE];
            int near_at[2 * BLOCK_SIZE];
            int4 segment[IMAGES * BLOCK_SIZE]; /* begin, end, image; atoms of it and of those before it */
            REAL4 shift[IMAGES * BLOCK_SIZE];
        } search;
        REAL sums[(3 * TARGETS + 10) * (BLOCK_SIZE + 1)]; /* used when all segments are found */
    } memory;
    LOCAL unsigned segments, crosses, found;
    LOCAL_ARG REAL4 *const near = memory.search.near, *const shift = memory.search.shift;
    LOCAL_ARG int *const near_at = memory.search.near_at;
    LOCAL_ARG int4 *const segment = memory.search.segment;
    const unsigned id = LOCAL_ID, cluster = GROUP_ID, first = cluster * TARGETS, clusters = pitch / TARGETS;
    const REAL reach = per_cell.w;
    GLOBAL REAL *const force_x = force, *const force_y = force + pitch, *const force_z = force + 2 * (mm_ulong)pitch;
    if (first >= *filled)
        return;
    REAL4 own[TARGETS], of_own[TARGETS];
    REAL4 low = sorted[first], high = low;
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        own[t] = sorted[first + t];
        of_own[t] = MAKE_REAL4(0, 0, 0, 0);
        const REAL4 at = IS_FAR(own[t]) ? own[0] : own[t];
        low = MAKE_REAL4(min(low.x, at.x), min(low.y, at.y), min(low.z, at.z), 0);
        high = MAKE_REAL4(max(high.x, at.x), max(high.y, at.y), max(high.z, at.z), 0);
    }
    REAL value = 0, crossing[9];
#pragma unroll
    for (int c = 0; c < 9; c++)
        crossing[c] = 0;

    /* The cluster's own pairs, a work-item per pair: of atoms at distance 1 in a circle, then 2, and so on. */
    for (unsigned pair = id; pair < TARGETS * (TARGETS - 1) / 2; pair += BLOCK_SIZE) {
        const unsigned a = first + pair % TARGETS, b = first + (pair % TARGETS + pair / TARGETS + 1) % TARGETS;
        const REAL4 at = sorted[a], other = sorted[b];
        const REAL dx = at.x - other.x, dy = at.y - other.y, dz = at.z - other.z;
        const REAL square = dx * dx + dy * dy + dz * dz;
        if (!IS_FAR(at) && !IS_FAR(other) && square <= SQUARE_OF_END) {
            const int times = TIMES(at, other);
            REAL over;
            value += times * term_of(square, SQUARE_OF_END, shape, &over);
            over *= times;
            ATOMIC_ADD_REAL(&force_x[a], over * dx);
            ATOMIC_ADD_REAL(&force_y[a], over * dy);
            ATOMIC_ADD_REAL(&force_z[a], over * dz);
            ATOMIC_ADD_REAL(&force_x[b], -over * dx);
            ATOMIC_ADD_REAL(&force_y[b], -over * dy);
            ATOMIC_ADD_REAL(&force_z[b], -over * dz);
        }
    }

    const int y0 = row_at(low.y - reach, per_cell.y, cells.y), y1 = row_at(high.y + reach, per_cell.y, cells.y);
    const int z0 = row_at(low.z - reach, per_cell.z, cells.z), z1 = row_at(high.z + reach, per_cell.z, cells.z);
    const unsigned rows_y = y1 - y0 + 1, rows = rows_y * (z1 - z0 + 1), rounds = (rows + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned taken = 0, count = 0; /* how many of the list are processed, and are to be */
    if (id == 0)
        found = crosses = 0;
    for (unsigned round = 0; round < rounds; round++) {
        SYNC_GROUP; /* the old values are no longer read */
        if (id == 0)
            segments = 0;
        SYNC_GROUP;
        const unsigned row = round * BLOCK_SIZE + id;
        const int y = y0 + (int)(row % rows_y), z = z0 + (int)(row / rows_y);
        const REAL gap_y = gap(low.y, high.y, y, cells.y, width.y), gap_z = gap(low.z, high.z, z, cells.z, width.z);
        const REAL left = reach * reach - gap_y * gap_y - gap_z * gap_z;
        if (row < rows && left >= 0) {
            const int image_y = y < 0 ? 0 : y < cells.y ? 1 : 2, image_z = z < 0 ? 0 : z < cells.z ? 1 : 2;
            const int in_y = y - (image_y - 1) * cells.y, in_z = z - (image_z - 1) * cells.z;
            const REAL reach_x = sqrt(left);
            GLOBAL const unsigned *const begun = begins + (mm_ulong)(in_z * cells.y + in_y) * (cells.x + 1);
            for (int image_x = PERIODIC ? 0 : 1; image_x < (PERIODIC ? 3 : 2); image_x++) {
                const REAL from = low.x - reach_x - SHIFT(image_x, side.x);
                const REAL to = high.x + reach_x - SHIFT(image_x, side.x);
                if (PERIODIC && (to < 0 || from > side.x))
                    continue;
                const int image = image_x + 3 * image_y + 9 * image_z; /* a long cluster pairs with its images, too */
                const unsigned least = image > HOME ? first : first + TARGETS;
                const unsigned begin = max(begun[along(from, per_cell.x, cells.x)], least);
                const unsigned end = begun[along(to, per_cell.x, cells.x) + 1];
                if (begin < end) {
                    const unsigned at = ATOMIC_ADD(&segments, 1u);
                    segment[at] = make_int4(begin, end, image, 0);
                    shift[at] = shift_of(image, side);
                    if (image != HOME)
                        crosses = 1;
                }
            }
        }
        SYNC_GROUP;

        const unsigned all = segments;
        for (unsigned s = id; s < all; s += BLOCK_SIZE) {
            int atoms = 0;
            for (unsigned k = 0; k <= s; k++)
                atoms += segment[k].y - segment[k].x;
            segment[s].w = atoms;
        }
        SYNC_GROUP;

        /* Atoms of all segments in turn that may be near are put in a list, of which BLOCK_SIZE at a time are paired
         * with the cluster; at the end, the remainder. The next atoms are loaded before these are tested. */
        const int to_look = all ? segment[all - 1].w : 0;
        const unsigned turns = (to_look + BLOCK_SIZE - 1) / BLOCK_SIZE, last = round + 1 == rounds;
        LOOK next = {0, segment[0].w, 0, HOME, MAKE_REAL4(0, 0, 0, 0), MAKE_REAL4(0, 0, 0, 0)};
        if ((int)id < to_look)
            look_at(&next, id, segment, shift, sorted);
        for (unsigned turn = 0; turn < turns + last; turn++) {
            const int looked = turn * BLOCK_SIZE + id, ahead = looked + BLOCK_SIZE;
            const LOOK now = next;
            if (ahead < to_look)
                look_at(&next, ahead, segment, shift, sorted);
            const REAL4 other = MAKE_REAL4(now.atom.x + now.shift.x, now.atom.y + now.shift.y, now.atom.z + now.shift.z,
                                           now.atom.w);
            const REAL x = max(max(low.x - other.x, other.x - high.x), (REAL)0);
            const REAL y = max(max(low.y - other.y, other.y - high.y), (REAL)0);
            const REAL z = max(max(low.z - other.z, other.z - high.z), (REAL)0);
            const bool is_near = looked < to_look && x * x + y * y + z * z <= reach * reach;
            APPEND(to, is_near);
            if (is_near) {
                near[to] = other;
                near_at[to] = now.at << IMAGE_BITS | now.image;
            }
            APPENDED;
            const unsigned batch = min(count, (unsigned)BLOCK_SIZE);
            const bool full = count >= BLOCK_SIZE || turn == turns;
            if (full && id < batch) {
                const unsigned k = count - batch + id;
                const int at = near_at[k] >> IMAGE_BITS, its = near_at[k] % (1 << IMAGE_BITS);
                const REAL4 back = meet(own, of_own, &value, near[k], end_a, first_b, side, shape);
                ATOMIC_ADD_REAL(&force_x[at], -back.x);
                ATOMIC_ADD_REAL(&force_y[at], -back.y);
                ATOMIC_ADD_REAL(&force_z[at], -back.z);
                if (its != HOME) {
                    const REAL4 by = shift_of(its, side);
                    crossing[0] += by.x * back.x;
                    crossing[1] += by.x * back.y;
                    crossing[2] += by.x * back.z;
                    crossing[3] += by.y * back.x;
                    crossing[4] += by.y * back.y;
                    crossing[5] += by.y * back.z;
                    crossing[6] += by.z * back.x;
                    crossing[7] += by.z * back.y;
                    crossing[8] += by.z * back.z;
                }
            }
            count -= full ? batch : 0;
            taken += full ? batch : 0;
            SYNC_GROUP; /* the list is no longer read */
        }
    }

    /* The work-items' numbers, a row of `sums` each; a work-item adds up one row. */
#define ROW(r) memory.sums[(r) * (BLOCK_SIZE + 1) + id]
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        ROW(3 * t) = of_own[t].x;
        ROW(3 * t + 1) = of_own[t].y;
        ROW(3 * t + 2) = of_own[t].z;
    }
    ROW(3 * TARGETS) = value;
    if (crosses)
#pragma unroll
        for (int c = 0; c < 9; c++)
            ROW(3 * TARGETS + 1 + c) = crossing[c];
    else if (id < 9)
        partial[(mm_ulong)(1 + id) * clusters + cluster] = 0;
    const unsigned numbers = 3 * TARGETS + (crosses ? 10 : 1);
    SYNC_GROUP;
    for (unsigned r = id; r < numbers; r += BLOCK_SIZE) {
        LOCAL_ARG const REAL *const row = &memory.sums[r * (BLOCK_SIZE + 1)];
        REAL sum = 0;
#pragma unroll
        for (int k = 0; k < BLOCK_SIZE; k++)
            sum += row[k];
        if (r >= 3 * TARGETS)
            partial[(mm_ulong)(r - 3 * TARGETS) * clusters + cluster] = sum;
        else
            ATOMIC_ADD_REAL(&force[(mm_ulong)(r % 3) * pitch + first + r / 3], sum);
    }
}

/* ---- results ---- */

/* Stores the atoms' derivatives, and the sums. The virial is minus the sum of products of positions and derivatives,
 * with positions relative to the middle of the box, plus the images' part. */
KERNEL GROUP_OF(SORT_BLOCK) void give_results(GLOBAL const REAL4 *RESTRICT sorted,
                                              GLOBAL const unsigned *RESTRICT filled,
                                              GLOBAL const REAL *RESTRICT force, GLOBAL const REAL *RESTRICT partial,
                                              GLOBAL REAL *RESTRICT derivative, GLOBAL REAL *value, GLOBAL REAL *virial,
                                              unsigned pitch, REAL4 side, REAL4 shape)
{
    LOCAL REAL sums[SORT_BLOCK];
    const unsigned id = LOCAL_ID, clusters = pitch / TARGETS, places = *filled;
    REAL number[10];
#pragma unroll
    for (int c = 0; c < 10; c++)
        number[c] = 0;
    for (unsigned k = (unsigned)GROUP_ID * SORT_BLOCK + id; k < places; k += (unsigned)NUM_GROUPS * SORT_BLOCK) {
        const REAL4 at = sorted[k];
        if (!IS_FAR(at)) {
            const mm_ulong i = (mm_ulong)at.w;
            const REAL x = force[k], y = force[(mm_ulong)pitch + k], z = force[2 * (mm_ulong)pitch + k];
            const REAL from_x = at.x - (REAL)0.5 * side.x, from_y = at.y - (REAL)0.5 * side.y;
            const REAL from_z = at.z - (REAL)0.5 * side.z;
            derivative[3 * i] = SLOPE_UNIT * x;
            derivative[3 * i + 1] = SLOPE_UNIT * y;
            derivative[3 * i + 2] = SLOPE_UNIT * z;
            number[1] += from_x * x;
            number[2] += from_x * y;
            number[3] += from_x * z;
            number[4] += from_y * x;
            number[5] += from_y * y;
            number[6] += from_y * z;
            number[7] += from_z * x;
            number[8] += from_z * y;
            number[9] += from_z * z;
        }
        if (k % TARGETS == 0) {
            number[0] += partial[k / TARGETS];
#pragma unroll
            for (int c = 1; c < 10; c++)
                number[c] -= partial[(mm_ulong)c * clusters + k / TARGETS];
        }
    }
    for (int c = 0; c < 10; c++) {
        const REAL sum = sum_of_group(number[c], sums, SORT_BLOCK);
        if (id == 0)
            ATOMIC_ADD_REAL(c ? &virial[c - 1] : value, c ? -SLOPE_UNIT * sum : STRETCH * sum);
    }
}
