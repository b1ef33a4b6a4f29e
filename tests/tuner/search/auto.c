/* When `auto` ends by itself, and when only by a budget. */
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

static const struct compute_device device = {.max_group = 512};

static double slope(UNNEEDED const struct bench *bench, uint64_t index)
{
    return index % 7 ? 100 + (double)(index % 37) : 0;
}

/* Nothing is right; or three configurations are. */
static double failing(UNNEEDED const struct bench *bench, UNNEEDED uint64_t index)
{
    return 0;
}

static double rarely_fast(UNNEEDED const struct bench *bench, uint64_t index)
{
    return index % 211 == 90 ? 100 : 0;
}

/* The number that it tries, of 625; a nonzero `option` replaces the initial value. */
static size_t tries_of(double (*ns)(const struct bench *bench, uint64_t index), const double option[3],
                       const struct search_budget *budget, const uint64_t *known, size_t count)
{
    enum { ALL = 625 };
    static uint64_t order[ALL];
    struct strategy strategy = auto_strategy;
    strategy.has_values = true;
    for (size_t i = 0; i < 3; i++)
        strategy.value[i] = option[i] > 0 ? option[i] : auto_strategy.options[i].initial;
    const struct drive one = {.bench = &cube,
                              .device = &device,
                              .strategy = &strategy,
                              .budget = *budget,
                              .seed = 1,
                              .open = 4,
                              .ns = ns,
                              .known = known,
                              .known_count = count,
                              .budgeted = true};
    return drive(&one, order);
}

static size_t tries(const double option[3], const struct search_budget *budget, const uint64_t *known, size_t count)
{
    return tries_of(slope, option, budget, known, count);
}

TEST(ends_by_itself)
{
    CHECK(tries((double[]){0, 0, 0}, &unlimited, NULL, 0) == 100);  /* at least, of a tenth */
    CHECK(tries((double[]){50, 0, 0}, &unlimited, NULL, 0) == 312); /* a half */
    CHECK(tries((double[]){50, 0, 200}, &unlimited, NULL, 0) == 200);
    CHECK(tries((double[]){1, 20, 0}, &unlimited, NULL, 0) == 20);
    CHECK(tries((double[]){1, 20, 10}, &unlimited, NULL, 0) == 20); /* the least takes precedence over the most */
    CHECK(tries((double[]){0, 625, 0}, &unlimited, NULL, 0) == 625);
}

TEST(a_budget_ends_it)
{
    CHECK(tries((double[]){0, 0, 0}, &binding, NULL, 0) == 625);
    CHECK(tries((double[]){0, 0, 0}, &(struct search_budget){.configurations = 17, .binds = true}, NULL, 0) == 17);
    CHECK(tries((double[]){0, 0, 0}, &(struct search_budget){.configurations = 500, .binds = true}, NULL, 0) == 500);
}

/* Configurations that an earlier run tried count. */
TEST(resumed)
{
    uint64_t known[60];
    for (uint64_t i = 0; i < 60; i++)
        known[i] = 10 * i;
    CHECK(tries((double[]){0, 0, 0}, &unlimited, known, 60) == 40);
    CHECK(tries((double[]){0, 10, 0}, &unlimited, known, 60) == 2); /* 62 of 625 */
    CHECK(tries((double[]){1, 10, 0}, &unlimited, known, 60) == 0);
}

/* Before something was right it tries more than its number, but not without end. */
TEST(nothing_is_right)
{
    CHECK(tries_of(failing, (double[]){1, 20, 0}, &unlimited, NULL, 0) == 220);
    CHECK(tries_of(failing, (double[]){0, 0, 0}, &unlimited, NULL, 0) == 625);
    CHECK(tries_of(failing, (double[]){1, 20, 0}, &(struct search_budget){.configurations = 17}, NULL, 0) == 17);
    const size_t tried = tries_of(rarely_fast, (double[]){1, 20, 0}, &unlimited, NULL, 0);
    WRONG_IF(tried < 40 || tried >= 220, "%zu\n", tried);
}
