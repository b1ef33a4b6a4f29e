/* For a periodic box: Ewald's sum, with which the solver is compared, and sums over the lattice. */
#pragma once

#include "suites/fmm/fmm.h"

/* ---- ewald.c ---- */

/* Splits of 1/r: the near part ends at 6 / split, where erfc(6) = 2e-17 of it remains, and wave numbers at 6 split /
 * pi. The sum does not depend on it; 6 to EWALD_MOST_SPLIT. */
#define EWALD_MOST_SPLIT 12.

/* The field and the potential, field first, of charges in the unit cube and all their images, at the places of some
 * of them, `at`: without those on the place itself, in a conductor (tinfoil), of mean zero. The charges must be
 * neutral. */
void ewald_sum(const struct mm_float4 *charge, uint64_t charges, double split, const struct mm_float4 *at,
               uint64_t places, double (*value)[4]);

/* The sum of q |r - c|^2 about the cube's centre. By shells of cubes the potential is Ewald's, plus 4 pi / 3 D (r -
 * c) with the dipole D about the centre, minus 2 pi / 3 times this. */
double ewald_trace(const struct mm_float4 *charge, uint64_t charges);

/* ---- lattice.c ---- */

/* Sums of irregular harmonics M(l, m) over the images of the cube that are not its neighbours, more than ws away
 * along some axis, in half its side: at 2n, in shells of cubes. By symmetry they are real, and zero unless l is even
 * and at least 4, and m a multiple of 4; but l = 0 has no sum, which neutral charges do not need. A triangle of
 * order 2p. */
void lattice_fill(int order, int separation, float *fp32, double *fp64);
