/* Steps of molecular dynamics: the force on each atom, and its time step, in one launch.
 *
 * A group has BLOCK_SIZE / LANES clusters of CLUSTER atoms, each cluster LANES work-items. A work-item has the
 * cluster's atoms in registers, and loops over every LANES-th of the atoms that act on them, so each load serves
 * CLUSTER pairs. Two atoms at one position have no force on each other, so no test excludes an atom's pair with itself.
 *
 * A position is four numbers, the fourth the atom's type, and its rounding error four floats, the fourth the atom's
 * original number. A velocity's fourth is 1/mass. Positions may leave the box between two sorts; comparisons are of
 * nearest images.
 *
 * FORM        all: every atom acts on every cluster; list: the atoms of its list do (lists.cl); cells: those of the
 *             cells that it reaches, 2^COARSE along each side of the box, each of several cells of lists.cl
 * BLOCK_SIZE, CLUSTER, LANES: as above
 * ORDER       of atoms: sorted in space (lists.cl), whenever lists or cells are made, without them before the first
 *             step; or the input's order
 * LISTED      atoms per entry of a list, neighbours in the sorted order
 * AHEAD       data of a list that are loaded an iteration ahead: an atom's number, or also its position
 * SHIFT       pair: the nearest image of each pair; tile: an atom's image nearest to the cluster's first atom, if the
 *             cluster is so narrow that this image serves all its pairs within the cutoff
 * IMAGE       the nearest image, see floats.h
 * PAIRS       all: a cluster computes its forces completely, and one launch is a step; half: each pair is computed
 *             once, all forces are summed in memory, and `finish` makes the step then
 * ADDITIONS   to memory, of PAIRS half: single numbers, or a vector of four by CUDA's red.v4 (sm_90)
 * COEFFICIENTS, PRECISION: see pull.h; ACCUMULATE: see sum.h; METHOD, TABLE, FILTER, TABLE_SIZE, DELTA, ADDRESSING,
 * INDEX, TYPES: see slope.h
 * PERIODIC    whether the box is; COARSE, and BITS of lists.cl (of the problem) */
#if PRECISION == PRECISION_DOUBLE
#define TO_WHOLE 6755399441055744.0 /* 1.5 * 2^52, see floats.h */
#endif
#include "lennard_jones/order.h"
#include "lennard_jones/pull.h"
#if FORM == FORM_CELLS
#include "lennard_jones/reached.h"
#endif
#include "lennard_jones/real.h"
#include "lennard_jones/slope.h"
#include "lennard_jones/sum.h"

#define CLUSTERS (BLOCK_SIZE / LANES)
#define NOWHERE 1e30f /* beyond any cutoff, also by the nearest image */
#define SUMS (3 * CLUSTER)
#define ROW (BLOCK_SIZE + 1) /* row length of partial sums: neighbours of a column are in different banks */
#if LANES <= 32
#define SYNC_CLUSTER SYNC_WARPS
#else
#define SYNC_CLUSTER SYNC_THREADS
#endif
#if PAIRS == PAIRS_HALF && ADDITIONS == ADDITIONS_VECTOR
#define ADDED 4 /* numbers per atom's sum in memory */
#else
#define ADDED 3
#endif

/* Resets the inputs to the start of an iteration. flags[s]: lists are made before step s. */
KERNEL GROUP_OF(BLOCK_SIZE) void begin(GLOBAL const float *RESTRICT coordinate, GLOBAL const float *RESTRICT velocity,
                                       GLOBAL const float *RESTRICT inverse_mass, GLOBAL const int *RESTRICT type,
                                       GLOBAL real4 *RESTRICT place, GLOBAL real4 *RESTRICT moving,
                                       GLOBAL float4 *RESTRICT rest, GLOBAL unsigned *RESTRICT flags,
                                       GLOBAL SUM *RESTRICT sums, unsigned n, unsigned pitch, unsigned steps)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    for (unsigned s = i; s <= steps; s += (unsigned)NUM_GROUPS * BLOCK_SIZE)
        flags[s] = s == 0;
    if (i >= n)
        return;
    place[i] = make_real4(coordinate[i], coordinate[pitch + i], coordinate[2 * pitch + i], type[i]);
    moving[i] = make_real4(velocity[i], velocity[pitch + i], velocity[2 * pitch + i], inverse_mass[i]);
    rest[i] = make_float4(0, 0, 0, (float)i);
