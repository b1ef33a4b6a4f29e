/* The best configurations of sums as policies for CUB's public tuning interface (cuda::execution::tune, CCCL 3.5 and
 * later). */
#pragma once

#include "reports/results.h"

#include <stdio.h>

/* Prints a CUDA header (C++17) with a policy selector for each size at which benches sum_1d_f32, _f64 and _u32 have a
 * best on an NVIDIA device of known architecture, and a function that chooses by size; for a type those made of CUB's
 * blocks (sum_1d_f32_cub), if any. Among devices of one compute capability, which CUB cannot distinguish, the later
 * results count; a line in `notes` (NULL: nowhere) reports it. INVALID with one line if there is none. README.md lists
 * the parameters that CUB has. */
enum status cub_write(FILE *file, const struct results *const *results, size_t count, FILE *notes, struct fault *fault);
