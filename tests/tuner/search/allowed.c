/* Allowed configurations, compared with enumeration; and in spaces too large for that. */
#include "tests/tuner/search/by_chance.h"
#include "tests/tuner/search/driver.h"

/* ---- solving with correct constraints ---- */

static struct allowed solve_whole(const struct problem *problem, const struct restriction *restriction)
{
    struct allowed allowed;
    CHECK(allowed_solve(problem, restriction, &device, &allowed, NULL) == OK && !allowed.left_outs);
    return allowed;
}

static const struct constraint *obstacle_of(const struct problem *problem, const struct restriction *restriction)
{
    const struct constraint *obstacle;
    CHECK(allowed_obstacle(problem, restriction, &device, &obstacle, NULL) == OK);
    return obstacle;
}

static const struct constraint *broken_by(const struct problem *problem, uint64_t index,
                                          const struct compute_device *on)
{
    const uint64_t indices[] = {0, index};
    const struct constraint *broken[2];
    CHECK(allowed_broken(problem, indices, 2, on, broken, NULL) == OK);
    return broken[1];
}

/* ---- random spaces ---- */

/* The first of the constraints that alone exclude the most. */
static const struct constraint *most_frequent_obstacle(const struct brute *brute)
{
    size_t most = 0;
    for (size_t c = 0; c < MOST_RULES; c++)
        most = brute->alone[c] > brute->alone[most] ? c : most;
    return brute->alone[most] ? &constraints[most] : NULL;
}

/* Each rank is an index of the enumeration, and each of these has its rank; no other index has one. */
static void check_ranks(const struct solved *solved, const struct brute *brute, uint64_t product)
{
    size_t at = 0;
    CHECK(solved->count == brute->count);
    for (uint64_t index = 0; index < product; index++) {
        const bool is_allowed = at < brute->count && brute->index[at] == index;
        const uint64_t rank = solved_rank(solved, index);
        CHECK(is_allowed ? rank < solved->count && solved_index(solved, rank) == index : rank == NO_CONFIGURATION);
        at += is_allowed;
    }
}

/* As many as the enumeration finds, and the same ones; and if there are none, the same obstacle. */
TEST(by_chance)
{
    size_t some = 0, without = 0, obstacles = 0;
    for (uint64_t seed = 0; seed < (getenv("GPUBENCH_DEEP") ? 2000 : 500); seed++) {
        uint64_t product = 0;
        make_space(seed, seed % 3 ? 4 : 8);
        struct problem problem = problem_of(suite_of(&by_chance), &by_chance, 100, seed);
        problem.inputs.setting[0] += (double)(seed % 2);
        CHECK(space_product(&by_chance.space, &product));
        FREED_BY(restriction_free) struct restriction restriction = restrict_some(seed % 4 == 1);
        struct brute brute = walk(&problem, &restriction);
        FREED_BY(allowed_free) struct allowed allowed = solve_whole(&problem, &restriction);
        check_ranks(&allowed.solved, &brute, product);
        some += brute.count > 1 && space_constraints(&by_chance.space) > 2;
        if (!brute.count) {
            const struct constraint *obstacle = obstacle_of(&problem, &restriction);
            CHECK(obstacle == most_frequent_obstacle(&brute));
            without++;
            obstacles += obstacle != NULL;
        }
        free(brute.index);
    }
    CHECK(some > 50 && without > 50 && obstacles > 10 && obstacles < without); /* all cases occurred */
}

/* ---- obstacles ---- */