#if PAIRS == PAIRS_HALF
    for (unsigned d = 0; d < ADDED; d++)
        sums[ADDED * i + d] = 0;
#endif
}

/* value + add, and the error of the rounded sum. */
#define ADVANCE(value, lack, add)                                                                                      \
    {                                                                                                                  \
        const real more = (add) + (lack), sum = (value) + more;                                                        \
        lack = (float)(more - (sum - (value)));                                                                        \
        value = sum;                                                                                                   \
    }

/* Stores the last positions, wrapped into the box, and velocities, in the input's order. */
KERNEL GROUP_OF(BLOCK_SIZE) void end(GLOBAL const real4 *RESTRICT place, GLOBAL const real4 *RESTRICT moving,
                                     GLOBAL const float4 *RESTRICT rest, GLOBAL real *RESTRICT coordinate,
                                     GLOBAL real *RESTRICT velocity, unsigned n, unsigned pitch, float4 side,
                                     float4 inverse)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i >= n)
        return;
    const real4 v = moving[i];
    real4 at = place[i];
    float4 lack = rest[i];
    const unsigned to = (unsigned)lack.w;
    wrap_place(&at, &lack, side, inverse);
    coordinate[to] = at.x + lack.x, coordinate[pitch + to] = at.y + lack.y, coordinate[2 * pitch + to] = at.z + lack.z;
    velocity[to] = v.x, velocity[pitch + to] = v.y, velocity[2 * pitch + to] = v.z;
}

/* ---- forces ---- */

#define BESIDE(a, b, each)                                                                                             \
    make_real4(each((a).x - (b).x, side.x, inverse.x), each((a).y - (b).y, side.y, inverse.y),                         \
               each((a).z - (b).z, side.z, inverse.z), (a).w)
#define AS_IT_IS(d, side, inverse) (d)

#if PAIRS == PAIRS_HALF
#define ADD_BACK(scale, d)                                                                                             \
    back = make_real4(fma(-(scale), (d).x, back.x), fma(-(scale), (d).y, back.y), fma(-(scale), (d).z, back.z), 0);
#else
#define ADD_BACK(scale, d)
#endif
/* Without lists few pairs are within the cutoff: the others are skipped. With lists most work-items of a warp have a
 * pair within it. */
#if FORM == FORM_ALL && (METHOD == METHOD_ANALYTIC || ADDRESSING != ADDRESSING_BORDER)
#define IF_NEAR if (square < limit)
#else
#define IF_NEAR
#endif

/* Adds the force of an atom to those on the cluster; positions are relative to the cluster's first one. */
#define ADD_FORCES(each)                                                                                               \
    _Pragma("unroll") for (int c = 0; c < CLUSTER; c++)                                                                \
    {                                                                                                                  \
        const real4 d = BESIDE(own[c], other, each);                                                                   \
        const real square = fma(d.x, d.x, fma(d.y, d.y, d.z * d.z));                                                   \
        IF_NEAR                                                                                                        \
        {                                                                                                              \
            PULL(pull, square, KIND(own[c], other))                                                                    \
            const real scale = WITHIN(square, limit, pull);                                                            \
            sum[3 * c] += ADDEND(scale * d.x);                                                                         \
            sum[3 * c + 1] += ADDEND(scale * d.y);                                                                     \
            sum[3 * c + 2] += ADDEND(scale * d.z);                                                                     \
            ADD_BACK(scale, d)                                                                                         \
        }                                                                                                              \
    }

