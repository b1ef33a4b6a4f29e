/* Shared by tests of expansions: moments of charges, and potentials. */
#pragma once

#include "suites/fmm/fmm.h"
#include "tests/check.h"

/* Adds a charge's omega, `from` the centre. */
static void add_charge(int order, double charge, const double from[3], struct fmm_complex *omega)
{
    struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
    fmm_regular(order, from, regular);
    for (int c = 0; c < fmm_coefficients(order); c++) {
        omega[c].re += charge * regular[c].re;
        omega[c].im += charge * regular[c].im;
    }
}

/* The real part of the sum over all l, m of a(l, m) b(l, m); the imaginary one is zero. */
static double sum_of_products(int order, const struct fmm_complex *a, const struct fmm_complex *b)
{
    double re = 0, im = 0, size = 0;
    for (int l = 0; l <= order; l++)
        for (int m = -l; m <= l; m++) {
            const struct fmm_complex c = fmm_at(a, l, m), d = fmm_at(b, l, m);
            re += c.re * d.re - c.im * d.im;
            im += c.re * d.im + c.im * d.re;
            size += hypot(c.re, c.im) * hypot(d.re, d.im);
        }
    CHECK_NEAR(im, 0, 1e-15 * size);
    return re;
}

/* The potential at r of mu, whose centre is 0. */
static double potential_of(int order, const struct fmm_complex *mu, const double r[3])
{
    struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
    fmm_regular(order, (const double[]){-r[0], -r[1], -r[2]}, regular);
    return sum_of_products(order, mu, regular);
}
