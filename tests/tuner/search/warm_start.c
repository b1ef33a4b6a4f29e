/* Configurations that are good elsewhere are asked first, by every strategy, then neighbours of the best of them. */
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

static const struct compute_device device = {.max_group = 512};
static const struct suite suite = {.name = "driven", .summary = ""};
static const struct search_budget forty = {.configurations = 40, .binds = true};

/* Two of parity's indices. */
enum { ALLOWED = 0, BROKEN = 1 };

static size_t differing(const struct bench *bench, uint64_t one, uint64_t other)
{
    size_t count = 0;
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        count += space_position(&bench->space, one, p) != space_position(&bench->space, other, p);
    return count;
}

static void start(struct search *search, const struct bench *bench, const struct strategy *strategy,
                  const struct search_budget *budget, const struct wanted *wanted)
{
    static struct problem problem;
    problem = problem_of(&suite, bench, 1000, 5);
    CHECK_OK(search_start_with(search, &problem, &none, &device, strategy, budget, wanted, &caught));
}

/* Each once, if it is allowed, after the default; with a budget or without. */
TEST(first)
{
    static const struct wanted wanted = {.index = {600, 1, 600, 77}, .count = 4};
    const uint64_t from_default = space_default(&cube.space), expected[] = {from_default, 600, 1, 77};
    for (size_t at = 0; strategies[at]; at++)
        for (int bound = 0; bound < 2; bound++) {
            struct search search;
            start(&search, &cube, strategies[at], bound ? &forty : &unlimited, &wanted);
            CHECK(search.first == from_default);
            for (size_t i = 0; i < 4; i++) {
                const uint64_t asked = ask(&search);
                WRONG_IF(asked != expected[i], "%s: %d\n", strategies[at]->name, (int)asked);
            }
            search_end(&search);
        }
}

/* Also if a first round is smaller. */
TEST(small_rounds)
{
    static const struct wanted wanted = {.index = {600, 1, 77, 301, 402}, .count = 5};
    const uint64_t expected[] = {space_default(&cube.space), 600, 1, 77, 301, 402};
    for (size_t at = 0; strategies[at]; at++) {
        struct strategy smallest = *strategies[at];
        struct search search;
        smallest.has_values = true;
        for (size_t i = 0; smallest.options && smallest.options[i].name; i++)
            smallest.value[i] = smallest.options[i].least;
        if (smallest.start == auto_strategy.start) /* which has the model's rounds */
            continue;
        start(&search, &cube, &smallest, &forty, &wanted);
        for (size_t i = 0; i < 6; i++) {
            const uint64_t asked = ask(&search);
            WRONG_IF(asked != expected[i], "%s: %d of %zu\n", smallest.name, (int)asked, i);
        }
        search_end(&search);
    }
}

/* A forbidden configuration is replaced by the nearest allowed one. */
TEST(allowed)
{
    static const struct wanted wanted = {.index = {BROKEN, ALLOWED}, .count = 2};
    struct search search;
    start(&search, &parity, &random_strategy, &unlimited, &wanted);
    CHECK(ask(&search) == search.first);
    const uint64_t nearest = ask(&search);
    CHECK(nearest != BROKEN && differing(&parity, nearest, BROKEN) == 1);
    CHECK(ask(&search) != nearest);
    search_end(&search);
    start(&search, &nothing, &random_strategy, &unlimited, &wanted);
    CHECK(search.first == NO_CONFIGURATION && ask(&search) == NO_CONFIGURATION);
    search_end(&search);
}

/* Strategies that do not learn: the neighbours of the best elsewhere, with every value, precede others; but a complete
 * cover does not become larger by them. */
