/* L2P: potential, field and energy of charges, from mu of their box on the deepest level.
 *
 * Let s be the centre of the box relative to the charge, and O(l, m)(s) = O(m, m) Q(l - m) (fmm/harmonics.h). The
 * potential is the sum over m of the real part of O(m, m) times the sum over l of mu(l, m) Q, twice for m > 0; the
 * field is its gradient in s. The gradient of O(m, m) is (-1, i, 0) / 2 O(m - 1, m - 1). That of Q is (x, y, 0) D +
 * (0, 0, 1) Q(i - 1): the derivative of O(l, m) by z is O(l - 1, m), and D follows from the recurrence of Q.
 *
 * OUTPUT           potential: one number per charge; potential_and_field: four, the field first; energy: half the
 *                  sum of q times potential, one number, added up in the same order in every run
 * MAPPING          charge: a work-item takes CHARGES_AT_ONCE charges, in any boxes; box: LANES work-items take a box
 * MU               where work-items of MAPPING box read mu: in global memory, or staged in local memory
 * BLOCK_SIZE       work-items per group
 * LANES            work-items per box, of MAPPING box
 * CHARGES_AT_ONCE  charges per work-item
 * COLUMNS          loop: over m and l; unrolled: both are constants
 * PRECISION, ORDER: fmm/expansion.h */
#include "fmm/expansion.h"
#include "fmm/harmonics.h"

#define TEAMS (BLOCK_SIZE / LANES)
#if MU == MU_LOCAL
#define MU_POINTER LOCAL_ARG const COMPLEX *
#else
#define MU_POINTER GLOBAL const COMPLEX *
#endif

/* The sums of a column over its orders l, of mu times Q, Q(i - 1) and D; and the last two values of Q and of D. */
typedef struct {
    COMPLEX value, along_z, across;
    REAL last, before, slope, slope_before;
} COLUMN;

DEVICE COLUMN empty_column()
{
    COLUMN column;
    column.value = column.along_z = column.across = MAKE_COMPLEX(0, 0);
    column.last = 1;
    column.before = column.slope = column.slope_before = 0;
    return column;
}

DEVICE COMPLEX add_times(COMPLEX sum, COMPLEX a, REAL factor)
{
    return MAKE_COMPLEX(fma(a.x, factor, sum.x), fma(a.y, factor, sum.y));
}

/* Adds order l; `charge` contains s. */
DEVICE void add_order(COLUMN *column, COMPLEX mu, CHARGE charge, int l, REAL step)
{
    const REAL next = next_of_column(column->last, column->before, charge.z, charge.square, l, step);
    column->value = add_times(column->value, mu, column->last);
#if OUTPUT == OUTPUT_POTENTIAL_AND_FIELD
    column->along_z = add_times(column->along_z, mu, column->before);
    column->across = add_times(column->across, mu, column->slope);
    const REAL slope = step * fma((REAL)(2 * l + 1) * charge.z, column->slope,
                                  -fma(charge.square, column->slope_before, 2 * column->before));
    column->slope_before = column->slope;
    column->slope = slope;
#endif
    column->before = column->last;
    column->last = next;
}

/* Adds a column to x, y, z of the field and to the potential. The part with D is added to *across; the caller
 * multiplies it by x and y at the end. `begin` is O(m, m), `previous` O(m - 1, m - 1), or 0. */
DEVICE void end_column(COLUMN column, COMPLEX begin, COMPLEX previous, REAL times, REAL4 *result, REAL *across)
{
    result->w = fma(times, fma(begin.x, column.value.x, -begin.y * column.value.y), result->w);
#if OUTPUT == OUTPUT_POTENTIAL_AND_FIELD
    const REAL half_times = (REAL)-0.5 * times;
    result->x = fma(half_times, fma(previous.x, column.value.x, -previous.y * column.value.y), result->x);
    result->y = fma(half_times, fma(previous.x, column.value.y, previous.y * column.value.x), result->y);
    result->z = fma(times, fma(begin.x, column.along_z.x, -begin.y * column.along_z.y), result->z);
    *across = fma(times, fma(begin.x, column.across.x, -begin.y * column.across.y), *across);
#endif
}