/* None, the one that alone excludes the most, and none again if only several together exclude all. */
TEST(obstacle)
{
    const struct bench one = {.space = {.parameters = PARAMETERS({"A", "", VALUES(4, 8)}, {"B", "", VALUES(1, 2, 3)}),
                                        .constraints = CONSTRAINTS({"B is even", .expression = "B % 2 == 0"},
                                                                   {"A fits", .expression = "A <= device.group_max"})}};
    const struct bench several = {
        .space = {.parameters = PARAMETERS({"A", "", VALUES(4, 8)}, {"B", "", VALUES(1, 3)}),
                  .constraints = CONSTRAINTS({"B is even", .expression = "B % 2 == 0"},
                                             {"A fits", .expression = "A <= device.group_max"})}};
    const struct bench nothing = {.space.constraints = CONSTRAINTS({.text = "False"})};
    const struct bench free = {.space.parameters = one.space.parameters};
    struct problem problem = problem_of(suite_of(&one), &one, 1, 1);
    CHECK(count_allowed(&problem, &none, &device) == 0);
    const struct constraint *rule = one.space.constraints;
    CHECK(broken_by(&problem, 0, &device) == &rule[0] && broken_by(&problem, 1, &device) == &rule[1]);
    struct compute_device larger = device;
    larger.max_group = 4;
    CHECK(!broken_by(&problem, 1, &larger) && broken_by(&problem, 4, &larger) == &rule[1]);
    CHECK(obstacle_of(&problem, &none) == &one.space.constraints[1]);
    problem.bench = &several;
    CHECK(count_allowed(&problem, &none, &device) == 0 && !obstacle_of(&problem, &none));
    problem.bench = &nothing;
    CHECK(count_allowed(&problem, &none, &device) == 0);
    CHECK(obstacle_of(&problem, &none) == &nothing.space.constraints[0]);
    problem.bench = &free;
    CHECK(!obstacle_of(&problem, &none));
}

/* ---- spaces too large to be enumerated ---- */

enum { LINKS = 29, LINK_VALUES = 4 };

/* 30 parameters of 4 values each, and the chain, its links in order or from the last on; after them room for one more
 * constraint. */
static struct parameter chained[2 * LINKS];
static struct constraint links[LINKS + 2];
static const struct bench chain = {.name = "chain", .space = {.parameters = chained, .constraints = links}};

/* A chain: each value is the previous one plus one. */
static void make_chain(size_t count, bool backwards)
{
    static const int values[LINK_VALUES] = {0, 1, 2, 3};
    static char names[2 * LINKS][8], expressions[LINKS][32];
    memset(chained, 0, sizeof chained);
    memset(links, 0, sizeof links);
    for (size_t p = 0; p < count; p++) {
        snprintf(names[p], sizeof names[p], "P%zu", p);
        chained[p] = (struct parameter){.name = names[p], .values = values, .count = LINK_VALUES};
    }
    for (size_t i = 0; i < LINKS; i++) {
        const size_t at = backwards ? LINKS - 1 - i : i;
        snprintf(expressions[i], sizeof *expressions, "P%zu == (P%zu + 1) %% 4", at + 1, at);
        links[i] = (struct constraint){.text = expressions[i]};
    }
}

static void check_chain(const struct problem *problem)
{
    FREED_BY(allowed_free) struct allowed allowed = solve_whole(problem, &none);
    CHECK(allowed.solved.count == LINK_VALUES);
    for (size_t i = 0; i < LINK_VALUES; i++) {
        int expected[LINKS + 1];
        for (size_t p = 0; p <= LINKS; p++)
            expected[p] = (int)((i + p) % LINK_VALUES);
        CHECK(solved_rank(&allowed.solved, space_index(&chain.space, expected)) < LINK_VALUES);
    }
}

/* A constraint is evaluated as soon as possible: 4 of 2^60 are found at once. */
TEST(early)
{
    for (int backwards = 0; backwards < 2; backwards++) {
        make_chain(LINKS + 1, backwards);
        const struct problem problem = problem_of(suite_of(&chain), &chain, 100, 3);
        FREED_BY(restriction_free) struct restriction restriction = {0};
        uint64_t product = 0;
        CHECK(space_product(&chain.space, &product) && product == UINT64_C(1) << 60);
        check_chain(&problem);
        restriction_clear(&restriction, &chain.space, 7);
        restriction_admit(&restriction, &chain.space, 7, 2);
        FREED_BY(allowed_free) struct allowed allowed = solve_whole(&problem, &restriction);
        const uint64_t only = solved_index(&allowed.solved, 0);
        CHECK(allowed.solved.count == 1 && space_position(&chain.space, only, 0) == 3); /* 3, 0, 1 ... 2 */
        restriction_clear(&restriction, &chain.space, 20);
        CHECK(count_allowed(&problem, &restriction, &device) == 0);
        CHECK(!obstacle_of(&problem, &restriction));
        links[LINKS] = (struct constraint){.text = "P29 > 4"};
        CHECK(count_allowed(&problem, &none, &device) == 0);
        CHECK(obstacle_of(&problem, &none) == &links[LINKS]);
    }
}

