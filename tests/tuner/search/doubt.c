/* Estimates of the remaining gain, by predictors that are counted by hand. */
#include "tests/tuner/search/solving.h"
#include "tuner/search/search.h"

#include <math.h>

/* Each of its 64 configurations has 9 neighbours. */
static const struct bench small = {
    .name = "small",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(0, 1, 2, 3)}, {"B", "", VALUES(0, 1, 2, 3)},
                                       {"C", "", VALUES(0, 1, 2, 3)})},
    DEFAULTS(0, 0, 0),
};

static struct allowed solve_small(void)
{
    static struct problem problem;
    problem = problem_by(&small);
    const struct allowed allowed = solve_of(&problem, &(struct restriction){0});
    CHECK(allowed.solved.count == 64);
    return allowed;
}

static void tell_some(struct doubt *doubt, const struct allowed *allowed, size_t count)
{
    for (size_t rank = 0; rank < count; rank++)
        doubt_tell(doubt, solved_index(&allowed->solved, rank), 1000 + (double)rank);
}

TEST(signs)
{
    FREED_BY(allowed_free) struct allowed allowed = solve_small();
    FREED_BY(doubt_free) struct doubt doubt = {0};
    struct doubt_signs signs;
    CHECK(!doubt_look(&doubt, &allowed, 64, &signs));
    doubt_tell(&doubt, solved_index(&allowed.solved, 63), 0); /* it failed */
    tell_some(&doubt, &allowed, 1);
    CHECK(!doubt_look(&doubt, &allowed, 64, &signs)); /* no other time to compare with */
    tell_some(&doubt, &allowed, 4);                   /* one of them again */
    CHECK(doubt.tried.count == 5 && doubt.timed == 4 && doubt.best == solved_index(&allowed.solved, 0));
    CHECK(doubt_look(&doubt, &allowed, 64, &signs));
    CHECK_NEAR(signs.tried, log(5.0 / 59), 1e-12);
    CHECK_NEAR(signs.around, pow(3.0 / 9, 4) * 5 / 200, 1e-12); /* three differ in the last parameter alone */
    CHECK_NEAR(signs.gap, log(log(1.003) + 0.001), 1e-12);
    tell_some(&doubt, &allowed, 20);
    CHECK(doubt.tried.count == 21 && doubt.timed == DOUBT_FASTEST && doubt_look(&doubt, &allowed, 64, &signs));
    CHECK_NEAR(signs.around, pow(7.0 / 9, 4) * 21 / 200, 1e-12);
    CHECK_NEAR(signs.gap, log(log(1.009) + 0.001), 1e-12); /* to the tenth */
    doubt_tell(&doubt, solved_index(&allowed.solved, 62), 500);
    CHECK(doubt.best == solved_index(&allowed.solved, 62) && doubt.fastest_ns[0] == 500 &&
          doubt.fastest_ns[DOUBT_FASTEST - 1] == 1008);
    tell_some(&doubt, &allowed, 64);
    CHECK(doubt.tried.count == 64 && !doubt_look(&doubt, &allowed, 64, &signs)); /* nothing is untried */
}

/* More evidence never increases the estimate, from none at all to 1 %. */
TEST(levels)
{
    double before = 1;
    size_t steps = 0;
    for (double tried = -9; tried < 9; tried += 0.25) {
        const double left = doubt_left(&(struct doubt_signs){.tried = tried, .around = 0.5, .gap = -2.5});
        CHECK(left > 0 && left <= before);
        steps += left < before;
        before = left;
    }
    CHECK(before == 0.01 && steps >= 8);
    const struct doubt_signs nearly_all = {.tried = 3, .around = 0, .gap = 2},
                             most = {.tried = 2, .around = 0, .gap = 2};
    CHECK(doubt_left(&nearly_all) == 0.01 && doubt_left(&most) > 0.1);
    const struct doubt_signs few = {.tried = log(3.0 / 1236), .around = 0, .gap = log(0.5)};
    CHECK(doubt_left(&few) == 1);
    const struct doubt_signs around = {.tried = log(400.0 / 17600), .around = 2, .gap = log(0.03)};
    CHECK(doubt_left(&around) == 0.01);
    const struct doubt_signs at_random = {.tried = log(400.0 / 17600), .around = 0, .gap = log(0.03)};
    CHECK(doubt_left(&at_random) > 0.05 && doubt_left(&at_random) < 1);
}

/* Of a search: without outcomes there is no estimate. */
TEST(search)
{
    struct search search;
    const struct problem problem = problem_by(&small);
    CHECK_OK(search_start(&search, &problem, &(struct restriction){0}, &device, &random_strategy,
                          &(struct search_budget){0}, &caught));
    CHECK(search_left(&search) == 1);
    for (size_t rank = 0; rank < 60; rank++)
        doubt_tell(&search.doubt, solved_index(&search.among.solved, rank), 1000 + (double)rank);
    CHECK(search_left(&search) == 0.01);
    search_end(&search);
}
