/* Ewald's sum in double precision: 1/r of all images as a short near part, and a short sum of waves. */
#include "suites/fmm/solve/ewald.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Both parts end where erfc, or a Gaussian, of this vanishes. */
static const double reach = 6;

/* Fewer charges do not pay for threads. */
enum { LEAST_SHARED = 1000 };

/* ---- near ---- */

static void sum_near(const struct mm_float4 *charge, uint64_t charges, double split, const struct mm_float4 *at,
                     double value[4])
{
    const double end = reach / split, slope = 2 * split / sqrt(pi);
    const int images = end > 0.5 ? 1 : 0; /* besides the nearest, along an axis */
    double fx = 0, fy = 0, fz = 0, potential = 0;
    for (uint64_t j = 0; j < charges; j++) {
        const double from[] = {(double)charge[j].x, (double)charge[j].y, (double)charge[j].z};
        const double to[] = {(double)at->x, (double)at->y, (double)at->z}, q = (double)charge[j].w;
        double nearest[3];
        for (int d = 0; d < 3; d++)
            nearest[d] = to[d] - from[d] - rint(to[d] - from[d]);
        for (int i = -images; i <= images; i++)
            for (int k = -images; k <= images; k++)
                for (int l = -images; l <= images; l++) {
                    const double x = nearest[0] + i, y = nearest[1] + k, z = nearest[2] + l;
                    const double square = x * x + y * y + z * z, r = sqrt(square);
                    if (square == 0)
                        potential -= q * slope; /* it is in the waves */
                    if (square == 0 || r > end)
                        continue;
                    const double once = q * erfc(split * r) / r;
                    const double by = (once + q * slope * exp(-split * split * square)) / square;
                    fx += by * x;
                    fy += by * y;
                    fz += by * z;
                    potential += once;
                }
    }
    value[0] += fx, value[1] += fy, value[2] += fz, value[3] += potential;
}

/* ---- waves, a plane of one wave number along x at a time, so that they need no memory ---- */

enum { MOST_WAVES = 23, ROW = 2 * MOST_WAVES + 1, PLANE = ROW * ROW };

/* exp(2 pi i n x), n from -MOST_WAVES on. */
struct powers {
    double re[ROW], im[ROW];
};

static void raise(double x, struct powers *powers)
{
    const double re = cos(2 * pi * x), im = sin(2 * pi * x);
    double *const to_re = powers->re + MOST_WAVES, *const to_im = powers->im + MOST_WAVES;
    to_re[0] = 1;
    to_im[0] = 0;
    for (int n = 1; n <= MOST_WAVES; n++) {
        to_re[n] = to_re[-n] = to_re[n - 1] * re - to_im[n - 1] * im;
        to_im[n] = to_re[n - 1] * im + to_im[n - 1] * re;
        to_im[-n] = -to_im[n];
    }
}

/* Waves (x, y, -end) to (x, y, end) are within the sphere; none if it is negative. */
static int row_end(double most, int x, int y)
{
    const double left = most * most - x * x - y * y;
    return left < 0 ? -1 : (int)sqrt(left);
}

/* exp(2 pi i (x, y, .) r) of a place, for a row of waves, is this times along[2]. */
static void row_begin(const struct powers along[3], int x, int y, double *re, double *im)
{
    const double ax = along[0].re[MOST_WAVES + x], bx = along[0].im[MOST_WAVES + x];
    const double ay = along[1].re[MOST_WAVES + y], by = along[1].im[MOST_WAVES + y];
    *re = ax * ay - bx * by;
    *im = ax * by + bx * ay;
}

static void raise_place(const struct mm_float4 *place, struct powers along[3])
{
    raise((double)place->x, &along[0]);
    raise((double)place->y, &along[1]);
    raise((double)place->z, &along[2]);
}

