/* M2L by rotations: a group turns the partners of a tile of boxes so that their offset is along z, moves them along it,
 * and turns them back. Expansions are in local memory, boxes side by side; each step reads them there, and writes what it
 * made of them in their place.
 *
 * A unit of a step is some coefficients of one l, or, along z, of one m, for which the same ones are loaded. A work-item
 * has the same units of some boxes in every step, and the sums over all partners of those of the last in registers.
 *
 * tables: for each angle of an offset to z (m2l/rotation.c) matrices that turn omega, those that turn mu back, for real
 * and for imaginary parts, and the operators along z; then phases of rotations about z
 *
 * BLOCK_SIZE        work-items of a group at most: those that the units need, each as many as the others
 * TILE_BOXES, PARTNER_GROUPS: fmm/m2l_tile.h
 * BOXES_PER_THREAD  boxes of a work-item, so far apart that neighbours have neighbours
 * ROWS_PER_THREAD   coefficients of a unit
 * OPERATORS         tables are read where they lie: global; or local: an angle's are copied to local memory
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/m2l_tile.h"

/* ---- the work-items' parts ---- */

/* Units of all orders below `order`: the first ROWS_PER_THREAD orders have one each, the next two, and so on. */
#define FULL(order) ((order) / ROWS_PER_THREAD)
#define UNITS_BELOW(order)                                                                                             \
    (ROWS_PER_THREAD * FULL(order) * (FULL(order) + 1) / 2 + (order) % ROWS_PER_THREAD * (FULL(order) + 1))
#define UNITS UNITS_BELOW(ORDER + 1)
#define UNITS_PER_THREAD COVER(UNITS, BLOCK_SIZE / BOX_THREADS)
#define ROW_THREADS COVER(UNITS, UNITS_PER_THREAD)
#define GROUP (BOX_THREADS * ROW_THREADS)

/* Coefficients `first` on of those of order l; along z, of those with m = ORDER - l. Behind the last unit there are units
 * without any. */
typedef struct {
    int l, first;
    bool is_there;
} UNIT;

DEVICE UNIT unit_at(int number)
{
    UNIT unit;
    unit.is_there = number < UNITS;
    number = min(number, UNITS - 1);
    unit.l = 0; /* by a loop of constant length: PoCL 3.1 goes wrong with one that ends when it has found it */
    for (int l = 1; l <= ORDER; l++)
        if (UNITS_BELOW(l) <= number)
            unit.l = l;
    unit.first = (number - UNITS_BELOW(unit.l)) * ROWS_PER_THREAD;
    return unit;
}

/* ---- tables, in complex numbers ---- */

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

/* That of the angle to z, for partners a step away. */
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

/* Boxes side by side, and one place more, so that neither way of access meets one bank. */
#define PITCH (TILE_BOXES + 1)

DEVICE COMPLEX turned(COMPLEX a, COMPLEX phase)
{
    return MAKE_COMPLEX(fma(a.x, phase.x, -(a.y * phase.y)), fma(a.x, phase.y, a.y * phase.x));
}

/* Of each coefficient, its m. */
DEVICE void find_m(LOCAL_ARG unsigned char *m, unsigned id)
{
    for (unsigned c = id; c < COEFFICIENTS; c += GROUP)
        for (unsigned l = 0; l <= ORDER; l++)
            if (INDEX(l, 0) <= c)
                m[c] = (unsigned char)(c - INDEX(l, 0));
}

/* The partners' expansions, turned about z so that y is 0: zeros where there is none. */
DEVICE void copy_omega(GLOBAL const COMPLEX *omega, GLOBAL const COMPLEX *phases, LOCAL_ARG const unsigned *partner,
                       LOCAL_ARG const unsigned char *m, LOCAL_ARG COMPLEX *to, unsigned id)
{
    for (unsigned i = id; i < TILE_BOXES * COEFFICIENTS; i += GROUP) {
        const unsigned at = i / COEFFICIENTS, c = i % COEFFICIENTS, box = partner[at];
        to[c * PITCH + at] =
            box == NO_BOX ? MAKE_COMPLEX(0, 0) : turned(omega[(mm_ulong)box * COEFFICIENTS + c], phases[m[c]]);
    }
}

/* A unit of coefficients turned about y, by matrices of omega or of mu. */
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

/* A unit of mu's coefficients by omega's, along z: their sums with (l + j)! / r^(l + j + 1). */
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

/* A unit's results, of a turn or along z, where their coefficients are. */
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

/* A unit's results, turned about z once more, to their sums. */
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

/* All boxes of levels from `first` on: groups of the same tile are neighbours. */
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
