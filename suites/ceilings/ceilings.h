/* The benches of the suite ceilings, a file for each kind. Those that measure a resource are named after it. */
#pragma once

#include "tuner/job.h"

/* In the order of reports. By file: DRAM and last-level cache (streams.c); coalescing by offset, stride and at random,
 * atomics (access.c); FMA, rsqrt, rint, float to int (arithmetic.c), FMA by tensor cores (matrices.c); textures,
 * constant and shared memory (tables.c); launches in a stream, in a graph, from a kernel (launches.c); copies between
 * host and device, pageable and pinned (transfers.c). */
/* clang-format off */
#define CEILINGS(X)                                                                                                    \
    X(dram_read) X(dram_write) X(dram_copy) X(dram_add) X(dram_triad)                                                  \
    X(l2_read) X(l2_write) X(l2_copy) X(l2_add) X(l2_triad)                                                            \
    X(coalescing_offset) X(coalescing_stride) X(coalescing_random) X(atomic_one) X(atomic_many)                        \
    X(fp32_fma) X(fp64_fma) X(fp64_mma) X(tf32_mma) X(rsqrt) X(rsqrt_fma) X(rint) X(float_to_int)                      \
    X(texture_point) X(texture_linear) X(texture_point_random) X(texture_linear_random)                                \
    X(texture_point_random_wide) X(texture_linear_random_wide)                                                         \
    X(texture_point_random_widest) X(texture_linear_random_widest)                                                     \
    X(constant_uniform) X(constant_divergent) X(shared_broadcast) X(shared_conflict_free) X(shared_gather)             \
    X(launch) X(graph_launch) X(chained_launch) X(child_launch) X(launch_by_host)                                      \
    X(to_device_pageable) X(to_device_pinned) X(from_device_pageable) X(from_device_pinned)
#define CEILING_DECLARED(name) extern const struct bench ceiling_##name;
CEILINGS(CEILING_DECLARED)
/* clang-format on */

/* A condition that is true for all configurations. */
static inline bool ceilings_always(UNNEEDED const struct config *config)
{
    return true;
}

/* ---- verification of one number per work-item, against the host's value for some of them: outcome.c ---- */

enum outcome_type { FLOATS, DOUBLES, INTS }; /* INTS have 32 bits */

/* Element i of the slot was written by work-item i of `items`. An error is a difference, or its share of the
 * expected value. */
struct outcome {
    int slot;
    enum outcome_type type;
    uint64_t items;
    bool relative;
    double (*expected)(const struct job *job, const struct config *config, uint64_t i);
};

size_t outcome_bytes(enum outcome_type type);

/* Compares up to 256 work-items, the first and the last among them. The verdict has the tolerance and gets the
 * largest error. WRONG_RESULT names the first wrong work-item. */
enum status outcome_compare(const struct job *job, const struct config *config, struct outcome outcome,
                            struct verdict *verdict, struct fault *fault);