/* And searched: the order has all of them, the first is the nearest to the default. */
TEST(searched)
{
    make_chain(LINKS + 1, false);
    const struct problem problem = problem_of(suite_of(&chain), &chain, 100, 3);
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        struct search search;
        CHECK_OK(search_start(&search, &problem, &none, &device, *strategy, &binding, &caught));
        CHECK(search.allowed == LINK_VALUES && search.most == LINK_VALUES);
        uint64_t met = 0;
        for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION; tell(&search, index, 100))
            met |= UINT64_C(1) << space_position(&chain.space, index, 0);
        CHECK(met == (1 << LINK_VALUES) - 1);
        search_end(&search);
    }
}

/* More than 64 bits can number: no search, however few the constraints allow. */
TEST(beyond)
{
    make_chain(32, false); /* 2^64 */
    const struct problem problem = problem_of(suite_of(&chain), &chain, 100, 3);
    struct search search;
    CHECK_FAULT(search_start(&search, &problem, &none, &device, strategy_find("random"), &unlimited, &caught), INVALID,
                "its parameters span more configurations than 64 bits can number");
    CHECK(search.allowed == 0 && search.most == 0 && search.first == NO_CONFIGURATION);
    CHECK(ask(&search) == NO_CONFIGURATION);
    search_end(&search);
    make_chain(31, false); /* 2^62: each value of the chain with any of the last's four */
    CHECK_OK(search_start(&search, &problem, &none, &device, strategy_find("random"), &unlimited, &caught));
    CHECK(search.allowed == LINK_VALUES * LINK_VALUES);
    search_end(&search);
}

/* Many free parameters: all are counted, and searched, and so are the obstacles. */
TEST(many)
{
    enum { FREE = 20 };
    static const int values[] = {0, 1, 2, 3};
    struct parameter many[FREE + 1] = {{.name = NULL}};
    for (size_t p = 0; p < FREE; p++)
        many[p] = (struct parameter){.name = "FREE", .values = values, .count = 4};
    const struct constraint never[] = {{.text = "FREE < 0"}, {.text = NULL}};
    struct bench bench = {.name = "free", .space = {.parameters = many}};
    const struct problem problem = problem_of(suite_of(&bench), &bench, 100, 3);
    CHECK(count_allowed(&problem, &none, &device) == UINT64_C(1) << 40);
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        struct search search;
        CHECK_OK(search_start(&search, &problem, &none, &device, *strategy, &binding, &caught));
        CHECK(search.allowed == UINT64_C(1) << 40);
        for (size_t i = 0; i < search.most && i < 1000; i++) {
            const uint64_t index = ask(&search);
            CHECK(index < UINT64_C(1) << 40);
            tell(&search, index, 100 + (double)index);
        }
        search_end(&search);
    }
    bench.space.constraints = never;
    CHECK(count_allowed(&problem, &none, &device) == 0);
    CHECK(obstacle_of(&problem, &none) == &never[0]);
}

/* A parameter without a value leaves no configuration. */
TEST(empty)
{
    struct bench bench = {.name = "empty",
                          .space = {.parameters = PARAMETERS({"SOME", "", VALUES(1, 2)}, {"EMPTY", "", .count = 0})}};
    const struct problem problem = problem_of(suite_of(&bench), &bench, 100, 3);
    struct search search;
    uint64_t product = 1;
    CHECK(space_product(&bench.space, &product) && product == 0);
    CHECK_OK(search_start(&search, &problem, &none, &device, strategy_find("exhaustive"), &binding, &caught));
    CHECK(search.allowed == 0 && search.first == NO_CONFIGURATION && ask(&search) == NO_CONFIGURATION);
    CHECK(!obstacle_of(&problem, &none));
    search_end(&search);
}