/* The sums of q exp(2 pi i k r), each times its wave's weight: 4 pi / (2 pi k)^2, and a Gaussian. */
static void sum_charges(const struct mm_float4 *charge, uint64_t charges, double split, int x, double *re, double *im)
{
    const double most = reach * split / pi;
    memset(re, 0, PLANE * sizeof *re);
    memset(im, 0, PLANE * sizeof *im);
#pragma omp parallel for if (charges >= LEAST_SHARED) reduction(+ : re[:PLANE], im[:PLANE])
    for (uint64_t j = 0; j < charges; j++) {
        struct powers along[3];
        raise_place(&charge[j], along);
        for (int y = -MOST_WAVES; y <= MOST_WAVES; y++) {
            const int end = row_end(most, x, y), row = (y + MOST_WAVES) * ROW;
            double a, b;
            row_begin(along, x, y, &a, &b);
            a *= (double)charge[j].w;
            b *= (double)charge[j].w;
            for (int z = MOST_WAVES - end; z <= MOST_WAVES + end; z++) {
                re[row + z] += a * along[2].re[z] - b * along[2].im[z];
                im[row + z] += a * along[2].im[z] + b * along[2].re[z];
            }
        }
    }
    for (int y = -MOST_WAVES; y <= MOST_WAVES; y++)
        for (int z = -MOST_WAVES; z <= MOST_WAVES; z++) {
            const double square = x * x + y * y + z * z;
            const double by = square == 0 ? 0 : exp(-pi * pi * square / (split * split)) / (pi * square);
            re[(y + MOST_WAVES) * ROW + z + MOST_WAVES] *= by;
            im[(y + MOST_WAVES) * ROW + z + MOST_WAVES] *= by;
        }
}

/* The potential is the sum of re cos + im sin; waves of -x are conjugate to those of x, and counted with them. */
static void add_waves(double split, int x, const double *re, const double *im, const struct mm_float4 *at,
                      double value[4])
{
    const double most = reach * split / pi, times = x > 0 ? 2 : 1;
    struct powers along[3];
    raise_place(at, along);
    for (int y = -MOST_WAVES; y <= MOST_WAVES; y++) {
        const int end = row_end(most, x, y), row = (y + MOST_WAVES) * ROW;
        double a, b, potential = 0, slope = 0, slope_z = 0;
        row_begin(along, x, y, &a, &b);
        for (int z = MOST_WAVES - end; z <= MOST_WAVES + end; z++) {
            const double c = a * along[2].re[z] - b * along[2].im[z], s = a * along[2].im[z] + b * along[2].re[z];
            const double across = re[row + z] * s - im[row + z] * c;
            potential += re[row + z] * c + im[row + z] * s;
            slope += across;
            slope_z += across * (z - MOST_WAVES);
        }
        value[0] += times * 2 * pi * x * slope;
        value[1] += times * 2 * pi * y * slope;
        value[2] += times * 2 * pi * slope_z;
        value[3] += times * potential;
    }
}

/* ---- both ---- */

void ewald_sum(const struct mm_float4 *charge, uint64_t charges, double split, const struct mm_float4 *at,
               uint64_t places, double (*value)[4])
{
    double re[PLANE], im[PLANE];
    memset(value, 0, places * sizeof *value);
    for (int x = 0; row_end(reach * split / pi, x, 0) >= 0; x++) {
        sum_charges(charge, charges, split, x, re, im);
#pragma omp parallel for if (charges >= LEAST_SHARED)
        for (uint64_t i = 0; i < places; i++)
            add_waves(split, x, re, im, &at[i], value[i]);
    }
#pragma omp parallel for if (charges >= LEAST_SHARED)
    for (uint64_t i = 0; i < places; i++)
        sum_near(charge, charges, split, &at[i], value[i]);
}

double ewald_trace(const struct mm_float4 *charge, uint64_t charges)
{
    double trace = 0;
#pragma omp parallel for if (charges >= LEAST_SHARED) reduction(+ : trace)
    for (uint64_t j = 0; j < charges; j++) {
        const double x = (double)charge[j].x - 0.5, y = (double)charge[j].y - 0.5, z = (double)charge[j].z - 0.5;
        trace += (double)charge[j].w * (x * x + y * y + z * z);
    }
    return trace;
}
