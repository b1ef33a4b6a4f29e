/* M2L: a group applies one operator after the other to a tile of boxes. A work-item has sums for some coefficients
 * of some boxes in registers; it uses what it loads of the operator for all its boxes, and what it loads of omega
 * for all its coefficients.
 *
 * With w = omega(j, k), k > 0, the terms of k and -k of mu(l, m) are w M(l + j, m + k) + conj(w) (-1)^k M(l + j, m - k):
 * w.x times the sum of the operator's two, and i w.y times their difference. These are computed once for all boxes, so
 * a box takes four multiplications instead of eight. omega(j, 0) is real.
 *
 * BLOCK_SIZE        work-items per group at most: as many as the coefficients need, with an equal number each
 * TILE_BOXES, PARTNER_GROUPS: fmm/m2l_tile.h
 * BOXES_PER_THREAD  boxes per work-item, strided, so that adjacent work-items have adjacent boxes
 * ROWS_PER_THREAD   coefficients of mu per work-item, for each of its boxes
 * OPERATORS         global: read from global memory; local: from copies in local memory, which include m < 0
 * OMEGA             the partners' expansions. global: read from global memory; local: from transposed copies in
 *                   local memory
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/m2l_tile.h"

#define ROW_GROUPS COVER(COEFFICIENTS, BLOCK_SIZE / BOX_THREADS * ROWS_PER_THREAD)
#define ROW_THREADS COVER(COEFFICIENTS, ROW_GROUPS * ROWS_PER_THREAD)
#define GROUP (BOX_THREADS * ROW_THREADS)

/* Layouts in local memory: the operator has a row for each l, m from -ORDER to 2 ORDER; omega has a row for each
 * coefficient, of adjacent boxes, with a padding of one, so that both access patterns are free of bank conflicts. */
#define OPERATOR_PITCH (3 * ORDER + 1)
#define OMEGA_PITCH (TILE_BOXES + 1)

#if OPERATORS == OPERATORS_LOCAL
typedef LOCAL_ARG const COMPLEX *OPERATOR_SOURCE;
#define OPERATOR_USED local_operator
#else
typedef GLOBAL const COMPLEX *OPERATOR_SOURCE;
#define OPERATOR_USED m2l
#endif
#if OMEGA == OMEGA_LOCAL
typedef LOCAL_ARG const COMPLEX *OMEGA_SOURCE;
#define OMEGA_USED local_omega
#else
typedef GLOBAL const COMPLEX *OMEGA_SOURCE;
#define OMEGA_USED omega
#endif
#if OPERATORS == OPERATORS_LOCAL || OMEGA == OMEGA_LOCAL
#define SYNC_COPIES SYNC_THREADS
#else
#define SYNC_COPIES
#endif

/* ---- the operator ---- */

/* M(l, m), m >= 0. */
DEVICE COMPLEX operator_at(OPERATOR_SOURCE m2l, int l, int m)
{
#if OPERATORS == OPERATORS_LOCAL
    return m2l[l * OPERATOR_PITCH + ORDER + m];
#else
    return m2l[INDEX(l, m)];
#endif
}

/* (-1)^k M(l, m - k) is the returned number, with real and imaginary part multiplied by those of *factor. */
DEVICE COMPLEX operator_below(OPERATOR_SOURCE m2l, int l, int m, int k, COMPLEX *factor)
{
    const REAL sign = k & 1 ? (REAL)-1 : (REAL)1;
#if OPERATORS == OPERATORS_LOCAL
    *factor = MAKE_COMPLEX(sign, sign);
    return m2l[l * OPERATOR_PITCH + ORDER + m - k];
#else
    const REAL mirrored = m & 1 ? (REAL)-1 : (REAL)1;
    *factor = m < k ? MAKE_COMPLEX(mirrored, -mirrored) : MAKE_COMPLEX(sign, sign);
    return m2l[INDEX(l, m < k ? k - m : m - k)];
#endif
}

