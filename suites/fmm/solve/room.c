/* What the solver takes of a device's memory, and what it does without where there is little. */
#include "suites/fmm/particles.h"
#include "suites/fmm/solve/bin.h"
#include "suites/fmm/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>

/* All of a second input's boxes are as those of a million charges already: crowded, empty, with charges on their faces.
 * Numbers of charges beyond this one stand for themselves in the first input. */
#define MOST_OF_FURTHER (UINT64_C(1) << 24)

/* The rest of a device's memory is its driver's. */
enum { SHARES = 16 };

uint64_t solve_further_size(const struct problem *problem)
{
    return problem->n < MOST_OF_FURTHER ? problem->n : MOST_OF_FURTHER;
}

uint64_t solve_expansion_bytes(const struct problem *problem, bool fp64)
{
    return fmm_level_begin(solve_most_depth(problem->n) + 1) * (uint64_t)fmm_coefficients(fmm_order(problem)) * 2 *
           (fp64 ? sizeof(double) : sizeof(float));
}

static uint64_t order_bytes(const struct problem *problem, uint64_t charges, int depth)
{
    const uint64_t start = ((UINT64_C(1) << 3 * depth) + 1) * sizeof(uint32_t), sorted = sizeof(struct mm_float4);
    if (problem->inputs.setting[GEOMETRY] == GEOMETRY_moving)
        return charges * (2 * sorted + sizeof(uint32_t)) + start + bin_bytes(depth);
    return charges * (2 * sorted + 2 * sizeof(uint32_t) + sizeof(float)) + start;
}

/* Of M2L with an order: its matrices, in both precisions, and what is folded. */
static uint64_t folded_arrays(const struct problem *problem, int order, int depth, bool fp64)
{
    const int separation = fmm_separation(problem);
    return folded_matrix_numbers(order, separation) * (sizeof(float) + sizeof(double)) +
           (folded_bytes(order, separation, depth) + folded_product_bytes(order, separation, depth)) /
               (fp64 ? 1 : sizeof(double) / sizeof(float));
}

static uint64_t input_bytes(const struct problem *problem, uint64_t charges, bool fp64)
{
    const int order = fmm_order(problem), depth = solve_most_depth(problem->n);
    const uint64_t real = fp64 ? sizeof(double) : sizeof(float), numbers = charges * solve_numbers(problem->bench);
    const uint64_t fields = solve_gives_energy(problem->bench) ? 1 : 2;
    const uint64_t results = solve_gives_energy(problem->bench) ? 1 : numbers;
    return order_bytes(problem, charges, depth) + fields * numbers * real +
           results * (sizeof(float) + (fp64 ? sizeof(double) : 0)) + 2 * solve_expansion_bytes(problem, fp64) +
           folded_arrays(problem, order, depth, fp64) + folded_arrays(problem, order ? order - 1 : 0, depth, fp64);
}

uint64_t solve_bytes(const struct problem *problem, bool fp64)
{
    const uint64_t further = (uint64_t)problem->bench->problem.variants - 1;
    return input_bytes(problem, problem->n, fp64) + further * input_bytes(problem, solve_further_size(problem), fp64);
}

bool solve_has_fp64(const struct problem *problem, const struct compute_device *device)
{
    return !device || !device->memory_bytes ||
           solve_bytes(problem, true) <= device->memory_bytes / SHARES * (SHARES - 1);
}

enum status solve_check_room(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t bytes = solve_bytes(problem, false), trees = input_bytes(problem, 0, false);
    if (!device || !device->memory_bytes || bytes <= device->memory_bytes)
        return OK;
    return fail(fault, INVALID,
                "%" PRIu64 " charges of order %d need %" PRIu64 " bytes in fp32 alone, %" PRIu64
                " of these for each input's boxes; the device has %" PRIu64,
                problem->n, fmm_order(problem), bytes, trees, device->memory_bytes);
}
