/* Problems by a bench, and their configurations that a small device allows. */
#pragma once

#include "tests/check.h"
#include "tuner/search/allowed.h"

static const struct compute_device device = {.max_group = 3, .features = COMPUTE_FP64};
static const struct setting settings[] = {{.name = "salt", .initial = 1}, {.name = NULL}};

UNNEEDED static const struct suite *suite_of(const struct bench *bench)
{
    static const struct bench *benches[2];
    static const struct suite suite = {.name = "made up", .benches = benches, .settings = settings};
    benches[0] = bench;
    return &suite;
}

UNNEEDED static struct allowed solve_of(const struct problem *problem, const struct restriction *restriction)
{
    struct allowed allowed;
    CHECK_OK(allowed_solve(problem, restriction, &device, &allowed, &caught));
    return allowed;
}

UNNEEDED static struct problem problem_by(const struct bench *bench)
{
    return problem_of(suite_of(bench), bench, 100, 1);
}
