/* The first parameters of p2p and direct, which kernels/fmm/pairs.h reads: PRECISION, and those of sums and roots. */
#pragma once

#include "suites/fmm/fmm.h"

/* clang-format off */
/* The rows after PRECISION; how pairs are added up differs between the two benches, and so do the summaries. */
#define FMM_PAIR_PARAMETERS(accumulate)                                                                                \
    WORD(ACCUMULATE, accumulate, plain, kahan, fp64),                                                                  \
    WORD(RSQRT, "the library's; with denormal numbers as zero; so, and a step of Newton's", library, flush, newton)
/* clang-format on */
PARAMETER_ENUM(AFTER(PRECISION, FMM_PRECISION), FMM_PAIR_PARAMETERS(""));

/* Their options of compilation; constraints that they share. */
unsigned fmm_pair_options(const struct config *config);

/* clang-format off */
#define FMM_SUMS_DIFFER                                                                                                \
    {"ACCUMULATE fp64 is for pairs in fp32, and needs double precision",                                               \
     .expression = "ACCUMULATE != 'fp64' or PRECISION == 'fp32' and device.fp64"}
#define FMM_FLUSH_COUNTS                                                                                               \
    {"RSQRT flush is for fp32", .expression = "RSQRT != 'flush' or PRECISION == 'fp32'"}
/* clang-format on */