TEST(neighbours)
{
    static const char *const blind[] = {"random", "exhaustive"};
    static const struct wanted nothing_else, best = {.index = {600}, .count = 1};
    for (size_t i = 0; i < 2; i++)
        for (int bound = 0; bound < 2; bound++) {
            struct search search;
            start(&search, &cube, strategy_find(blind[i]), bound ? &forty : &unlimited, &best);
            CHECK(ask(&search) == search.first && ask(&search) == *best.index);
            for (size_t n = 0; n < 16; n++)
                CHECK(differing(&cube, ask(&search), *best.index) == 1);
            search_end(&search);
        }
    struct search alone, with;
    start(&alone, &cube, &values_strategy, &unlimited, &nothing_else);
    start(&with, &cube, &values_strategy, &unlimited, &best);
    CHECK(with.most == alone.most + 1);
    search_end(&alone);
    search_end(&with);
}

/* With enough times from elsewhere a model draws none at random first: its requests after the default and the best
 * there are near the best, like the times there. With fewer it behaves as without them. */
TEST(from_all_times)
{
    uint64_t index[24];
    double ns[24];
    for (size_t i = 0; i < 24; i++) {
        index[i] = i * 26; /* of 625, each value equally often */
        ns[i] = 100 + 10 * (double)differing(&cube, index[i], 0);
    }
    for (size_t count = 11; count <= 24; count += 13) {
        const struct wanted wanted = {.index = {0}, .count = 1, .elsewhere = {index, ns, count, false}};
        struct search search;
        size_t far = 0;
        start(&search, &cube, strategy_find("model"), &unlimited, &wanted);
        for (size_t i = 0; i < 12; i++) {
            const uint64_t asked = ask(&search);
            far += i >= 4 && differing(&cube, asked, 0) > 2;
            tell(&search, asked, 100 + 10 * (double)differing(&cube, asked, 0));
        }
        WRONG_IF(count < 12 ? far < 4 : far > 2, "%zu known elsewhere: %zu far from the best\n", count, far);
        search_end(&search);
    }
}

/* The proposals of a model with 16 compile workers that knows times of `count` from elsewhere, after it was told the
 * outcomes of four of them, before it waits for others. */
static size_t proposals_after_four(size_t count)
{
    const struct search_budget budget = {.workers = 16};
    uint64_t index[24];
    double ns[24];
    for (size_t i = 0; i < 24; i++) {
        index[i] = i * 26;
        ns[i] = 100 + 10 * (double)differing(&cube, index[i], 0);
    }
    const struct wanted wanted = {.index = {0}, .count = 1, .elsewhere = {index, ns, count, false}};
    struct search search;
    size_t asked = 0;
    start(&search, &cube, &model_strategy, &budget, &wanted);
    for (uint64_t at; (at = ask(&search)) != NO_CONFIGURATION; asked++)
        if (asked < 4)
            tell(&search, at, 100 + 10 * (double)differing(&cube, at, 0));
    search_end(&search);
    return asked - 4;
}

/* With enough of them its second round does not wait for the first one: half of the workers may be open. */
TEST(rounds_ahead)
{
    CHECK(proposals_after_four(24) == 16); /* two rounds of eight */
    CHECK(proposals_after_four(11) == 12); /* the rest of the first 16 */
}

/* Strategies that learn: they start from the fastest of them, whichever that is here. */
TEST(from_the_fastest)
{
    static const struct wanted wanted = {.index = {600, 1, 77}, .count = 3};
    static const char *const local[] = {"greedy", "tabu", "annealing"};
    for (size_t s = 0; s < 3; s++)
        for (size_t fastest = 0; fastest < 3; fastest++) {
            struct strategy strategy = *strategy_find(local[s]);
            struct search search;
            strategy.has_values = true;
            for (size_t o = 0; strategy.options[o].name; o++)
                strategy.value[o] = strategy.options[o].initial;
            strategy.value[0] = 4; /* the size of a round */
            start(&search, &cube, &strategy, &unlimited, &wanted);
            for (size_t i = 0; i < 4; i++) {
                const uint64_t asked = ask(&search);
                tell(&search, asked, asked == wanted.index[fastest] ? 50 : 100);
            }
            for (size_t i = 0; i < 4; i++)
                WRONG_IF(differing(&cube, ask(&search), wanted.index[fastest]) != 1, "%s\n", local[s]);
            search_end(&search);
        }
}
