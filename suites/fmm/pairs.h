/* Shared by the benches that sum over pairs: p2p, direct, and the solver. */
#pragma once

#include "suites/fmm/fmm.h"

/* Adds the cost of a number of pairs to a limit's amounts and operations: three differences, three multiplications or
 * FMA for the square, and one for the potential; for the field three products and three FMA more. A reciprocal root, in
 * double precision with five more FMA. */
void fmm_add_pairs(struct work *work, double pairs, bool field, bool fp64);

/* The same in fp32, for pairs computed once for both charges: two at a time, with twice the sums, and one more product
 * for the field. */
void fmm_add_pairs_once(struct work *work, double pairs, bool field);

/* The work of a bench of pairs: the pairs', and `numbers` numbers written per charge. */
struct work fmm_pair_work(double charges, double pairs, size_t numbers, bool fp64);

/* An error relative to `scale`; an error of 0 is 0 for any scale. */
static inline double fmm_share(double error, double scale)
{
    return error == 0 ? 0 : error / scale;
}

/* sum += term on the host, compensated (Kahan): `lost` is the accumulated error. */
static inline void fmm_add_compensated(double *sum, double *lost, double term)
{
    const double corrected = term - *lost, next = *sum + corrected;
    *lost = (next - *sum) - corrected;
    *sum = next;
}
