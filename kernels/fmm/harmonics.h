/* Regular solid harmonics in kernels, column by column: a column is all l of one m. It is the complex number O(m, m)
 * times real numbers Q, which follow from a recurrence with two terms, so only the last two are stored.
 *
 *   O(m, m) = (-(x - iy) / 2)^m / m!,   O(l, m) = O(m, m) Q(l - m),   Q(0) = 1,   Q(-1) = 0,
 *   Q(i + 1) = ((2l + 1) z Q(i) - r^2 Q(i - 1)) / ((l + 1)^2 - m^2),   l = m + i
 *
 * BLOCK_SIZE      work-items per group
 * COLUMNS         the loops over m and l: loop, or unrolled
 * ORDER, PRECISION: fmm/expansion.h */

/* A charge relative to the centre of its box, in units of half the box's side. */
typedef struct {
    REAL x, y, z, square, q;
} CHARGE;

DEVICE CHARGE no_charge()
{
    CHARGE charge;
    charge.x = charge.y = charge.z = charge.square = charge.q = 0;
    return charge;
}

/* Relative to box number `place` of its level. */
DEVICE CHARGE charge_in_box(float4 c, unsigned place, int level)
{
    const unsigned mask = (1u << level) - 1;
    const REAL sides = (REAL)(2u << level);
    CHARGE charge;
    charge.x = sides * c.x - (REAL)(2 * (place & mask) + 1);
    charge.y = sides * c.y - (REAL)(2 * (place >> level & mask) + 1);
    charge.z = sides * c.z - (REAL)(2 * (place >> 2 * level & mask) + 1);
    charge.square = fma(charge.x, charge.x, fma(charge.y, charge.y, charge.z * charge.z));
    charge.q = c.w;
    return charge;
}

/* The factor of the recurrence of Q(i + 1). It is a division unless i and m are constants; so a group computes all
 * factors once. */
#define COLUMN_STEP(i, m) ((REAL)1 / (REAL)(((i) + 1) * ((i) + 1 + 2 * (m))))
#define STEPS ((ORDER + 1) * (ORDER + 1))

DEVICE void fill_steps(LOCAL_ARG REAL *steps, unsigned local_id)
{
    for (unsigned at = local_id; at < STEPS; at += BLOCK_SIZE)
        steps[at] = COLUMN_STEP(at / (ORDER + 1), at % (ORDER + 1));
}

/* The same factor for loops over columns and orders, unrolled or not; in a loop it is read from `steps`, see
 * fill_steps. */
#if COLUMNS == COLUMNS_UNROLLED
#define UNROLL_COLUMNS _Pragma("unroll")
#define STEP_OF(i, m) COLUMN_STEP(i, m)
#else
#define UNROLL_COLUMNS _Pragma("unroll 1")
#define STEP_OF(i, m) steps[(i) * (ORDER + 1) + (m)]
#endif

/* Q(i + 1) from Q(i) (`last`) and Q(i - 1) (`before`). */
DEVICE REAL next_of_column(REAL last, REAL before, REAL z, REAL square, int l, REAL step)
{
    return step * fma((REAL)(2 * l + 1) * z, last, -square * before);
}

/* O(m, m) from O(m - 1, m - 1), where per_two_m is 1 / (2m). */
DEVICE COMPLEX next_column(COMPLEX begin, REAL x_place, REAL y_place, REAL per_two_m)
{
    return product(begin, MAKE_COMPLEX(-x_place * per_two_m, y_place * per_two_m));
}
