/* Strategies as whoever drives them sees them: asked by several, told in any order, of failures, and of what an earlier
 * run found; on made-up spaces and times, without a device. */
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

static const struct compute_device device = {.max_group = 512};
static const struct bench *const all[] = {&cube, &parity, &awkward, &single, &nothing, &bare};
enum { ALL = sizeof all / sizeof *all, MOST = 1024, SEEDS = 3 };
static const size_t open[] = {1, 2, 9, MOST};
enum { OPEN = sizeof open / sizeof *open };

/* The farther from 3 of each parameter, the slower. */
static double bowl(const struct bench *bench, uint64_t index)
{
    double ns = 100;
    for (size_t p = 0; p < space_parameters(&bench->space); p++) {
        const double away = (double)space_position(&bench->space, index, p) - 3;
        ns += away * away * (double)(p + 1);
    }
    return ns;
}

/* And what has the last value of the first parameter fails. */
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

static bool has(const uint64_t *order, size_t count, uint64_t index)
{
    for (size_t i = 0; i < count; i++)
        if (order[i] == index)
            return true;
    return false;
}

static void check_once(const uint64_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        CHECK(!has(order, i, order[i]));
}

/* One drive, and what holds for each: nothing comes twice, the budget is kept, the same seed gives the same. */
static size_t check_drive(const struct drive *one, uint64_t *order)
{
    static uint64_t again[MOST];
    const size_t count = drive(one, order), most = one->budget.configurations, allowed = allowed_of(one->bench);
    check_once(order, count);
    CHECK(count <= allowed && (!most || count <= most));
    CHECK(drive(one, again) == count && !memcmp(order, again, count * sizeof *order));
    if (one->strategy == &exhaustive_strategy || one->strategy == &random_strategy)
        CHECK(count == (most && most < allowed ? most : allowed));
    return count;
}

/* Goes on behind the first of a drive: what comes then is what is left; of its budget, or of another like it. */
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
        if (one.open == 1) /* and in that order */
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
                                              .budget = {.configurations = (uint64_t)budget * 5, .binds = budget % 2},
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

/* It finds the bottom, with few of all; and nothing where the first fails. */
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
        CHECK(has(order, count, bottom) && count >= 17 && count < 625 / 4);
    }
    one.ns = never_right;
    CHECK(drive(&one, order) == 1);
}

/* One that waits for nothing is done. */
static enum answer wait_always(void *state, uint64_t *index)
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
