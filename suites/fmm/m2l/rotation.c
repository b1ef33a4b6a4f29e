/* M2L by rotations: the offset of two boxes is turned onto the z axis, along which only coefficients of equal m
 * interact; about p^3 multiplications instead of p^4. The required tables are computed here. */
#include "suites/fmm/m2l/m2l.h"

#include <math.h>

enum { SPINS = 2 * FMM_MOST_ORDER + 1 };

/* ---- shape ---- */

/* Numbers of a matrix for each l below `order`, (l + 1)^2 of them. */
static uint64_t squares(uint64_t order)
{
    return order * (order + 1) * (2 * order + 1) / 6;
}

static uint64_t table_numbers(uint64_t order)
{
    return 2 * squares(order + 1) + order + 1;
}

static int reach_of(const struct problem *problem)
{
    return 2 * fmm_separation(problem) + 1;
}

/* See the kernel's macros UNITS, UNITS_PER_THREAD, ROW_THREADS and BOX_THREADS. */
struct shape {
    uint64_t units_per_thread, row_threads, box_threads;
};

static struct shape shape_of(const struct config *config, uint64_t order)
{
    const uint64_t rows = config_count(config, ROWS_PER_THREAD), full = (order + 1) / rows, rest = (order + 1) % rows;
    const uint64_t units = rows * full * (full + 1) / 2 + rest * (full + 1);
    const uint64_t box_threads = config_count(config, TILE_BOXES) / config_count(config, BOXES_PER_THREAD);
    const uint64_t most = config_count(config, BLOCK_SIZE) / (box_threads > 0 ? box_threads : 1);
    const uint64_t each = divide_up(units, most > 0 ? most : 1);
    return (struct shape){each, divide_up(units, each), box_threads};
}

/* ---- rotation about y ---- */

/* Computes from `from`, the matrix for n - 1, the one for n of a rotation by an angle about y, for the products x^i
 * y^(n - i) / (i! (n - i)!) of the two parts of a spinor; rows are the new products. All factors are below 1 if the
 * products have norm 1, so errors do not grow. */
static void add_spin(int n, double cosine, double sine, double from[SPINS][SPINS], double to[SPINS][SPINS])
{
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= n; k++) {
            double sum = 0;
            if (i > 0 && k > 0)
                sum += cosine * k * from[i - 1][k - 1];
            if (i > 0 && k < n)
                sum += sine * (n - k) * from[i - 1][k];
            if (i < n && k > 0)
                sum -= sine * k * from[i][k - 1];
            if (i < n && k < n)
                sum += cosine * (n - k) * from[i][k];
            to[i][k] = sum / n;
        }
}

/* A pair of numbers of a matrix: for real parts, and for imaginary ones. */
static void put(double **to, double sign, double real, double imaginary)
{
    *(*to)++ = sign * real;
    *(*to)++ = imaginary;
}

/* From the rotation O'(m) = sum of D(m, k) O(k) of order l: the matrix of omega, a row for each k, and that of mu, a
 * row for each m. Negative k and m are combined with the positive ones: E(m, k) = D(m, k) +- (-1)^k D(m, -k), half as
 * much of those for 0. mu's includes the (-1)^m conj() that the translation omits. */
static void put_matrices(int l, double rotation[SPINS][SPINS], double *omega, double *mu)
{
    for (int row = 0; row <= l; row++)
        for (int column = 0; column <= l; column++) {
            const double half = row > 0 ? 1 : 0.5, sign = row % 2 ? -1 : 1, column_sign = column % 2 ? -1 : 1;
            const double *there = rotation[l + column] + l, *back = rotation[l + row] + l;
            put(&omega, half, there[row] + sign * there[-row], there[row] - sign * there[-row]);
            put(&mu, half * sign, back[column] + column_sign * back[-column],
                -sign * (back[column] - column_sign * back[-column]));
        }
}

/* ---- tables ---- */

/* The table for an offset with these squares of its length across and along z, in units of half a box: omega's
 * matrices, mu's, and the operators l! / r^(l + 1) along z, followed by a zero. */
