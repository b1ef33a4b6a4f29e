/* Shared by the benches of the suite reduction. */
#pragma once

#include "suites/reduction/reduction.h"

#include <stddef.h>

extern const struct bench sum_1d_f32_plumed, sum_1d_f64_plumed, sum_nd_f32_plumed, sum_nd_f64_plumed, drive_f32,
    drive_f64;                                                  /* drive.c */
extern const struct bench sum_1d_f32_policy, sum_1d_f64_policy; /* policy.c */

/* cub::BlockReduceAlgorithm, and the entry points of these. */
#define CUB_ALGORITHMS warp_reductions, raking, raking_commutative_only
#define CUB_ENTRIES "reduce_warp_reductions", "reduce_raking", "reduce_raking_commutative_only"

/* clang-format off */
/* Library functions that a user would call instead. */
#define SUM_REFERENCES(type)                                                                                           \
    .references = {{"cub::DeviceReduce", "cub", "device_reduce_" type, {IN, OUT}, 2, .rows = 1},                       \
                   {"thrust::reduce", "thrust", "reduce_" type, {IN, OUT}, 2, .rows = 1, .waits = true}}
#define ROWS_REFERENCES(type)                                                                                          \
    .references = {{"cub::DeviceReduce, row by row", "cub", "device_reduce_" type, {IN, OUT}, 2, .rows = 0},           \
                   {"cub::DeviceSegmentedReduce", "cub", "segmented_reduce_" type, {IN, OUT}, 2, .rows = 0},           \
                   {"cuBLAS gemv", "cublas", "gemv_" type, {IN, OUT}, 2, .rows = 0}}, .reference_rows = reduction_nd

/* With `inputs` kinds of inputs, and the bench's own constants. */
#define REDUCTION(inputs, ...)                                                                                         \
    .own = &(const struct reduction){__VA_ARGS__},                                                                     \
    .problem = {.check = reduction_check, .variants = inputs, .expected_bytes = sizeof(struct expectation),            \
                .expected_parts = reduction_expected, .expected_own_bytes = offsetof(struct reduction, cub),           \
                .setup = reduction_setup, .expect = reduction_expect, .verify = reduction_verify,                      \
                .change = reduction_change},                                                                           \
    .device = {.enqueue = reduction_enqueue, .captured = reduction_captured, .consumes_input = reduction_consumes},    \
    .report.work = reduction_work
/* 1023: with vectors, nine rows need one more tile if these begin before them. */
#define TESTS "--size 1,1023,100003"
/* For one array: its elements; at most 64 GiB of doubles, and 2^28 groups of the smallest tile. For several:
 * elements of each. */
#define SIZES                                                                                                          \
    .size = {.unit = "elements", .classes = {UINT64_C(1) << 20, UINT64_C(1) << 26, UINT64_C(1) << 28},                 \
             .most = UINT64_C(1) << 33}
#define ROW_SIZES                                                                                                      \
    .size = {.unit = "elements of a row", .classes = {100000, UINT64_C(1) << 22, UINT64_C(1) << 25},                   \
             .most = UINT64_C(1) << 31}
#define TILE_FITS(bytes)                                                                                               \
    {"a tile fits in 128 KiB, half the registers of a multiprocessor",                                                 \
     .expression = "BLOCK_SIZE * ITEMS_PER_THREAD * " #bytes " <= 128 * 1024"}
#define FEW_BLOCKS "--size 1,5003 --set BLOCK_SIZE=128 --set ITEMS_PER_THREAD=4"
#define ONE_SUM(...) SIZES, REDUCTION(VARIANTS, __VA_ARGS__, .rows = {ONE_ROW}), .tests = NAMES(TESTS)
#define ND_SUMS(...)                                                                                                   \
    ROW_SIZES, REDUCTION(VARIANTS, __VA_ARGS__, .rows = {ND_ROWS}), .tests = NAMES(TESTS, "--size 1003 --nd 100")
/* clang-format on */