/* The results of all the work-item's charges, each with its mu, in the level's units. */
DEVICE void evaluate(const CHARGE *charge, const MU_POINTER *mu, LOCAL_ARG const REAL *steps, REAL4 *result)
{
    COMPLEX begin[CHARGES_AT_ONCE], previous[CHARGES_AT_ONCE];
    REAL across[CHARGES_AT_ONCE];
#pragma unroll
    for (int k = 0; k < CHARGES_AT_ONCE; k++) {
        begin[k] = MAKE_COMPLEX(1, 0);
        previous[k] = MAKE_COMPLEX(0, 0);
        across[k] = 0;
        result[k] = MAKE_REAL4(0, 0, 0, 0);
    }
    UNROLL_COLUMNS
    for (int m = 0; m <= ORDER; m++) {
        COLUMN column[CHARGES_AT_ONCE];
#pragma unroll
        for (int k = 0; k < CHARGES_AT_ONCE; k++)
            column[k] = empty_column();
        UNROLL_COLUMNS
        for (int l = m; l <= ORDER; l++) {
#pragma unroll
            for (int k = 0; k < CHARGES_AT_ONCE; k++)
                add_order(&column[k], mu[k][INDEX(l, m)], charge[k], l, STEP_OF(l - m, m));
        }
#pragma unroll
        for (int k = 0; k < CHARGES_AT_ONCE; k++) {
            end_column(column[k], begin[k], previous[k], m > 0 ? 2 : 1, &result[k], &across[k]);
            previous[k] = begin[k];
            begin[k] = next_column(begin[k], charge[k].x, charge[k].y, (REAL)0.5 / (REAL)(m + 1));
        }
    }
#pragma unroll
    for (int k = 0; k < CHARGES_AT_ONCE; k++) {
        result[k].x = fma(charge[k].x, across[k], result[k].x);
        result[k].y = fma(charge[k].y, across[k], result[k].y);
    }
}

/* The centre of the box relative to the charge. */
DEVICE CHARGE reversed(CHARGE charge)
{
    charge.x = -charge.x;
    charge.y = -charge.y;
    charge.z = -charge.z;
    return charge;
}

/* Stores the result of a charge, or returns its share of twice the energy; `per_unit` is 1 / (the level's unit). */
DEVICE REAL put_result(GLOBAL REAL *to, mm_ulong at, REAL4 result, REAL q, REAL per_unit)
{
#if OUTPUT == OUTPUT_POTENTIAL
    to[at] = result.w * per_unit;
    return 0;
#elif OUTPUT == OUTPUT_POTENTIAL_AND_FIELD
    const REAL square = per_unit * per_unit;
    ((GLOBAL REAL4 *)to)[at] = MAKE_REAL4(result.x * square, result.y * square, result.z * square, result.w * per_unit);
    return 0;
#else
    return q * result.w * per_unit;
#endif
}

/* The sum over the group, returned to all work-items; on return `sums` may be used again. */
DEVICE REAL sum_of_group(LOCAL_ARG REAL *sums, REAL value, unsigned local_id)
{
    sums[local_id] = value;
    SYNC_THREADS;
    for (unsigned pairs = BLOCK_SIZE / 2; pairs > 0; pairs /= 2) {
        if (local_id < pairs)
            sums[local_id] += sums[local_id + pairs];
        SYNC_THREADS;
    }
    const REAL sum = sums[0];
    SYNC_THREADS;
    return sum;
}

DEVICE unsigned box_of(float4 c, int level)
{
    const float side = (float)(1u << level);
    return (unsigned)(c.x * side) + ((((unsigned)(c.z * side) << level) + (unsigned)(c.y * side)) << level);
}