#if OPERATORS == OPERATORS_LOCAL
DEVICE void copy_operator(GLOBAL const COMPLEX *m2l, LOCAL_ARG COMPLEX *to, unsigned id)
{
    for (unsigned i = id; i < (2 * ORDER + 1) * OPERATOR_PITCH; i += GROUP) {
        const int l = (int)(i / OPERATOR_PITCH), m = (int)(i % OPERATOR_PITCH) - ORDER;
        if (m <= l && -m <= l)
            to[i] = coefficient(m2l, l, m);
    }
}
#endif

/* ---- omega ---- */

/* Coefficient `c` of box `box`: its number within the tile if omega is in local memory, else among all boxes. */
DEVICE COMPLEX omega_at(OMEGA_SOURCE omega, unsigned box, int c)
{
#if OMEGA == OMEGA_LOCAL
    return omega[c * OMEGA_PITCH + box];
#else
    return box == NO_BOX ? MAKE_COMPLEX(0, 0) : omega[(mm_ulong)box * COEFFICIENTS + c];
#endif
}

#if OMEGA == OMEGA_LOCAL
/* Copies the partners' expansions; zeros where there is no partner. */
DEVICE void copy_omega(GLOBAL const COMPLEX *omega, LOCAL_ARG const unsigned *partner, LOCAL_ARG COMPLEX *to,
                       unsigned id)
{
    for (unsigned i = id; i < TILE_BOXES * COEFFICIENTS; i += GROUP) {
        const unsigned at = i / COEFFICIENTS, c = i % COEFFICIENTS, box = partner[at];
        to[c * OMEGA_PITCH + at] = box == NO_BOX ? MAKE_COMPLEX(0, 0) : omega[(mm_ulong)box * COEFFICIENTS + c];
    }
}
#endif

/* ---- sums ---- */

/* The l and m of a work-item's coefficients, from `row` on. */
DEVICE void find_rows(int row, int l[ROWS_PER_THREAD], int m[ROWS_PER_THREAD])
{
#pragma unroll
    for (int r = 0; r < ROWS_PER_THREAD; r++) {
        const int at = min(row + r, COEFFICIENTS - 1);
        l[r] = 0;
        for (int order = 1; order <= ORDER; order++)
            if (INDEX(order, 0) <= at)
                l[r] = order;
        m[r] = at - INDEX(l[r], 0);
    }
}

/* The partners of a work-item's boxes, numbered as omega_at needs them. */
DEVICE void find_boxes(TILE tile, STEP step, unsigned thread, unsigned box[BOXES_PER_THREAD])
{
#pragma unroll
    for (int b = 0; b < BOXES_PER_THREAD; b++) {
        box[b] = thread + b * BOX_THREADS;
#if OMEGA == OMEGA_GLOBAL
        box[b] = tile_box(tile, box[b], step);
#endif
    }
}

/* Adds the contribution of one partner per box to coefficients (l, m). */
DEVICE void add_partners(OPERATOR_SOURCE m2l, OMEGA_SOURCE omega, const unsigned box[BOXES_PER_THREAD],
                         const int l[ROWS_PER_THREAD], const int m[ROWS_PER_THREAD],
                         COMPLEX sum[ROWS_PER_THREAD][BOXES_PER_THREAD])
{
    COMPLEX w[BOXES_PER_THREAD];
    for (int j = 0; j <= ORDER; j++) {
#pragma unroll
        for (int b = 0; b < BOXES_PER_THREAD; b++)
            w[b] = omega_at(omega, box[b], INDEX(j, 0));
#pragma unroll
        for (int r = 0; r < ROWS_PER_THREAD; r++) {
            const COMPLEX here = operator_at(m2l, l[r] + j, m[r]);
#pragma unroll
            for (int b = 0; b < BOXES_PER_THREAD; b++)
                sum[r][b] = MAKE_COMPLEX(fma(w[b].x, here.x, sum[r][b].x), fma(w[b].x, here.y, sum[r][b].y));
        }
        for (int k = 1; k <= j; k++) {
#pragma unroll
            for (int b = 0; b < BOXES_PER_THREAD; b++)
                w[b] = omega_at(omega, box[b], INDEX(j, k));
#pragma unroll
            for (int r = 0; r < ROWS_PER_THREAD; r++) {
                COMPLEX factor;
                const COMPLEX above = operator_at(m2l, l[r] + j, m[r] + k);
                const COMPLEX below = operator_below(m2l, l[r] + j, m[r], k, &factor);
                const COMPLEX both = MAKE_COMPLEX(fma(factor.x, below.x, above.x), fma(factor.y, below.y, above.y));
                const COMPLEX apart = MAKE_COMPLEX(fma(-factor.x, below.x, above.x), fma(-factor.y, below.y, above.y));
#pragma unroll
                for (int b = 0; b < BOXES_PER_THREAD; b++)
                    sum[r][b] = MAKE_COMPLEX(fma(w[b].x, both.x, fma(-w[b].y, apart.y, sum[r][b].x)),
                                             fma(w[b].x, both.y, fma(w[b].y, apart.x, sum[r][b].y)));
            }
        }
    }
}

