/* M2L by rotations: a group rotates the expansions of a tile's partners so that the offset is along z, translates
 * them along z, and rotates them back. Expansions are in local memory, adjacent boxes in adjacent places; each step
 * overwrites them.
 *
 * A unit is the part of a step that a work-item does at a time: some coefficients of one l or, along z, of one m,
 * which need the same source coefficients. A work-item has the same units of some boxes in every step. For those of
 * the last step it has sums over all partners in registers.
 *
 * tables: for each angle between an offset and z (m2l/rotation.c) matrices that rotate omega, those that rotate mu
 * back, for real and for imaginary parts, and the operators along z; then phases of rotations about z
 *
 * BLOCK_SIZE        work-items per group at most: as many as the units need, with an equal number of units each
 * TILE_BOXES, PARTNER_GROUPS: fmm/m2l_tile.h
 * BOXES_PER_THREAD  boxes per work-item, strided, so that adjacent work-items have adjacent boxes
 * ROWS_PER_THREAD   coefficients per unit
 * OPERATORS         global: tables are read from global memory; local: those of an angle are copied to local memory
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/m2l_tile.h"

/* ---- the parts of work-items ---- */

/* The number of units of all l below `order`: the first ROWS_PER_THREAD values of l have one unit each, the next two,
 * and so on. */
#define FULL(order) ((order) / ROWS_PER_THREAD)
#define UNITS_BELOW(order)                                                                                             \
    (ROWS_PER_THREAD * FULL(order) * (FULL(order) + 1) / 2 + (order) % ROWS_PER_THREAD * (FULL(order) + 1))
#define UNITS UNITS_BELOW(ORDER + 1)
#define UNITS_PER_THREAD COVER(UNITS, BLOCK_SIZE / BOX_THREADS)
#define ROW_THREADS COVER(UNITS, UNITS_PER_THREAD)
#define GROUP (BOX_THREADS * ROW_THREADS)

/* Coefficients of order l from m = `first` on; along z, those with m = ORDER - l. Units after the last are empty. */
typedef struct {
    int l, first;
    bool is_there;
} UNIT;

DEVICE UNIT unit_at(int number)
{
    UNIT unit;
    unit.is_there = number < UNITS;
    number = min(number, UNITS - 1);
    unit.l = 0; /* a loop of constant length: PoCL 3.1 miscompiles one that stops when it finds l */
    for (int l = 1; l <= ORDER; l++)
        if (UNITS_BELOW(l) <= number)
            unit.l = l;
    unit.first = (number - UNITS_BELOW(unit.l)) * ROWS_PER_THREAD;
    return unit;
}

/* ---- tables, as complex numbers ---- */

#define SQUARES(order) ((order) * ((order) + 1) * (2 * (order) + 1) / 6)
#define MATRICES SQUARES(ORDER + 1)
#define TABLE (2 * MATRICES + ORDER + 1)
#define TABLES ((REACH + 1) * (REACH + 2) / 2 * OPERATOR_SIDE)

#if OPERATORS == OPERATORS_LOCAL
typedef LOCAL_ARG const COMPLEX *TABLE_SOURCE;
typedef LOCAL_ARG const REAL *REAL_SOURCE;
#define TABLE_USED local_table
#else
typedef GLOBAL const COMPLEX *TABLE_SOURCE;
typedef GLOBAL const REAL *REAL_SOURCE;
#define TABLE_USED table
#endif

/* The table for the angle between z and a partner's offset `step`. */
DEVICE GLOBAL const COMPLEX *table_of(GLOBAL const COMPLEX *tables, STEP step)
{
    const int x = step.x < 0 ? -step.x : step.x, y = step.y < 0 ? -step.y : step.y, a = max(x, y), b = min(x, y);
    return tables + ((a * (a + 1) / 2 + b) * OPERATOR_SIDE + REACH - step.z) * TABLE;
}

DEVICE GLOBAL const COMPLEX *phases_of(GLOBAL const COMPLEX *tables, STEP step)
{
    return tables + TABLES * TABLE + ((REACH - step.y) * OPERATOR_SIDE + REACH - step.x) * (ORDER + 1);
}

/* ---- steps ---- */

/* Boxes are adjacent, with a padding of one, so that both access patterns are free of bank conflicts. */
#define PITCH (TILE_BOXES + 1)

DEVICE COMPLEX turned(COMPLEX a, COMPLEX phase)
{
    return MAKE_COMPLEX(fma(a.x, phase.x, -(a.y * phase.y)), fma(a.x, phase.y, a.y * phase.x));
}

