/* Division of a budget at given times: over suites, and over the problems of each; and its end. */
#include "cli/run/budget.h"
#include "tests/check.h"

enum { GRACE = 30 };

static const struct bench here = {.name = "here"}, elsewhere = {.name = "elsewhere", .needs = NEEDS_CUDA};
static const struct compute_device device = {.backend = "fake"};

/* Three suites, of three, one and two problems; the device cannot run one of the second and the third. */
static const struct suite suite[3];
#define OF(number, its)                                                                                                \
    {                                                                                                                  \
        .problem = {.suite = &suite[number], .bench = &its }                                                           \
    }
static struct target target[] = {OF(0, here),      OF(0, here),      OF(0, here),
                                 OF(1, elsewhere), OF(2, elsewhere), OF(2, here)};
static const struct targets targets = {.target = target, .count = sizeof target / sizeof *target};

static double share, most;

static bool begin(struct budget *budget, size_t t, double now)
{
    return budget_begin(budget, &targets, t, &device, now, GRACE, &share, &most);
}

/* 4 s of 64 have passed: each of the two suites that can run gets 30. */
TEST(even)
{
    struct budget budget = budget_start(64, 100);
    CHECK(begin(&budget, 0, 104) && share == 10 && most == 60);
    CHECK(begin(&budget, 1, 114) && share == 10 && most == 50);
    CHECK(begin(&budget, 2, 118) && share == 16 && most == 46); /* the rest of the one before is shared */
    CHECK(begin(&budget, 3, 130) && share == 0 && most == 0);
    CHECK(begin(&budget, 4, 130) && share == 0 && most == 0);
    CHECK(begin(&budget, 5, 130) && share == 34 && most == 34);
    CHECK(budget_ceilings(&budget, 104) == 15 && !budget.left_out);
}

/* Skipped targets take no time, even the first of a suite. */
TEST(skipped)
{
    struct budget budget = budget_start(64, 100);
    CHECK(begin(&budget, 1, 104) && share == 15 && most == 60);
    CHECK(begin(&budget, 5, 130) && share == 34 && most == 34);
}

/* A suite that takes longer leaves less to the next; without time left a target is skipped, but never the first. */
TEST(over)
{
    struct budget budget = budget_start(20, 100);
    CHECK(begin(&budget, 0, 121) && share > 0 && share < 1 && most == GRACE);
    CHECK(!begin(&budget, 1, 122) && !begin(&budget, 2, 122) && !begin(&budget, 5, 122));
    CHECK(budget.left_out == 3 && budget.first == &target[1].problem);
    CHECK(budget_ceilings(&budget, 122) > 0);
    budget = budget_start(20, 100);
    CHECK(begin(&budget, 0, 100) && !begin(&budget, 1, 112) && !begin(&budget, 2, 112));
    CHECK(begin(&budget, 4, 112) && begin(&budget, 5, 112) && share == 8 && most == 8);
}

TEST(none)
{
    struct budget budget = budget_start(0, 100);
    for (size_t t = 0; t < targets.count; t++)
        CHECK(begin(&budget, t, 1000) && share == 0 && most == 0);
    CHECK(budget_ceilings(&budget, 1000) == 0 && !budget.left_out);
}
