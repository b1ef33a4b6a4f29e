/* Strategies that learn: their proposals do not depend on the order of outcomes; they find easy optima in few
 * evaluations; and they work on awkward spaces. On made-up spaces and times, without a device. */
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

static const struct compute_device device = {.max_group = 512};
static const struct suite suite = {.name = "driven", .summary = ""};

#define EIGHT VALUES(0, 1, 2, 3, 4, 5, 6, 7)
#define FIVE_OF_EIGHT                                                                                                  \
    PARAMETERS({"A", "", EIGHT}, {"B", "", EIGHT}, {"C", "", EIGHT}, {"D", "", EIGHT}, {"E", "", EIGHT})

static const struct bench wide = {.name = "wide", .space = {.parameters = FIVE_OF_EIGHT}, DEFAULTS(7, 0, 7, 0, 7)};
static const struct bench joined = {
    .name = "joined",
    .space = {.parameters = FIVE_OF_EIGHT,
              .constraints = CONSTRAINTS({.text = "A + B <= 9"}, {.text = "C * D <= 30 or E < 4"})},
    DEFAULTS(7, 0, 7, 0, 7)};

/* Separable and convex: the fastest is 2, 5, 4, 3, 1. */
static const int bottom[] = {2, 5, 4, 3, 1};
static double separable(const struct bench *bench, uint64_t index)
{
    double ns = 1000;
    for (size_t p = 0; p < 5; p++) {
        const double away = (double)space_position(&bench->space, index, p) - bottom[p];
        ns *= 1 + away * away * (double)(p + 1) / 40;
    }
    return ns;
}

/* The same, but configurations with an odd value of D fail. */
static double half_fails(const struct bench *bench, uint64_t index)
{
    return space_position(&bench->space, index, 3) % 2 ? 0 : separable(bench, index);
}

static double all_fail(UNNEEDED const struct bench *bench, UNNEEDED uint64_t index)
{
    return 0;
}

static double equal_times(UNNEEDED const struct bench *bench, UNNEEDED uint64_t index)
{
    return 100;
}

static double slope(UNNEEDED const struct bench *bench, uint64_t index)
{
    return index % 7 ? 100 + (double)(index % 37) : 0;
}

/* The number asked until one takes `ns` or less, or the budget ends; and the best time of them. */
static size_t evaluations_to(const struct drive *drive, double ns, double *best)
{
    struct search search;
    const struct problem problem = problem_of(&suite, drive->bench, 1000, drive->seed);
    CHECK_OK(search_start(&search, &problem, &none, &device, drive->strategy, &drive->budget, &caught));
    size_t asks = 0;
    *best = INFINITY;
    for (uint64_t index; *best > ns && (index = ask(&search)) != NO_CONFIGURATION; asks++) {
        const double took = drive->ns(drive->bench, index);
        *best = took > 0 && took < *best ? took : *best;
        tell(&search, index, took);
    }
    search_end(&search);
    return asks;
}

/* The strategies that learn, one after the other; without `auto`, which is `model` here. */
static const struct strategy *next(size_t *at)
{
    while (strategies[*at] &&
           (!strategies[*at]->options || strategies[*at] == &latin_strategy || strategies[*at] == &auto_strategy))
        ++*at;
    return strategies[*at] ? strategies[(*at)++] : NULL;
}

/* In at least half of the seeds the best of 32768 (or of the 23912 that two constraints allow) is found in 1000
 * evaluations: in random order it is found in 4.2 % at most, so in 15 of 30 seeds with a probability below 10^-12. */
static void check_easy(const struct strategy *strategy, const struct bench *bench,
                       double (*ns)(const struct bench *bench, uint64_t index), double least)
{
    enum { SEEDS = 30, FEW = 1000 };
    size_t found = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct drive one = {
            .bench = bench, .strategy = strategy, .budget = {.configurations = FEW}, .seed = seed, .ns = ns};
        double best;
        found += evaluations_to(&one, least, &best) < FEW;
    }
    WRONG_IF(2 * found < SEEDS, "%s of %s: %zu of %d\n", strategy->name, bench->name, found, SEEDS);
}

