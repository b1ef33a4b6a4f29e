/* Strategies from their callers' side: asked by several, told in any order, of failures, and of an earlier run's
 * outcomes; on made-up spaces and times, without a device. */
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"
#include "tuner/search/tries.h"

static const struct compute_device device = {.max_group = 512};
static const struct bench *const all[] = {&cube, &parity, &awkward, &single, &nothing, &bare};
enum { ALL = sizeof all / sizeof *all, MOST = 1024, SEEDS = 3 };
static const size_t open[] = {1, 2, 9, MOST};
enum { OPEN = sizeof open / sizeof *open };

/* The farther from 3 in each parameter, the slower. */
static double bowl(const struct bench *bench, uint64_t index)
{
    double ns = 100;
    for (size_t p = 0; p < space_parameters(&bench->space); p++) {
        const double away = (double)space_position(&bench->space, index, p) - 3;
        ns += away * away * (double)(p + 1);
    }
    return ns;
}

/* And configurations with the last value of the first parameter fail. */
static double broken(const struct bench *bench, uint64_t index)
{
    const size_t last = space_parameters(&bench->space) ? bench->space.parameters[0].count - 1 : 1;
    const bool fails = space_parameters(&bench->space) && space_position(&bench->space, index, 0) == last;
    return fails ? 0 : bowl(bench, index);
}

static size_t allowed_of(const struct bench *bench)
{
    static const struct suite suite = {.name = "driven", .summary = ""};
    const struct problem problem = problem_of(&suite, bench, 1000, 0);
    return count_allowed(&problem, &none, &device);
}

static bool contains(const uint64_t *order, size_t count, uint64_t index)
{
    for (size_t i = 0; i < count; i++)
        if (order[i] == index)
            return true;
    return false;
}

static void check_once(const uint64_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        CHECK(!contains(order, i, order[i]));
}

/* One drive, with the properties of each: no repetition, the budget is kept, the same seed gives the same order. */
static size_t check_drive(const struct drive *one, uint64_t *order)
{
    static uint64_t again[MOST];
    const size_t count = drive(one, order), most = one->budget.configurations, allowed = allowed_of(one->bench);
    check_once(order, count);
    CHECK(count <= allowed && (!most || count <= most));
    CHECK(drive(one, again) == count && !memcmp(order, again, count * sizeof *order));
    if (one->strategy != &pairwise_strategy && one->strategy != &values_strategy &&
        one->strategy != &descent_strategy && (most || one->strategy != &auto_strategy))
        CHECK(count == (most && most < allowed ? most : allowed));
    return count;
}

/* Resumes after the first half of a drive: the remaining ones follow; within the same budget, or another equal one. */
static void check_resumed(struct drive one, const uint64_t *order, size_t count)
{
    static uint64_t rest[MOST], both[MOST];
    const size_t budget = one.budget.configurations, allowed = allowed_of(one.bench);
    one.known = order;
    one.known_count = count / 2;
    one.budgeted = true;
    for (int fresh = 0; fresh < 2; fresh++, one.budgeted = false) {
        const size_t more = drive(&one, rest), from = one.known_count;
        memcpy(both, order, from * sizeof *both);
        memcpy(both + from, rest, more * sizeof *both);
        check_once(both, from + more);
        if (one.strategy == &descent_strategy)
            continue;
        if (!fresh || !budget)
            CHECK(from + more == count);
        else if (one.strategy != &pairwise_strategy && one.strategy != &values_strategy)
            CHECK(more == (budget < allowed - from ? budget : allowed - from));
        if (one.open == 1 || one.strategy->options) /* and in the same order */
            CHECK(!memcmp(both, order, count * sizeof *both));
    }
}

static void check_properties(const struct strategy *strategy)
{
    static uint64_t order[MOST];
    for (size_t b = 0; b < ALL; b++)
        for (uint64_t seed = 0; seed < SEEDS; seed++)
            for (size_t o = 0; o < OPEN; o++)
                for (int budget = 0; budget < 4; budget++) {
                    const struct drive one = {.bench = all[b],
                                              .device = &device,
                                              .strategy = strategy,
                                              .budget = {.configurations = (uint64_t)budget * 5,
                                                         .binds = budget % 2,
                                                         .workers = seed == 1 ? 16 : 0},
                                              .seed = seed,
                                              .open = open[o],
                                              .ns = seed % 2 ? broken : bowl};
                    check_resumed(one, order, check_drive(&one, order));
                }
}

TEST(properties)
{
    for (size_t s = 0; strategies[s]; s++)
        check_properties(strategies[s]);
    check_properties(&descent_strategy);
}

