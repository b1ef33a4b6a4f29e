/* The gate's rule on numbers computed by hand, and at its limits. */
#include "reports/compare/rule.h"
#include "tests/check.h"

/* Ten values: two at either end are trimmed, 3 to 8 stay; winsorized they are 3 3 3 4 5 6 7 8 8 8, whose squares about
 * 5.5 add up to 42.5. So centre 5.5, error sqrt(42.5 / (6 * 5)). */
TEST(estimate)
{
    const double unsorted[] = {8, 100, 3, 5, -50, 7, 1, 4, 6, 20};
    const struct estimate estimate = rule_estimate(unsorted, 10);
    CHECK_NEAR(estimate.centre, 5.5, 1e-12);
    CHECK_NEAR(estimate.error, sqrt(42.5 / 30), 1e-12);
    CHECK(estimate.freedom == 5);
    CHECK_NEAR(rule_half_width(estimate), 2.5706 * sqrt(42.5 / 30), 1e-9);
    CHECK_NEAR(rule_least_effect(estimate), expm1((6.8688 + 2.0150) * sqrt(42.5 / 30)), 1e-6);
    CHECK(unsorted[0] == 8 && unsorted[9] == 20);
}

/* None of four is trimmed; values without noise have an error of 0; beyond the table its last row applies. */
TEST(few_and_many)
{
    const double four[] = {4, 2, 1, 3};
    const struct estimate few = rule_estimate(four, 4);
    CHECK_NEAR(few.centre, 2.5, 1e-12);
    CHECK_NEAR(few.error, sqrt(5. / 12), 1e-12);
    CHECK(few.freedom == 3);
    double many[RULE_MOST];
    for (int i = 0; i < RULE_MOST; i++)
        many[i] = 7;
    const struct estimate steady = rule_estimate(many, RULE_MOST);
    CHECK(steady.centre == 7 && steady.error == 0 && steady.freedom == 39);
    CHECK_NEAR(rule_half_width((struct estimate){0, 1, 30}), 2.0423, 1e-12);
    CHECK_NEAR(rule_half_width((struct estimate){0, 1, 39}), 2.0423, 1e-12);
    CHECK_NEAR(rule_half_width((struct estimate){0, 1, 1}), 12.706, 1e-12);
    CHECK_NEAR(rule_least_effect((struct estimate){0, 0, 11}), 0.01, 1e-6);
}

/* The difference of the means; the root of the sum of squared errors; the smaller degrees of freedom. */
TEST(apart)
{
    const double a[] = {1, 2, 3, 4}, b[] = {8, 100, 3, 5, -50, 7, 1, 4, 6, 20};
    const struct estimate apart = rule_estimate_unpaired(a, 4, b, 10), back = rule_estimate_unpaired(b, 10, a, 4);
    CHECK_NEAR(apart.centre, 3, 1e-12);
    CHECK_NEAR(apart.error, sqrt(5. / 12 + 42.5 / 30), 1e-12);
    CHECK(apart.freedom == 3 && back.freedom == 3 && back.centre == -apart.centre && back.error == apart.error);
    CHECK(rule_decide((struct estimate){0.05, 0.001, 11}) == RULE_SLOWER);
    CHECK(rule_decide((struct estimate){-0.05, 0.001, 11}) == RULE_FASTER);
    CHECK(rule_decide((struct estimate){0.05, 0.05, 11}) == RULE_OPEN);
}

/* Twenty pairs around `centre` whose 99 % interval has the half width `half`, and the 99.9 % one 4.437 / 3.1058 times
 * that: half of them above, half below by one step, of which trimming leaves six and six. */
static enum rule_state judge(double centre, double half)
{
    const double step = half / 3.1058 / sqrt(20. / (12 * 11));
    double pairs[20];
    for (int i = 0; i < 20; i++)
        pairs[i] = centre + (i % 2 ? step : -step);
    return rule_decide(rule_estimate(pairs, 20));
}

TEST(judge)
{
    const double further = 4.437 / 3.1058;
    static const struct {
        double centre, half;
        enum rule_state state;
    } cases[] = {
        {0, 0, RULE_SAME},
        {0, 0.0197, RULE_SAME},
        {0, 0.0199, RULE_OPEN},
        {0.0099, 0.0098, RULE_SAME},
        {-0.0099, 0.0098, RULE_SAME},
        {0.0099, 0.0100, RULE_OPEN},
        {0.0101, 0.0050, RULE_SLOWER},
        {-0.0101, 0.0050, RULE_FASTER},
        {0.0099, 0.0050, RULE_SAME},
        {0.05, 0.03, RULE_SLOWER},
        {-0.05, 0.03, RULE_FASTER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(judge(cases[i].centre, cases[i].half) == cases[i].state);
    CHECK(judge(0.03, 0.0299 / further) == RULE_SLOWER && judge(0.03, 0.0301 / further) == RULE_OPEN);
    CHECK(judge(-0.03, 0.0299 / further) == RULE_FASTER && judge(-0.03, 0.0301 / further) == RULE_OPEN);
}

TEST(looks)
{
    CHECK(rule_look[0] == 6 && rule_look[1] == 10 && rule_look[2] == 20);
    CHECK(rule_look[RULE_LOOKS - 1] <= RULE_MOST && RULE_CONFIRM <= RULE_MOST && rule_look[0] >= RULE_LEAST);
}

/* A configuration that always fails, and never did, is found within ten blocks among up to 270 benches, and among more
 * if all suspected ones stay apart; equal failure rates are not reported. */
TEST(fails)
{
    CHECK(!rule_fails(5, 0, 5, 1, true) && rule_fails(6, 0, 6, 1, false));
    CHECK(!rule_fails(9, 0, 9, 200, true) && rule_fails(10, 0, 10, 200, false));
    CHECK(!rule_fails(10, 0, 10, 280, false) && rule_fails(10, 0, 10, 270, false));
    CHECK(!rule_fails(9, 0, 9, 100000, true) && rule_fails(10, 0, 10, 100000, true));
    CHECK(!rule_fails(11, 0, 10, 100000, true) && !rule_fails(11, 1, 11, 100000, true));
    CHECK(!rule_fails(4, 0, 4, 1, true) && !rule_fails(3, 0, 3, 1, true));
    CHECK(!rule_fails(1000, 500, 500, 1, true) && !rule_fails(1000, 0, 0, 1, true) &&
          !rule_fails(1000, 900, 0, 1, true));
    CHECK(rule_fails(40, 0, 16, 1, true) && !rule_fails(40, 0, 5, 1, true));
    CHECK(rule_fails(81, 8, 40, 1, true) && !rule_fails(81, 8, 12, 1, true));
}
