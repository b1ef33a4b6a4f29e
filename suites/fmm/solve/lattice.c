/* Sums of irregular harmonics over the lattice, as Ewald's (Nijboer and De Wette 1957): of each, the share
 * Q(l + 1/2, b^2 r^2), the regularised upper incomplete gamma function, ends soon; the rest is smooth, and a sum of
 * waves. */
#include "suites/fmm/solve/ewald.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* With b^2 = pi / 4, for a lattice of spacing 2, both sums end alike: a term of order 4 or of order 40 vanishes
 * beyond 6 cells. */
enum { CELLS = 6, LEAST_ORDER = 4 };

/* Q(l + 1/2, x) = erfc(sqrt(x)) + exp(-x) times the sum of x^(i - 1/2) / Gamma(i + 1/2), i from 1 to l. */
static double upper_share(int l, double x)
{
    double term = 2 * sqrt(x / pi), sum = 0;
    for (int i = 1; i <= l; i++) {
        sum += term;
        term *= x / (i + 0.5);
    }
    return erfc(sqrt(x)) + exp(-x) * sum;
}

/* P = 1 - Q, which is the same sum from l + 1 on. */
static double lower_share(int l, double x)
{
    double term = 2 * sqrt(x / pi), sum = 0;
    for (int i = 1; i <= l || term > 1e-18 * sum; i++) {
        sum += i > l ? term : 0;
        term *= x / (i + 0.5);
    }
    return exp(-x) * sum;
}

/* The contribution of waves of length k to order l, divided by M(l, m)(k): of the harmonic polynomial M r^(2l + 1),
 * applied to the waves of 1/r, 4 pi / (V k^2) exp(-k^2 / (4 b^2)), i^l times it; (-1)^l / (2l - 1)!! turns the one
 * into M. */
static double wave_share(int l, double k)
{
    double share = pi / 2 / k * exp(-k * k / pi);
    for (int i = 1; i <= l; i++)
        share *= k * k / (2 * i - 1);
    return l % 4 ? -share : share;
}

/* Adds one cell and its mirror images. */
static void add_cell(int order, int separation, const int cell[3], double *sums)
{
    const double n[] = {cell[0], cell[1], cell[2]}, length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const bool is_near = cell[0] <= separation && cell[1] <= separation && cell[2] <= separation;
    const double images = (cell[0] ? 2 : 1) * (cell[1] ? 2 : 1) * (cell[2] ? 2 : 1), square = pi * length * length;
    struct fmm_complex there[FMM_MOST_OPERATOR], wave[FMM_MOST_OPERATOR];
    fmm_irregular(2 * order, (const double[]){2 * n[0], 2 * n[1], 2 * n[2]}, there);
    fmm_irregular(2 * order, (const double[]){pi * n[0], pi * n[1], pi * n[2]}, wave);
    for (int l = LEAST_ORDER; l <= 2 * order; l += 2) {
        const double share = is_near ? -lower_share(l, square) : upper_share(l, square);
        const double of_wave = wave_share(l, pi * length);
        for (int m = 0; m <= l; m += 4)
            sums[fmm_index(l, m)] += images * (share * there[fmm_index(l, m)].re + of_wave * wave[fmm_index(l, m)].re);
    }
}

void lattice_fill(int order, int separation, float *fp32, double *fp64)
{
    memset(fp64, 0, (size_t)fmm_coefficients(2 * order) * sizeof *fp64);
    for (int z = 0; z <= CELLS; z++)
        for (int y = 0; y <= CELLS; y++)
            for (int x = 0; x <= CELLS; x++)
                if (x || y || z)
                    add_cell(order, separation, (const int[]){x, y, z}, fp64);
    for (int i = 0; i < fmm_coefficients(2 * order); i++)
        fp32[i] = (float)fp64[i];
}
