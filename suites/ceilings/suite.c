/* What a device can do at most: every other result is a share of it. */
#include "suites/ceilings/ceilings.h"

/* clang-format off */
static const struct bench *const benches[] = {
    &ceiling_dram_read, &ceiling_dram_write, &ceiling_dram_copy, &ceiling_dram_add,
    &ceiling_dram_triad, &ceiling_l2_read, &ceiling_l2_write, &ceiling_l2_copy,
    &ceiling_l2_add, &ceiling_l2_triad,
    &ceiling_coalescing_offset, &ceiling_coalescing_stride, &ceiling_coalescing_random, &ceiling_atomic_one,
    &ceiling_atomic_many,
    &ceiling_fp32_fma, &ceiling_fp64_fma, &ceiling_fp64_mma, &ceiling_rsqrt, &ceiling_rsqrt_fma,
    &ceiling_rint, &ceiling_float_to_int,
    &ceiling_texture_point, &ceiling_texture_linear, &ceiling_texture_point_random, &ceiling_texture_linear_random,
    &ceiling_texture_point_random_wide, &ceiling_texture_linear_random_wide,
    &ceiling_texture_point_random_widest, &ceiling_texture_linear_random_widest,
    &ceiling_constant_uniform, &ceiling_constant_divergent, &ceiling_shared_broadcast, &ceiling_shared_conflict_free,
    &ceiling_shared_gather,
    &ceiling_launch, &ceiling_graph_launch, &ceiling_child_launch, &ceiling_launch_by_host,
    &ceiling_to_device_pageable, &ceiling_to_device_pinned, &ceiling_from_device_pageable, &ceiling_from_device_pinned,
    NULL,
};
/* clang-format on */

const struct suite ceilings_suite = {
    .name = "ceilings",
    .summary = "what the device can do at most",
    .benches = benches,
};