static void fill_table(int order, double across, double along, double *table)
{
    double spins[2][SPINS][SPINS] = {{{1}}};
    const double angle = atan2(across, along), cosine = cos(angle / 2), sine = sin(angle / 2);
    const double r = sqrt(across * across + along * along);
    const uint64_t matrices = squares((uint64_t)order + 1);
    for (int n = 0; n <= 2 * order; n++) {
        if (n > 0)
            add_spin(n, cosine, sine, spins[(n + 1) % 2], spins[n % 2]);
        double *omega = table + 2 * squares((uint64_t)n / 2);
        if (n % 2 == 0)
            put_matrices(n / 2, spins[0], omega, omega + 2 * matrices);
    }
    table += 4 * matrices;
    table[0] = 1 / r;
    for (int l = 1; l <= 2 * order; l++)
        table[l] = table[l - 1] * l / r;
    table[2 * order + 1] = 0;
}

/* Tables for offsets of equal angle: a is the larger of x and y, b the other, then z; those of neighbours are zero.
 * Then the phases exp(i m phi) of each x and y. */
static double *fill_tables(const struct problem *problem, double *to)
{
    const int order = fmm_order(problem), separation = fmm_separation(problem), reach = reach_of(problem);
    const uint64_t numbers = 2 * table_numbers((uint64_t)order);
    for (int a = 0; a <= reach; a++)
        for (int b = 0; b <= a; b++)
            for (int z = -reach; z <= reach; z++, to += numbers)
                if (a > separation || z > separation || -z > separation)
                    fill_table(order, 2 * hypot(a, b), 2. * z, to);
                else
                    for (uint64_t i = 0; i < numbers; i++)
                        to[i] = 0;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++)
            for (int m = 0; m <= order; m++) {
                const double angle = m * atan2(y, x);
                *to++ = cos(angle);
                *to++ = sin(angle);
            }
    return to;
}

/* The size of all tables: those of each angle to z, and the phases of each angle about it. */
static uint64_t all_numbers(const struct problem *problem)
{
    const uint64_t order = (uint64_t)fmm_order(problem), reach = (uint64_t)reach_of(problem), side = 2 * reach + 1;
    const uint64_t tables = (reach + 1) * (reach + 2) / 2 * side;
    return 2 * (tables * table_numbers(order) + side * side * (order + 1));
}

uint64_t m2l_rotation_bytes(const struct problem *problem)
{
    return all_numbers(problem) * (sizeof(float) + sizeof(double));
}

void m2l_rotation_declare(struct job *job)
{
    const uint64_t numbers = all_numbers(job->problem);
    float *fp32 = job_input(job, SLOT(ROTATIONS_FP32), numbers * sizeof *fp32);
    double *fp64 = job_input(job, SLOT(ROTATIONS_FP64), numbers * sizeof *fp64);
    fill_tables(job->problem, fp64);
    for (uint64_t i = 0; i < numbers; i++)
        fp32[i] = (float)fp64[i];
}

/* ---- work ---- */

static enum status enqueue(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault)
{
    const struct shape shape = shape_of(config, (uint64_t)fmm_order(job->problem));
    const uint64_t groups = m2l_tiles_of(config, range) * config_count(config, PARTNER_GROUPS);
    return LAUNCH(0, launch_groups(groups, shape.row_threads * shape.box_threads), M2L_OMEGA,
                  ARRAY(m2l_slot(config, ROTATIONS_FP32)), M2L_MU, VALUE(range.first));
}

/* Two rotations and the translation each take (l + 1)^2 for the real parts of order l and l^2 for the imaginary parts;
 * two rotations about z take four for each coefficient with an imaginary part. */
static double multiplications(const struct job *job, UNNEEDED const struct config *config)
{
    const uint64_t order = (uint64_t)fmm_order(job->problem);
    const uint64_t each = 3 * (squares(order + 1) + squares(order)) + 4 * order * (order + 1);
    return (double)each * (double)fmm_all_pairs(fmm_separation(job->problem), (int)job->n);
}

const struct m2l_strategy m2l_rotation = {
    .begin = m2l_tiles_begin, .enqueue = enqueue, .multiplications = multiplications};
