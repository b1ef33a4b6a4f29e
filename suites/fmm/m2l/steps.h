/* M2L by a step for each turn of all loops but the innermost (kernels/fmm/steps.h): shared by the strategy
 * full_parallel and the bench of its indices. */
#pragma once

#include "suites/fmm/fmm.h"

/* The index of the operator of a pair of boxes. */
static inline int32_t m2l_operator_place(int separation, struct fmm_box box, struct fmm_box partner)
{
    const int side = fmm_operator_side(separation), reach = 2 * separation + 1;
    int place = 0;
    for (int d = 2; d >= 0; d--)
        place = place * side + box.place[d] - partner.place[d] + reach;
    return place;
}

/* The side of the cube of positions of a box's partners. */
static inline uint32_t m2l_side(const struct problem *problem)
{
    return 2 * (2 * (uint32_t)fmm_separation(problem) + 1);
}

/* For a kernel with a warp per turn of all loops but the innermost: the turns of a box, and the boxes of a launch,
 * whose turns have numbers of 31 bits. */
static inline uint64_t m2l_steps(const struct problem *problem)
{
    const uint64_t order = (uint64_t)fmm_order(problem), side = m2l_side(problem);
    return side * side * side * (uint64_t)fmm_coefficients((int)order) * (order + 1);
}

static inline uint64_t m2l_boxes_at_once(const struct problem *problem)
{
    return INT32_MAX / m2l_steps(problem);
}

/* clang-format off */
#define M2L_DIVISORS                                                                                                   \
    WORD(DIVISORS, "loops' lengths, by which indices are divided: constants, or arguments", constant, argument)
/* clang-format on */
