/* What a search makes of what became of its configurations: a value that never was right comes last. */
#include "tests/check.h"
#include "tests/tuner/search/spaces.h"
#include "tuner/search/search.h"

#include <stdlib.h>

enum { ALL = 625 };
static const struct suite made_up = {.name = "made up", .summary = "", .benches = BENCHES(&cube)};
static const struct restriction none;
static const struct compute_device device = {.max_group = 512};

static void start(struct search *search, const char *strategy)
{
    static struct problem problem; /* the search has its space */
    problem = problem_of(&made_up, &cube, 1000, 1);
    CHECK(search_start(search, &problem, &none, &device, strategy_find(strategy), false, NULL) == OK);
    CHECK(search->count == ALL);
}

static size_t value(uint64_t index, size_t parameter)
{
    return space_position(&cube.space, index, parameter);
}

/* Asks for all, and tells that those fail which have a value of a parameter; returns how many of them came before the
 * last of the others, and puts all into `order`. */
static size_t search_all(const char *strategy, size_t parameter, size_t failing, enum outcome otherwise,
                         uint64_t order[ALL])
{
    struct search search;
    size_t failed = 0, early = 0;
    start(&search, strategy);
    for (size_t i = 0; i < ALL; i++) {
        order[i] = search_next(&search);
        const bool fails = value(order[i], parameter) == failing;
        failed += fails;
        early = fails ? early : failed;
        search_tell(&search, order[i], fails ? OUTCOME_FAILED : otherwise);
    }
    CHECK(search_next(&search) == NO_CONFIGURATION);
    search_end(&search);
    return early;
}

/* Four were tried, and 121 come last, in the order that they have without that; and nothing comes twice. */
static void check_put_off(const char *strategy, size_t parameter, enum outcome otherwise)
{
    uint64_t order[ALL], plain[ALL];
    bool came[ALL] = {false};
    size_t at = 0;
    CHECK(search_all(strategy, parameter, 4, otherwise, order) == 4);
    for (size_t i = 0; i < ALL; i++) {
        CHECK(!came[order[i]]);
        came[order[i]] = true;
    }
    CHECK(search_all(strategy, parameter, 5, otherwise, plain) == 0); /* none fails */
    for (size_t i = 0; i < ALL; i++)
        if (value(plain[i], parameter) == 4) {
            while (at < ALL && value(order[at], parameter) != 4)
                at++;
            CHECK(at < ALL && order[at++] == plain[i]);
        }
}

/* A drop is a time. */
static void test_dropped(void)
{
    struct search search;
    uint64_t index;
    start(&search, "exhaustive");
    while ((index = search_next(&search)) != NO_CONFIGURATION) {
        search_tell(&search, index, value(index, 0) == 1 ? OUTCOME_DROPPED : OUTCOME_MEASURED);
        CHECK(!search_puts_off(&search, index));
    }
    search_end(&search);
}

/* While nothing is right there is nothing better; with the first that is, what failed until then is put off; what was
 * right once is not, however much of it fails. */
static void test_first_right(void)
{
    struct search search;
    start(&search, "exhaustive");
    for (uint64_t i = 0; i < 4; i++)
        search_tell(&search, i, OUTCOME_FAILED); /* A, B and C have their first values, D the first four */
    CHECK(!search_puts_off(&search, 0));
    search_tell(&search, 4, OUTCOME_MEASURED); /* the fifth of D, of which one of each failed */
    CHECK(!search_puts_off(&search, 0) && !search_puts_off(&search, 4));
    search_tell(&search, 0, OUTCOME_FAILED);
    search_tell(&search, 0, OUTCOME_FAILED);
    CHECK(!search_puts_off(&search, 0));
    search_tell(&search, 0, OUTCOME_FAILED);
    CHECK(search_puts_off(&search, 0) && search_puts_off(&search, 5) && !search_puts_off(&search, 4));
    search_tell(&search, 5, OUTCOME_MEASURED); /* the first of D */
    CHECK(!search_puts_off(&search, 0));
    for (int i = 0; i < 100; i++)
        search_tell(&search, 0, OUTCOME_FAILED);
    CHECK(!search_puts_off(&search, 0));
    search_end(&search);
}

static void test_list(void)
{
    const uint64_t listed[] = {7, 3, 9};
    struct search search;
    search_list(&search, listed, 3);
    for (int i = 0; i < 10; i++)
        search_tell(&search, 7, OUTCOME_FAILED);
    CHECK(!search_puts_off(&search, 7) && search_next(&search) == 7);
    search_end(&search);
}

int main(void)
{
    for (size_t parameter = 0; parameter < 4; parameter++)
        for (enum outcome otherwise = OUTCOME_MEASURED; otherwise <= OUTCOME_DROPPED; otherwise++)
            for (size_t s = 0; strategies[s]; s++)
                if (strategies[s] != &pairwise_strategy && strategies[s] != &values_strategy) /* which have not all */
                    check_put_off(strategies[s]->name, parameter, otherwise);
    test_dropped();
    test_first_right();
    test_list();
    return CHECK_RESULT;
}
