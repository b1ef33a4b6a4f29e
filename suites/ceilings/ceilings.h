/* The benches of the suite ceilings, a file for each kind. Those that measure a resource have its word as their name.
 */
#ifndef SUITES_CEILINGS_CEILINGS_H
#define SUITES_CEILINGS_CEILINGS_H

#include "tuner/job.h"

/* streams.c: DRAM and last-level cache */
extern const struct bench ceiling_dram_read, ceiling_dram_write, ceiling_dram_copy, ceiling_dram_add,
    ceiling_dram_triad, ceiling_l2_read, ceiling_l2_write, ceiling_l2_copy, ceiling_l2_add, ceiling_l2_triad;

/* access.c: coalescing by offset, stride and at random; atomics */
extern const struct bench ceiling_coalescing_offset, ceiling_coalescing_stride, ceiling_coalescing_random,
    ceiling_atomic_one, ceiling_atomic_many;

/* arithmetic.c: FMA, rsqrt, rint, float to int */
extern const struct bench ceiling_fp32_fma, ceiling_fp64_fma, ceiling_rsqrt, ceiling_rsqrt_fma, ceiling_rint,
    ceiling_float_to_int;

/* matrices.c: FMA by tensor cores */
extern const struct bench ceiling_fp64_mma;

/* tables.c: textures, constant memory, shared memory */
extern const struct bench ceiling_texture_point, ceiling_texture_linear, ceiling_texture_point_random,
    ceiling_texture_linear_random, ceiling_texture_point_random_wide, ceiling_texture_linear_random_wide,
    ceiling_texture_point_random_widest, ceiling_texture_linear_random_widest, ceiling_constant_uniform,
    ceiling_constant_divergent, ceiling_shared_broadcast, ceiling_shared_conflict_free, ceiling_shared_gather;

/* launches.c: in a stream, in a graph, from a kernel */
extern const struct bench ceiling_launch, ceiling_graph_launch, ceiling_child_launch, ceiling_launch_by_host;

/* transfers.c: between host and device, pageable and pinned */
extern const struct bench ceiling_to_device_pageable, ceiling_to_device_pinned, ceiling_from_device_pageable,
    ceiling_from_device_pinned;

#endif
