/* Shared by the benches that sum over pairs: p2p, direct, and the solver. */
#pragma once

#include "suites/fmm/fmm.h"

/* Adds the cost of a number of pairs to a limit's amounts and operations: three differences, three multiplications or
 * FMA for the square, and one for the potential; for the field three products and three FMA more. A reciprocal root, in
 * double precision with five more FMA. */
void fmm_add_pairs(struct work *work, double pairs, bool field, bool fp64);

/* Likewise, in fp32, where each two pairs of the same charges are computed at once: there are twice the sums, and for
 * the field a product more. */
void fmm_add_pairs_once(struct work *work, double pairs, bool field);

/* The work of a bench of pairs: these, and `numbers` of each charge. */
struct work fmm_pair_work(double charges, double pairs, size_t numbers, bool fp64);

/* An error relative to `scale`; 0 for an error of 0, whatever the scale. */
static inline double fmm_share(double error, double scale)
{
    return error == 0 ? 0 : error / scale;
}

/* sum += term on the host, compensated (Kahan): `lost` is the accumulated error. */
void fmm_add_compensated(double *sum, double *lost, double term);