/* All boxes of levels from `first` on; groups of the same tile have adjacent numbers. Rows after the last coefficient
 * repeat it, and are not stored. */
KERNEL GROUP_OF(GROUP) void m2l(GLOBAL const COMPLEX *RESTRICT omega, GLOBAL const COMPLEX *RESTRICT operators,
                                GLOBAL COMPLEX *mu, int first)
{
#if OPERATORS == OPERATORS_LOCAL
    LOCAL COMPLEX local_operator[(2 * ORDER + 1) * OPERATOR_PITCH];
#endif
#if OMEGA == OMEGA_LOCAL
    LOCAL COMPLEX local_omega[COEFFICIENTS * OMEGA_PITCH];
    LOCAL unsigned partner[TILE_BOXES];
#endif
    const unsigned id = LOCAL_ID, group = GROUP_ID;
    const TILE tile = tile_at(group / (PARTNER_GROUPS * ROW_GROUPS), first);
    const int row_group = (int)(group / PARTNER_GROUPS % ROW_GROUPS);
    const int row = (row_group * ROW_THREADS + (int)(id / BOX_THREADS)) * ROWS_PER_THREAD;
    COMPLEX sum[ROWS_PER_THREAD][BOXES_PER_THREAD];
    unsigned box[BOXES_PER_THREAD];
    int l[ROWS_PER_THREAD], m[ROWS_PER_THREAD];
    find_rows(row, l, m);
    clear(sum);
#if OMEGA == OMEGA_LOCAL
    find_partners(tile, (int)(group % PARTNER_GROUPS), partner, id, GROUP);
    SYNC_THREADS;
#endif
    for (int position = (int)(group % PARTNER_GROUPS); position < POSITIONS; position += PARTNER_GROUPS) {
        const STEP step = partner_step(tile, position);
        const bool far = is_far(step);
        GLOBAL const COMPLEX *m2l = operators + operator_place(step) * OPERATOR;
#if OPERATORS == OPERATORS_LOCAL
        if (far)
            copy_operator(m2l, local_operator, id);
#endif
#if OMEGA == OMEGA_LOCAL
        if (far)
            copy_omega(omega, partner, local_omega, id);
#endif
        SYNC_COPIES;
#if OMEGA == OMEGA_LOCAL
        find_partners(tile, position + PARTNER_GROUPS, partner, id, GROUP);
#endif
        if (far) {
            find_boxes(tile, step, id % BOX_THREADS, box);
            add_partners(OPERATOR_USED, OMEGA_USED, box, l, m, sum);
        }
        SYNC_COPIES;
    }
    STEP none;
    none.x = none.y = none.z = 0;
#pragma unroll
    for (int b = 0; b < BOXES_PER_THREAD; b++) {
        const unsigned to = tile_box(tile, id % BOX_THREADS + b * BOX_THREADS, none);
#pragma unroll
        for (int r = 0; r < ROWS_PER_THREAD; r++)
            if (to != NO_BOX && row + r < COEFFICIENTS)
                put_sum(mu + (mm_ulong)to * COEFFICIENTS + row + r, sum[r][b]);
    }
}