/* It finds the bottom, with few evaluations; and nothing if the first fails. */
static double never_right(UNNEEDED const struct bench *bench, UNNEEDED uint64_t index)
{
    return 0;
}

TEST(descent)
{
    uint64_t order[MOST];
    const uint64_t bottom = space_index(&cube.space, (const int[]){3, 3, 3, 3});
    struct drive one = {.bench = &cube, .device = &device, .strategy = &descent_strategy, .ns = bowl};
    for (size_t o = 0; o < OPEN; o++) {
        one.open = open[o];
        const size_t count = drive(&one, order);
        CHECK(contains(order, count, bottom) && count >= 17 && count < 625 / 4);
    }
    one.ns = never_right;
    CHECK(drive(&one, order) == 1);
}

/* A strategy that waits though no outcome is due has ended. */
static enum ask_result wait_always(void *state, uint64_t *index)
{
    struct descent *descent = state;
    return descent->open || descent->best_ns > 0 ? ASK_WAIT : descent_ask(state, index);
}

TEST(waiting)
{
    struct strategy waiting = descent_strategy;
    uint64_t order[MOST];
    waiting.ask = wait_always;
    for (size_t o = 0; o < OPEN; o++) {
        const struct drive one = {.bench = &cube, .device = &device, .strategy = &waiting, .open = open[o], .ns = bowl};
        CHECK(drive(&one, order) == 1);
    }
}

/* ---- outcomes and order: a value that never was right comes last ---- */

enum { WHOLE = 625 };
static size_t parameter, failing; /* configurations with this value of it fail */

static size_t value(uint64_t index)
{
    return space_position(&cube.space, index, parameter);
}

static double time_of(UNNEEDED const struct bench *bench, uint64_t index)
{
    return value(index) == failing ? 0 : 100;
}

static void drive_all(const struct strategy *strategy, size_t fails, uint64_t order[WHOLE])
{
    const struct drive one = {
        .bench = &cube, .device = &device, .strategy = strategy, .seed = 1, .open = 1, .ns = time_of};
    failing = fails;
    CHECK(drive(&one, order) == WHOLE);
}

/* Four were tried, and 121 come last, in their order without failures; and none is repeated. */
static void check_postponed(const struct strategy *strategy)
{
    uint64_t order[WHOLE], plain[WHOLE];
    bool came[WHOLE] = {false};
    size_t at = 0, early = 0;
    drive_all(strategy, 4, order);
    for (size_t i = 0; i < WHOLE; i++) {
        CHECK(!came[order[i]]);
        came[order[i]] = true;
        early += i < WHOLE - 121 && value(order[i]) == 4;
    }
    CHECK(early == 4);
    drive_all(strategy, 5, plain); /* none fails */
    for (size_t i = 0; i < WHOLE; i++)
        if (value(plain[i]) == 4) {
            while (at < WHOLE && value(order[at]) != 4)
                at++;
            CHECK(at < WHOLE && order[at++] == plain[i]);
        }
}

/* While nothing is right nothing is postponed; after the first right one the values that failed until then are; a value
 * that was right once is not, however often it fails. */
TEST(first_right)
{
    struct tries *tries = tries_new(&cube.space);
    for (uint64_t i = 0; i < 4; i++)
        CHECK(!tries_tell(tries, i, CRASHED)); /* A, B and C have their first values, D the first four */
    CHECK(!tries_put_off(tries, 0));
    CHECK(!tries_tell(tries, 4, OK)); /* the fifth of D, failed in one of each */
    CHECK(!tries_put_off(tries, 0) && !tries_put_off(tries, 4));
    tries_tell(tries, 0, WRONG_RESULT);
    tries_tell(tries, 0, TIMED_OUT);
    CHECK(!tries_put_off(tries, 0));
    CHECK(tries_tell(tries, 0, COMPILE_FAILED));
    CHECK(tries_put_off(tries, 0) && tries_put_off(tries, 5) && !tries_put_off(tries, 4));
    CHECK(!tries_tell(tries, 5, VERIFIED)); /* the first of D */
    CHECK(!tries_put_off(tries, 0));
    for (int i = 0; i < 100; i++)
        tries_tell(tries, 0, CRASHED);
    CHECK(!tries_put_off(tries, 0));
    tries_free(tries);
}

TEST(none)
{
    struct tries *tries = tries_new(NULL);
    for (int i = 0; i < 10; i++)
        CHECK(!tries_tell(tries, 7, CRASHED));
    CHECK(!tries_put_off(tries, 7));
    tries_free(tries);
}

TEST(postponed)
{
    for (parameter = 0; parameter < 4; parameter++) {
        check_postponed(&exhaustive_strategy);
        check_postponed(&random_strategy);
    }
}