TEST(easy)
{
    static const int even_bottom[] = {2, 5, 4, 2, 1};
    const uint64_t best = space_index(&wide.space, bottom), even = space_index(&wide.space, even_bottom);
    for (size_t at = 0; strategies[at];) {
        const struct strategy *strategy = next(&at);
        if (!strategy)
            break;
        check_easy(strategy, &wide, separable, separable(&wide, best));
        check_easy(strategy, &joined, separable, separable(&joined, best));
        check_easy(strategy, &wide, half_fails, half_fails(&wide, even));
    }
}

/* Many local optima: a third more or less, by a hash of all parameters. */
static double rugged(const struct bench *bench, uint64_t index)
{
    return separable(bench, index) * (1 + job_uniform(5, index) / 3);
}

static double best_of(const struct drive *drive)
{
    double best;
    evaluations_to(drive, 0, &best);
    return best;
}

/* After 500 evaluations a strategy that learns has the faster one, in at least 25 of 30 seeds: by chance with a
 * probability of 2 in 10^4. */
TEST(rough)
{
    enum { SEEDS = 30, WON = 25 };
    struct drive one = {.bench = &joined, .budget = {.configurations = 500}, .ns = rugged};
    double random[SEEDS];
    one.strategy = &random_strategy;
    for (one.seed = 0; one.seed < SEEDS; one.seed++)
        random[one.seed] = best_of(&one);
    for (size_t at = 0; (one.strategy = next(&at));) {
        size_t won = 0;
        for (one.seed = 0; one.seed < SEEDS; one.seed++)
            won += best_of(&one) < random[one.seed];
        WRONG_IF(won < WON, "%s: %zu of %d\n", one.strategy->name, won, SEEDS);
    }
}

/* ---- properties of single strategies ---- */

/* Searches the wide space with a budget. */
static size_t ask_all(const struct strategy *strategy, const struct search_budget *budget,
                      double (*ns)(const struct bench *bench, uint64_t index), uint64_t *order)
{
    struct search search;
    const struct problem problem = problem_of(&suite, &wide, 1000, 1);
    size_t count = 0;
    CHECK_OK(search_start(&search, &problem, &none, &device, strategy, budget, &caught));
    for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION; order[count++] = index)
        tell(&search, index, ns(&wide, index));
    search_end(&search);
    return count;
}

/* A hypercube of 40 has each of eight values five times, one of 12 once or twice. */
TEST(latin)
{
    static const size_t samples[] = {40, 12};
    for (size_t i = 0; i < 2; i++) {
        struct strategy strategy = latin_strategy;
        uint64_t order[64];
        strategy.has_values = true;
        strategy.value[0] = (double)samples[i];
        const struct search_budget budget = {.configurations = 1 + samples[i]}; /* plus the default */
        CHECK(ask_all(&strategy, &budget, separable, order) == 1 + samples[i]);
        for (size_t p = 0; p < 5; p++) {
            size_t count[8] = {0};
            for (size_t s = 1; s <= samples[i]; s++)
                count[space_position(&wide.space, order[s], p)]++;
            for (size_t v = 0; v < 8; v++)
                CHECK(count[v] >= samples[i] / 8 && count[v] <= (samples[i] + 7) / 8);
        }
    }
}

/* Without mutations the first new child has values of its parents. */
TEST(crossover)
{
    enum { PARENTS = 4 };
    struct strategy strategy = genetic_strategy;
    strategy.has_values = true;
    strategy.value[0] = PARENTS;
    strategy.value[1] = 1;
    const struct search_budget budget = {.configurations = PARENTS + 1};
    uint64_t order[PARENTS + 1];
    CHECK(ask_all(&strategy, &budget, separable, order) == PARENTS + 1);
    for (size_t p = 0; p < 5; p++) {
        bool is_inherited = false;
        for (size_t parent = 0; parent < PARENTS; parent++)
            is_inherited |=
                space_position(&wide.space, order[PARENTS], p) == space_position(&wide.space, order[parent], p);
        CHECK(is_inherited);
    }
}

/* The number of parameters in which two of the wide space differ. */
static size_t differing(uint64_t one, uint64_t other)
{
    size_t count = 0;
    for (size_t p = 0; p < 5; p++)
        count += space_position(&wide.space, one, p) != space_position(&wide.space, other, p);
    return count;
}

/* Once greedy search has the fastest, it stays near: a perturbation changes two parameters, and a neighbour one
 * more. */