/* Stores the m of each coefficient. */
DEVICE void find_m(LOCAL_ARG unsigned char *m, unsigned id)
{
    for (unsigned c = id; c < COEFFICIENTS; c += GROUP)
        for (unsigned l = 0; l <= ORDER; l++)
            if (INDEX(l, 0) <= c)
                m[c] = (unsigned char)(c - INDEX(l, 0));
}

/* Copies the partners' expansions, rotated about z so that the offset's y is 0; zeros where there is no partner. */
DEVICE void copy_omega(GLOBAL const COMPLEX *omega, GLOBAL const COMPLEX *phases, LOCAL_ARG const unsigned *partner,
                       LOCAL_ARG const unsigned char *m, LOCAL_ARG COMPLEX *to, unsigned id)
{
    for (unsigned i = id; i < TILE_BOXES * COEFFICIENTS; i += GROUP) {
        const unsigned at = i / COEFFICIENTS, c = i % COEFFICIENTS, box = partner[at];
        to[c * PITCH + at] =
            box == NO_BOX ? MAKE_COMPLEX(0, 0) : turned(omega[(mm_ulong)box * COEFFICIENTS + c], phases[m[c]]);
    }
}

/* Rotates a unit about y, by the matrices of omega or of mu. */
DEVICE void turn(TABLE_SOURCE matrices, LOCAL_ARG const COMPLEX *from, UNIT unit,
                 COMPLEX to[ROWS_PER_THREAD][BOXES_PER_THREAD])
{
    clear(to);
    const int l = unit.l;
    for (int k = 0; k <= l; k++) {
        COMPLEX a[BOXES_PER_THREAD];
#pragma unroll
        for (int b = 0; b < BOXES_PER_THREAD; b++)
            a[b] = from[INDEX(l, k) * PITCH + b * BOX_THREADS];
#pragma unroll
        for (int r = 0; r < ROWS_PER_THREAD; r++) {
            const COMPLEX by = matrices[SQUARES(l) + k * (l + 1) + min(unit.first + r, l)];
#pragma unroll
            for (int b = 0; b < BOXES_PER_THREAD; b++)
                to[r][b] = MAKE_COMPLEX(fma(by.x, a[b].x, to[r][b].x), fma(by.y, a[b].y, to[r][b].y));
        }
    }
}

/* Translates along z: a unit of mu from omega, by sums with (l + j)! / r^(l + j + 1). */
DEVICE void move_along_z(REAL_SOURCE along, LOCAL_ARG const COMPLEX *from, UNIT unit,
                         COMPLEX to[ROWS_PER_THREAD][BOXES_PER_THREAD])
{
    clear(to);
    const int m = ORDER - unit.l, l = m + unit.first;
    for (int j = m; j <= ORDER; j++) {
        COMPLEX a[BOXES_PER_THREAD];
#pragma unroll
        for (int b = 0; b < BOXES_PER_THREAD; b++)
            a[b] = from[INDEX(j, m) * PITCH + b * BOX_THREADS];
#pragma unroll
        for (int r = 0; r < ROWS_PER_THREAD; r++) {
            const REAL by = along[min(l + r, ORDER) + j];
#pragma unroll
            for (int b = 0; b < BOXES_PER_THREAD; b++)
                to[r][b] = MAKE_COMPLEX(fma(by, a[b].x, to[r][b].x), fma(by, a[b].y, to[r][b].y));
        }
    }
}

/* Stores a unit's results, of a rotation or a translation, in place of its coefficients. */
DEVICE void store(LOCAL_ARG COMPLEX *to, UNIT unit, bool along_z, COMPLEX from[ROWS_PER_THREAD][BOXES_PER_THREAD])
{
    const int m = ORDER - unit.l;
#pragma unroll
    for (int r = 0; r < ROWS_PER_THREAD; r++) {
        const int at = unit.first + r, c = along_z ? INDEX(m + at, m) : INDEX(unit.l, at);
#pragma unroll
        for (int b = 0; b < BOXES_PER_THREAD; b++)
            if (unit.is_there && at <= unit.l)
                to[c * PITCH + b * BOX_THREADS] = from[r][b];
    }
}