KERNEL GROUP_OF(BLOCK_SIZE) void l2p(GLOBAL const float4 *RESTRICT charges, GLOBAL const unsigned *RESTRICT start,
                                     GLOBAL const COMPLEX *RESTRICT mu, GLOBAL REAL *RESTRICT to, GLOBAL REAL *partial,
                                     GLOBAL unsigned *ticket, int level, unsigned count)
{
    LOCAL REAL steps[STEPS];
#if MU == MU_LOCAL
    LOCAL COMPLEX stage[TEAMS * COEFFICIENTS];
#endif
#if OUTPUT == OUTPUT_ENERGY
    LOCAL REAL sums[BLOCK_SIZE];
    LOCAL int is_last;
#endif
    const unsigned local_id = LOCAL_ID, boxes = 1u << 3 * level;
    const REAL per_unit = (REAL)(2u << level);
    GLOBAL const COMPLEX *of_level = mu + (mm_ulong)((boxes - 1) / 7) * COEFFICIENTS;
    CHARGE charge[CHARGES_AT_ONCE];
    REAL4 result[CHARGES_AT_ONCE];
    MU_POINTER from[CHARGES_AT_ONCE];
    REAL energy = 0;
#if COLUMNS == COLUMNS_LOOP
    fill_steps(steps, local_id);
#endif

#if MAPPING == MAPPING_CHARGE
    SYNC_THREADS;
    const unsigned first = (unsigned)GROUP_ID * (BLOCK_SIZE * CHARGES_AT_ONCE) + local_id;
    const unsigned end = count, pitch = BLOCK_SIZE, stride = BLOCK_SIZE * CHARGES_AT_ONCE;
#else
    const unsigned lane = local_id % LANES, team = local_id / LANES, box = (unsigned)GROUP_ID * TEAMS + team;
#if MU == MU_LOCAL
    const unsigned staged = min(boxes - (unsigned)GROUP_ID * TEAMS, (unsigned)TEAMS) * COEFFICIENTS;
    for (unsigned at = local_id; at < staged; at += BLOCK_SIZE)
        stage[at] = of_level[(mm_ulong)GROUP_ID * (TEAMS * COEFFICIENTS) + at];
#endif
    SYNC_THREADS;
    const unsigned first = box < boxes ? start[box] + lane : 0, end = box < boxes ? start[box + 1] : 0;
    const unsigned pitch = LANES, stride = LANES * CHARGES_AT_ONCE;
#endif

    for (unsigned i = first; i < end; i += stride) {
#if MAPPING == MAPPING_BOX
        unsigned common_place = 0;
#endif
#pragma unroll
        for (int k = 0; k < CHARGES_AT_ONCE; k++) {
            const float4 c = charges[min(i + (unsigned)k * pitch, end - 1)];
#if MAPPING == MAPPING_CHARGE
            const unsigned place = box_of(c, level);
#else
            /* This is always `box`. If the compiler could see that, it would keep all of its mu in registers, which are
             * too few. */
            const unsigned place = k == 0 ? box_of(c, level) : common_place;
            common_place = place;
#endif
#if MU == MU_LOCAL
            from[k] = stage + (place - (unsigned)GROUP_ID * TEAMS) * COEFFICIENTS;
#else
            from[k] = of_level + (mm_ulong)place * COEFFICIENTS;
#endif
            charge[k] = reversed(charge_in_box(c, place, level));
        }
        evaluate(charge, from, steps, result);
#pragma unroll
        for (int k = 0; k < CHARGES_AT_ONCE; k++)
            if (i + (unsigned)k * pitch < end)
                energy += put_result(to, i + (unsigned)k * pitch, result[k], charge[k].q, per_unit);
#if MAPPING == MAPPING_CHARGE
        break;
#endif
    }

#if OUTPUT == OUTPUT_ENERGY
    energy = sum_of_group(sums, energy, local_id);
    if (local_id == 0) {
        partial[GROUP_ID] = energy;
        DEVICE_FENCE; /* a group that reads the ticket sees the sum */
        is_last = ATOMIC_ADD(ticket, 1u) == NUM_GROUPS - 1;
    }
    SYNC_THREADS;
    energy = 0;
    if (is_last) {
        volatile GLOBAL const REAL *all = partial;
        DEVICE_FENCE;
        for (unsigned i = local_id; i < NUM_GROUPS; i += BLOCK_SIZE)
            energy += all[i];
    }
    energy = sum_of_group(sums, energy, local_id);
    if (is_last && local_id == 0) {
        to[0] = (REAL)0.5 * energy;
        *ticket = 0;
    }
#endif
}