#if FORM == FORM_LIST
#define ACTING acting
#define NUMBER(k) (own_list[(k) / LISTED] * LISTED + (k) % LISTED)
#elif FORM == FORM_CELLS || PAIRS == PAIRS_ALL
#define ACTING n
#define NUMBER(k) (k)
#else /* the cluster itself, and the half of all that follows it in a ring; opposite ones are paired once */
#define RING ((n + CLUSTER - 1) / CLUSTER)
#define ACTING ((RING / 2 + (RING % 2 == 1 || cluster < RING / 2)) * CLUSTER)
#define NUMBER(k) (start + (k) < RING * CLUSTER ? start + (k) : start + (k)-RING * CLUSTER)
#endif

#if ACCUMULATE == ACCUMULATE_FP32
#define ADD_SUM(to, value) ATOMIC_ADD_FLOAT(to, value)
#elif ACCUMULATE == ACCUMULATE_FP64
#define ADD_SUM(to, value) ATOMIC_ADD_DOUBLE(to, value)
#else
#define ADD_SUM(to, value) ATOMIC_ADD(to, value)
#endif
#if ADDED == 4
#define ADD_THREE(to, x, y, z)                                                                                         \
    asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};"                                                       \
                 :                                                                                                     \
                 : "l"(to), "f"(x), "f"(y), "f"(z), "f"(0.0f)                                                          \
                 : "memory")
#else
#define ADD_THREE(to, x, y, z)                                                                                         \
    {                                                                                                                  \
        ADD_SUM(to, x);                                                                                                \
        ADD_SUM((to) + 1, y);                                                                                          \
        ADD_SUM((to) + 2, z);                                                                                          \
    }
#endif

#if FORM == FORM_CELLS
#define FOR_ACTING                                                                                                     \
    for (unsigned c = 0; c < reached.cells; c++)                                                                       \
        for (unsigned at_cell = PART * cell_at(reached, c), j = begins[at_cell] + lane, stop = begins[at_cell + PART]; \
             j < stop; j += LANES)
#elif FORM == FORM_LIST /* meanwhile the next one's number, or a word after the last, is loaded */
#define FOR_ACTING                                                                                                     \
    for (unsigned k = lane, j, coming = NUMBER(k); j = coming, coming = NUMBER(k + LANES), k < ACTING; k += LANES)
#else
#define FOR_ACTING for (unsigned k = lane, j; j = NUMBER(k), k < ACTING; k += LANES)
#endif
#if LISTED == 1 && (FORM != FORM_ALL || PAIRS == PAIRS_ALL)
#define IS_ATOM(j) true
#else /* an entry of several, or a cluster, may end beyond the last atom */
#define IS_ATOM(j) ((j) < n)
#endif

/* Sums the forces on the acting atoms, each in its work-item. */
#define ACT(j, place, each)                                                                                            \
    {                                                                                                                  \
        const real4 other = BESIDE(place, middle, NEAREST);                                                            \
        if (IS_ATOM(j)) {                                                                                              \
            START_BACK                                                                                                 \
            ADD_FORCES(each)                                                                                           \
            END_BACK                                                                                                   \
        }                                                                                                              \
    }
#if FORM == FORM_LIST && AHEAD == AHEAD_PLACE
#define WALK(each)                                                                                               \
    {                                                                                                                  \
        unsigned coming = NUMBER(lane), later = NUMBER(lane + LANES);                                                  \
        real4 there = from[min(coming, n - 1)];                                                                        \
        for (unsigned k = lane; k < ACTING; k += LANES) {                                                              \
            const unsigned j = coming;                                                                                 \
            const real4 place = there;                                                                                 \
            coming = later;                                                                                            \
            later = NUMBER(k + 2 * LANES);                                                                             \
            there = from[min(coming, n - 1)];                                                                          \
            ACT(j, place, each)                                                                                  \
        }                                                                                                              \
    }
#else
#define WALK(each)                                                                                               \
    FOR_ACTING                                                                                                         \
    {                                                                                                                  \
        const real4 place = from[IS_ATOM(j) ? j : n - 1];                                                              \
        ACT(j, place, each)                                                                                      \
    }
