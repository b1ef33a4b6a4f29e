/* Shared by the benches of pairs (kernels/fmm/pairs.h): p2p, direct, and the solver. */
#pragma once

#include "suites/fmm/fmm.h"

/* The first parameters of p2p and of direct, after PRECISION. */
enum { ACCUMULATE = PRECISION + 1, RSQRT };
enum { ACCUMULATE_PLAIN, ACCUMULATE_KAHAN, ACCUMULATE_FP64 };
enum { RSQRT_LIBRARY, RSQRT_FLUSH, RSQRT_NEWTON };

/* Their options of compilation; constraints that they share. */
unsigned fmm_pair_options(const struct config *config);

/* clang-format off */
#define FMM_SUMS_DIFFER                                                                                                \
    {"ACCUMULATE fp64 is for pairs in fp32, and needs double precision",                                               \
     .expression = "ACCUMULATE != 'fp64' or PRECISION == 'fp32' and device.fp64"}
#define FMM_FLUSH_COUNTS                                                                                               \
    {"RSQRT flush is for fp32", .expression = "RSQRT != 'flush' or PRECISION == 'fp32'"}
/* clang-format on */

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
static inline void fmm_add_compensated(double *sum, double *lost, double term)
{
    const double corrected = term - *lost, next = *sum + corrected;
    *lost = (next - *sum) - corrected;
    *sum = next;
}