TEST(kicks)
{
    enum { ASKS = 600 };
    static uint64_t order[ASKS];
    struct strategy strategy = greedy_strategy;
    const double values[] = {8, 2, 4096};
    strategy.has_values = true;
    memcpy(strategy.value, values, sizeof values);
    const struct search_budget budget = {.configurations = ASKS};
    CHECK(ask_all(&strategy, &budget, separable, order) == ASKS);
    const uint64_t fastest = space_index(&wide.space, bottom);
    size_t found = 0, farthest = 0;
    while (found < ASKS && order[found] != fastest)
        found++;
    for (size_t i = found; i < ASKS; i++)
        farthest = differing(order[i], fastest) > farthest ? differing(order[i], fastest) : farthest;
    CHECK(found < ASKS / 2 && farthest == 3);
}

/* With unlimited patience tabu search continues from its position, though all neighbours of the best are known: each
 * request is a neighbour of an earlier one. */
TEST(tabu)
{
    enum { ASKS = 600 };
    static uint64_t order[ASKS];
    struct strategy strategy = tabu_strategy;
    const double values[] = {8, 7, 4096, 0};
    strategy.has_values = true;
    memcpy(strategy.value, values, sizeof values);
    const struct search_budget budget = {.configurations = ASKS};
    CHECK(ask_all(&strategy, &budget, separable, order) == ASKS);
    for (size_t i = 1; i < ASKS; i++) {
        size_t least = SIZE_MAX;
        for (size_t before = 0; before < i; before++)
            least = differing(order[i], order[before]) < least ? differing(order[i], order[before]) : least;
        CHECK(least == 1);
    }
}

/* The default is twice as fast as all others: a hot search leaves it, a cold one does not. */
static double needle(UNNEEDED const struct bench *bench, uint64_t index)
{
    return index == space_default(&wide.space) ? 100 : 200;
}

TEST(annealing)
{
    enum { ASKS = 30 }; /* it has 35 neighbours */
    static uint64_t order[ASKS];
    const double accepted[] = {0.999, 0.001};
    for (size_t i = 0; i < 2; i++) {
        struct strategy strategy = annealing_strategy;
        const double values[] = {2, accepted[i], 0.9999, 4096};
        size_t far = 0;
        strategy.has_values = true;
        memcpy(strategy.value, values, sizeof values);
        const struct search_budget budget = {.configurations = ASKS};
        CHECK(ask_all(&strategy, &budget, needle, order) == ASKS);
        for (size_t a = 2; a < ASKS; a++)
            far += differing(order[a], order[0]) > 1;
        CHECK(i ? far == 0 : far > ASKS / 2);
    }
}

/* The same seed asks the same, however many are open before one is told, and in any order of outcomes; another seed
 * asks others. */
TEST(ahead)
{
    enum { MOST = 1024 };
    static uint64_t order[MOST], other[MOST];
    for (size_t s = 0; strategies[s]; s++)
        for (size_t workers = 0; workers <= 16; workers += 16) {
            struct drive one = {.bench = &cube, .device = &device, .strategy = strategies[s], .seed = 3, .open = 1};
            one.ns = slope;
            one.budget.workers = workers;
            const size_t count = drive(&one, order);
            for (one.open = 2; one.open <= MOST; one.open *= 8) {
                CHECK(drive(&one, other) == count);
                CHECK(!memcmp(order, other, count * sizeof *order));
            }
            one.seed = 4;
            CHECK(drive(&one, other) != count || memcmp(order, other, count * sizeof *order));
        }
}

/* Tells all outcomes but that of request 100; then asks without telling: returns the number of proposals after that
 * one. */
static size_t proposals_while_waiting(const struct search_budget *budget)
{
    struct search search;
    const struct problem problem = problem_of(&suite, &wide, 1000, 1);
    size_t asks = 0;
    CHECK_OK(search_start(&search, &problem, &none, &device, &model_strategy, budget, &caught));
    for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION; asks++)
        if (asks != 100)
            tell(&search, index, separable(&wide, index));
    search_end(&search);
    return asks - 101;
}