#endif
#if PAIRS == PAIRS_HALF
#if FORM == FORM_ALL
#define HAS_BACK (back.x != 0 || back.y != 0 || back.z != 0)
#else
#define HAS_BACK true
#endif
#define START_BACK real4 back = make_real4(0, 0, 0, 0);
#define END_BACK                                                                                                       \
    if (j - start >= CLUSTER && HAS_BACK) {                                                                            \
        ADD_THREE(&sums[ADDED * j], ADDEND(back.x), ADDEND(back.y), ADDEND(back.z));                                   \
    }
#else
#define START_BACK
#define END_BACK
#endif

/* An atom's time step. `now` are the positions, or, if lists were just made, `sorted`; the same holds for velocities
 * and rests; `next` are the new ones. If an atom moved farther than the root of `reach` since the lists were made, the
 * next step begins with new lists. The last step's positions and forces are stored in `at` and `force`. */
#define STATE                                                                                                          \
    GLOBAL const real4 *now, GLOBAL const real4 *sorted, GLOBAL real4 *next, GLOBAL real4 *moving,                     \
        GLOBAL const real4 *moving_sorted, GLOBAL float4 *rest, GLOBAL const float4 *rest_sorted,                      \
        GLOBAL unsigned *flags, GLOBAL real *at, GLOBAL real *force, unsigned number, unsigned last, unsigned n,       \
        unsigned pitch, float reach, float kick, float drift
#define PASS_STATE                                                                                                     \
    now, sorted, next, moving, moving_sorted, rest, rest_sorted, flags, at, force, number, last, n, pitch, reach,      \
        kick, drift
#if ORDER == ORDER_GIVEN
#define IS_FRESH false
#else
#define IS_FRESH (flags[number] != 0)
#endif

DEVICE void finish_atom(unsigned i, real x, real y, real z, STATE)
{
    const bool fresh = IS_FRESH;
    float4 lack = (fresh ? rest_sorted : rest)[i];
    real4 place = (fresh ? sorted : now)[i], v = (fresh ? moving_sorted : moving)[i];
    const real push = kick * v.w;
    if (number == last) {
        const unsigned to = (unsigned)lack.w;
        at[to] = place.x, at[pitch + to] = place.y, at[2 * pitch + to] = place.z;
        force[to] = x, force[pitch + to] = y, force[2 * pitch + to] = z;
    }
    v.x = fma(x, push, v.x), v.y = fma(y, push, v.y), v.z = fma(z, push, v.z);
    ADVANCE(place.x, lack.x, v.x * drift)
    ADVANCE(place.y, lack.y, v.y * drift)
    ADVANCE(place.z, lack.z, v.z * drift)
#if FORM != FORM_ALL
    const real4 before = sorted[i];
    const real dx = place.x - before.x, dy = place.y - before.y, dz = place.z - before.z;
    if (!(fma(dx, dx, fma(dy, dy, dz * dz)) < reach))
        flags[number + 1] = 1;
#endif
    next[i] = place;
    rest[i] = lack;
    moving[i] = v;
}