/* Rotates a unit's results about z, and adds them to the sums. */
DEVICE void add(GLOBAL const COMPLEX *phases, UNIT unit, COMPLEX from[ROWS_PER_THREAD][BOXES_PER_THREAD],
                COMPLEX sum[ROWS_PER_THREAD][BOXES_PER_THREAD])
{
#pragma unroll
    for (int r = 0; r < ROWS_PER_THREAD; r++) {
        const COMPLEX phase = phases[min(unit.first + r, unit.l)];
#pragma unroll
        for (int b = 0; b < BOXES_PER_THREAD; b++)
            sum[r][b] = add_product(sum[r][b], from[r][b], phase);
    }
}

/* All boxes of levels from `first` on; groups of the same tile have adjacent numbers. */
KERNEL GROUP_OF(GROUP) void m2l(GLOBAL const COMPLEX *RESTRICT omega, GLOBAL const COMPLEX *RESTRICT tables,
                                GLOBAL COMPLEX *mu, int first)
{
    LOCAL COMPLEX local_omega[COEFFICIENTS * PITCH];
    LOCAL unsigned partner[TILE_BOXES];
    LOCAL unsigned char local_m[COEFFICIENTS];
#if OPERATORS == OPERATORS_LOCAL
    LOCAL COMPLEX local_table[TABLE];
#endif
    const unsigned id = LOCAL_ID, group = GROUP_ID, at = id % BOX_THREADS;
    const TILE tile = tile_at(group / PARTNER_GROUPS, first);
    UNIT unit[UNITS_PER_THREAD];
    COMPLEX sum[UNITS_PER_THREAD][ROWS_PER_THREAD][BOXES_PER_THREAD];
    COMPLEX result[UNITS_PER_THREAD][ROWS_PER_THREAD][BOXES_PER_THREAD];
#pragma unroll
    for (int u = 0; u < UNITS_PER_THREAD; u++) {
        unit[u] = unit_at(u * ROW_THREADS + (int)(id / BOX_THREADS));
        clear(sum[u]);
    }
    find_m(local_m, id);
    find_partners(tile, (int)(group % PARTNER_GROUPS), partner, id, GROUP);
    SYNC_THREADS;
    for (int position = (int)(group % PARTNER_GROUPS); position < POSITIONS; position += PARTNER_GROUPS) {
        const STEP step = partner_step(tile, position);
        const bool far = is_far(step);
        GLOBAL const COMPLEX *table = table_of(tables, step);
        GLOBAL const COMPLEX *phases = phases_of(tables, step);
        if (far)
            copy_omega(omega, phases, partner, local_m, local_omega, id);
#if OPERATORS == OPERATORS_LOCAL
        for (unsigned i = id; far && i < TABLE; i += GROUP)
            local_table[i] = table[i];
#endif
        SYNC_THREADS;
        find_partners(tile, position + PARTNER_GROUPS, partner, id, GROUP);
#pragma unroll
        for (int u = 0; u < UNITS_PER_THREAD; u++)
            if (far)
                turn(TABLE_USED, local_omega + at, unit[u], result[u]);
        SYNC_THREADS;
#pragma unroll
        for (int u = 0; u < UNITS_PER_THREAD; u++)
            if (far)
                store(local_omega + at, unit[u], false, result[u]);
        SYNC_THREADS;
#pragma unroll
        for (int u = 0; u < UNITS_PER_THREAD; u++)
            if (far)
                move_along_z((REAL_SOURCE)(TABLE_USED + 2 * MATRICES), local_omega + at, unit[u], result[u]);
        SYNC_THREADS;
#pragma unroll
        for (int u = 0; u < UNITS_PER_THREAD; u++)
            if (far)
                store(local_omega + at, unit[u], true, result[u]);
        SYNC_THREADS;
#pragma unroll
        for (int u = 0; u < UNITS_PER_THREAD; u++)
            if (far) {
                turn(TABLE_USED + MATRICES, local_omega + at, unit[u], result[u]);
                add(phases, unit[u], result[u], sum[u]);
            }
        SYNC_THREADS;
    }
    STEP none;
    none.x = none.y = none.z = 0;
#pragma unroll
    for (int b = 0; b < BOXES_PER_THREAD; b++) {
        const unsigned to = tile_box(tile, at + b * BOX_THREADS, none);
#pragma unroll
        for (int u = 0; u < UNITS_PER_THREAD; u++)
#pragma unroll
            for (int r = 0; r < ROWS_PER_THREAD; r++)
                if (to != NO_BOX && unit[u].is_there && unit[u].first + r <= unit[u].l)
                    put_sum(mu + (mm_ulong)to * COEFFICIENTS + INDEX(unit[u].l, unit[u].first + r), sum[u][r][b]);
    }
}