/* The model does not wait for one slow compilation, if compiling and measuring overlap. */
TEST(slow_one)
{
    const struct search_budget turns = {.workers = 16, .takes_turns = true}, none_ahead = {.workers = 1};
    CHECK(proposals_while_waiting(&(struct search_budget){.workers = 16}) >= 16);
    CHECK(proposals_while_waiting(&turns) < 16);
    CHECK(proposals_while_waiting(&none_ahead) < 16);
}

/* The whole space is asked in the end, if all fail, or all times are equal. */
TEST(awkward)
{
    enum { MOST = 1024 };
    static uint64_t order[MOST];
    static const struct bench *const benches[] = {&cube, &parity, &awkward, &single, &bare};
    static const size_t allowed[] = {625, 12, 23, 3, 1};
    for (size_t at = 0; strategies[at]; at++)
        for (size_t b = 0; b < sizeof benches / sizeof *benches && strategies[at]->options; b++) {
            struct drive one = {.bench = benches[b], .device = &device, .strategy = strategies[at], .open = 4};
            one.budget.configurations = MOST; /* without a budget one strategy ends by itself */
            one.ns = all_fail;
            CHECK(drive(&one, order) == allowed[b]);
            one.ns = equal_times;
            CHECK(drive(&one, order) == allowed[b]);
        }
}

/* If nothing is timed, a right one is better than a failed one. */
TEST(untimed)
{
    for (size_t at = 0; strategies[at]; at++) {
        struct search search;
        const struct problem problem = problem_of(&suite, &cube, 1000, 1);
        const struct search_budget few = {.configurations = 100};
        CHECK_OK(search_start(&search, &problem, &none, &device, strategies[at], &few, &caught));
        size_t asks = 0;
        for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION; asks++)
            search_tell(&search,
                        &(struct observation){.index = index, .status = index % 3 ? COMPILED : COMPILE_FAILED});
        CHECK(asks == 100 || !strategies[at]->options);
        search_end(&search);
    }
}

/* A list has no neighbours: it is asked in its order. */
TEST(listed)
{
    static const uint64_t list[] = {7, 3, 9};
    const struct choices choices = {.index = list, .count = 3, .first = list, .warm_start = 1};
    for (size_t at = 0; strategies[at]; at++) {
        uint64_t most, index;
        if (!strategies[at]->options)
            continue;
        void *state = strategies[at]->start(&choices, &unlimited, 1, &most);
        CHECK(most == 3);
        for (size_t i = 0; i < 3; i++) {
            CHECK(strategies[at]->ask(state, &index) == ASK_INDEX && index == list[i]);
            strategies[at]->tell(state, &(struct observation){.index = index, .status = OK, .ns = 5});
        }
        CHECK(strategies[at]->ask(state, &index) == ASK_DONE);
        strategies[at]->end(state);
    }
}

/* ---- options ---- */

TEST(tables)
{
    for (size_t at = 0; strategies[at]; at++) {
        const struct strategy_option *option = strategies[at]->options;
        CHECK(!strategies[at]->has_values);
        for (size_t i = 0; option && option[i].name; i++) {
            CHECK(i < MOST_STRATEGY_OPTIONS && strlen(option[i].summary) > 10 && strlen(option[i].name) <= 10);
            CHECK(option[i].least <= option[i].initial && option[i].initial <= option[i].most && option[i].least >= 0);
            CHECK(!option[i].is_whole || floor(option[i].initial) == option[i].initial);
            for (size_t before = 0; before < i; before++)
                CHECK(strcmp(option[before].name, option[i].name));
        }
    }
}

/* Each option at its limits, the others at their initial values: the whole space is asked. */
TEST(ends)
{
    enum { MOST = 1024 };
    static uint64_t order[MOST];
    for (size_t at = 0; strategies[at]; at++) {
        const struct strategy_option *option = strategies[at]->options;
        for (size_t i = 0; option && option[i].name; i++)
            for (int upper = 0; upper < 2; upper++) {
                struct strategy strategy = *strategies[at];
                strategy.has_values = true;
                for (size_t other = 0; option[other].name; other++)
                    strategy.value[other] = option[other].initial;
                strategy.value[i] = upper ? option[i].most : option[i].least;
                struct drive one = {
                    .bench = &parity, .device = &device, .strategy = &strategy, .open = 4, .ns = equal_times};
                one.budget.configurations = MOST;
                CHECK(drive(&one, order) == 12);
            }
    }
}