KERNEL GROUP_OF(BLOCK_SIZE) void move(STATE, GLOBAL SUM *sums, GLOBAL const unsigned *RESTRICT list,
                                      GLOBAL unsigned *length, GLOBAL const unsigned *RESTRICT begins,
                                      unsigned capacity, float cell_reach, float cutoff, float4 narrow, float4 sides,
                                      float4 inverses, float first, float per_element, float per_r, PULL_OF)
{
    LOCAL SUM partial[SUMS * ROW];
    const real limit = (real)cutoff * cutoff;
    const real4 side = make_real4(sides.x, sides.y, sides.z, 0);
    const real4 inverse = make_real4(inverses.x, inverses.y, inverses.z, 0);
    START_PULL
    const unsigned id = LOCAL_ID, lane = id % LANES, part = id / LANES;
    const unsigned cluster = (unsigned)GROUP_ID * CLUSTERS + part, start = cluster * CLUSTER;
#if FORM == FORM_LIST
    const unsigned acting = start < n ? min(length[cluster], capacity) * LISTED : 0;
    GLOBAL const unsigned *own_list = list + (mm_ulong)cluster * capacity;
#endif
    GLOBAL const real4 *from = IS_FRESH ? sorted : now;
    const real4 middle = from[min(start, n - 1)];
    real4 own[CLUSTER];
    SUM sum[SUMS];
#pragma unroll
    for (int c = 0; c < CLUSTER; c++) {
        own[c] = from[min(start + c, n - 1)];
        own[c] = BESIDE(own[c], middle, NEAREST);
#if PAIRS == PAIRS_HALF /* entries beyond the last atom have no force on others */
        if (start + c >= n)
            own[c].x = NOWHERE;
#endif
    }
#pragma unroll
    for (int c = 0; c < SUMS; c++)
        sum[c] = 0;
    if (start < n) {
#if FORM == FORM_CELLS
        real4 low = own[0], high = own[0];
#pragma unroll
        for (int c = 1; c < CLUSTER; c++) {
            low = make_real4(min(low.x, own[c].x), min(low.y, own[c].y), min(low.z, own[c].z), 0);
            high = make_real4(max(high.x, own[c].x), max(high.y, own[c].y), max(high.z, own[c].z), 0);
        }
        const struct reached reached =
            cells_of(FLOATS_OF(middle + low) - cell_reach, FLOATS_OF(middle + high) + cell_reach, inverses);
        if (number == last && lane == 0) {
            unsigned count = 0;
            for (unsigned c = 0; c < reached.cells; c++) {
                const unsigned at_cell = PART * cell_at(reached, c);
                count += begins[at_cell + PART] - begins[at_cell];
            }
            length[cluster] = count;
        }
#endif
#if SHIFT == SHIFT_TILE
        bool all = true;
#pragma unroll
        for (int c = 0; c < CLUSTER; c++)
            all = all && fabs(own[c].x) < narrow.x && fabs(own[c].y) < narrow.y && fabs(own[c].z) < narrow.z;
        if (all)
            WALK(AS_IT_IS)
        else
#endif
            WALK(NEAREST)
    }

    /* Each sum of LANES numbers by one work-item, all of which loop equally often: else PoCL 3.1 adds wrong numbers.
     * Then one work-item per atom. */
#pragma unroll
    for (int c = 0; c < SUMS; c++)
        partial[c * ROW + id] = sum[c];
    SYNC_CLUSTER;
    for (unsigned done = 0; done < SUMS; done += LANES)
        if (done + lane < SUMS) {
            LOCAL_ARG SUM *own_partial = &partial[(done + lane) * ROW + part * LANES];
            SUM total = 0;
            for (unsigned k = 0; k < LANES; k++)
                total += own_partial[k];
            own_partial[0] = total;
        }
    SYNC_CLUSTER;
    for (unsigned c = lane; c < CLUSTER; c += LANES) {
        const unsigned i = start + c, row = 3 * c * ROW + part * LANES;
        if (i < n) {
#if PAIRS == PAIRS_HALF
            ADD_THREE(&sums[ADDED * i], partial[row], partial[row + ROW], partial[row + 2 * ROW]);
#else
            finish_atom(i, RESULT(partial[row]), RESULT(partial[row + ROW]), RESULT(partial[row + 2 * ROW]),
                        PASS_STATE);
#endif
        }
    }
}

/* Makes the step, with PAIRS half; resets the sums to zero. */
KERNEL GROUP_OF(BLOCK_SIZE) void finish(STATE, GLOBAL SUM *sums)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i >= n)
        return;
    GLOBAL SUM *own = sums + ADDED * i;
    finish_atom(i, RESULT(own[0]), RESULT(own[1]), RESULT(own[2]), PASS_STATE);
    own[0] = own[1] = own[2] = 0;
}
