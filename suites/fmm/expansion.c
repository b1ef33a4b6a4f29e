/* Solid harmonics and the operators of the fast multipole method, in double precision and as plain loops. */
#include "suites/fmm/fmm.h"

#include <math.h>

static struct fmm_complex times(struct fmm_complex a, struct fmm_complex b)
{
    return (struct fmm_complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static void add(struct fmm_complex *sum, struct fmm_complex a)
{
    sum->re += a.re;
    sum->im += a.im;
}

struct fmm_complex fmm_at(const struct fmm_complex *expansion, int l, int m)
{
    if (m >= 0)
        return expansion[fmm_index(l, m)];
    const struct fmm_complex other = expansion[fmm_index(l, -m)];
    return m % 2 ? (struct fmm_complex){-other.re, other.im} : (struct fmm_complex){other.re, -other.im};
}

/* Fills either kind: the diagonal l = m, each element from the one before it, and from there each column. */
static void fill(int order, const double r[3], bool irregular, struct fmm_complex *to)
{
    const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], inverse = 1 / square;
    to[0] = (struct fmm_complex){irregular ? sqrt(inverse) : 1, 0};
    for (int m = 0; m <= order; m++) {
        const double next = irregular ? (2 * m - 1) * inverse : 0.5 / m;
        if (m > 0)
            to[fmm_index(m, m)] = times(to[fmm_index(m - 1, m - 1)],
                                        (struct fmm_complex){-r[0] * next, irregular ? -r[1] * next : r[1] * next});
        for (int l = m; l < order; l++) {
            const struct fmm_complex last = to[fmm_index(l, m)];
            const struct fmm_complex before = l > m ? to[fmm_index(l - 1, m)] : (struct fmm_complex){0, 0};
            const double by = irregular ? inverse : 1. / ((l + 1) * (l + 1) - m * m);
            const double a = (2 * l + 1) * r[2] * by, b = (irregular ? l * l - m * m : square) * by;
            to[fmm_index(l + 1, m)] = (struct fmm_complex){a * last.re - b * before.re, a * last.im - b * before.im};
        }
    }
}

void fmm_regular(int order, const double r[3], struct fmm_complex *regular)
{
    fill(order, r, false, regular);
}

void fmm_irregular(int order, const double r[3], struct fmm_complex *irregular)
{
    fill(order, r, true, irregular);
}

void fmm_shift_omega(int order, const struct fmm_complex *regular, const struct fmm_complex *from,
                     struct fmm_complex *to)
{
    for (int l = 0; l <= order; l++)
        for (int m = 0; m <= l; m++)
            for (int j = 0; j <= l; j++)
                for (int k = -j; k <= j; k++)
                    if (m - k >= j - l && m - k <= l - j)
                        add(&to[fmm_index(l, m)], times(fmm_at(from, j, k), fmm_at(regular, l - j, m - k)));
}

void fmm_shift_mu(int order, const struct fmm_complex *regular, const struct fmm_complex *from, struct fmm_complex *to)
{
    for (int j = 0; j <= order; j++)
        for (int k = 0; k <= j; k++)
            for (int l = j; l <= order; l++)
                for (int m = -l; m <= l; m++)
                    if (m - k >= j - l && m - k <= l - j)
                        add(&to[fmm_index(j, k)], times(fmm_at(from, l, m), fmm_at(regular, l - j, m - k)));
}

void fmm_m2l(int order, const struct fmm_complex *irregular, const struct fmm_complex *omega, struct fmm_complex *mu)
{
    for (int l = 0; l <= order; l++)
        for (int m = 0; m <= l; m++)
            for (int j = 0; j <= order; j++)
                for (int k = -j; k <= j; k++)
                    add(&mu[fmm_index(l, m)], times(fmm_at(irregular, l + j, m + k), fmm_at(omega, j, k)));
}

double fmm_norm(int l, int m)
{
    return sqrt(tgamma(l - m + 1) * tgamma(l + m + 1));
}
