/* Problems of suite `coordination`, by their settings. */
#pragma once

#include "suites/coordination/coordination.h"

#include "tests/check.h"

/* Lengths of 1, no dmax, one group, no box; doubles. */
static struct problem problem_of_size(uint64_t n)
{
    struct problem problem = {.n = n, .seed = 7};
    double *setting = problem.inputs.setting;
    setting[NN] = 6;
    setting[R_0] = 1;
    setting[BOX] = BOX_open;
    setting[DENSITY] = 0.1;
    setting[PRECISION] = PRECISION_double;
    return problem;
}
