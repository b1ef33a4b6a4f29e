/* What is allowed, against a walk over all configurations; and in spaces that nobody could walk through. */
#include "tests/tuner/search/driver.h"
#include "tuner/constraints.h"

static const struct compute_device device = {.max_group = 3, .features = COMPUTE_FP64};
static const struct setting settings[] = {{.name = "salt", .initial = 1}, {.name = NULL}};

static const struct suite *suite_of(const struct bench *bench)
{
    static const struct bench *benches[2];
    static const struct suite suite = {.name = "made up", .benches = benches, .settings = settings};
    benches[0] = bench;
    return &suite;
}

/* ---- what constraints that behave are asked for ---- */

static struct allowed solve_of(const struct problem *problem, const struct restriction *restriction)
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

/* ---- spaces by chance ---- */

enum { MOST_PARAMETERS = 7, MOST_VALUES = 5, MOST_RULES = 6 };

/* A rule that says anything, but always the same, of the values that it reads, the device and the setting. */
static struct rule {
    uint64_t seed;
    unsigned broken_of_8; /* configurations */
    size_t reads[MOST_PARAMETERS + 1], read_count;
} rules[MOST_RULES];

static bool rule_holds(const struct rule *rule, const struct config *config, const struct compute_device *on)
{
    uint64_t hash = job_random(rule->seed, on->max_group + (uint64_t)config_setting(config, 0));
    for (size_t r = 0; r < rule->read_count; r++)
        hash = job_random(hash, (uint64_t)config->value[rule->reads[r]]);
    return hash % 8 >= rule->broken_of_8;
}

#define RULE(i)                                                                                                        \
    static bool rule_##i(const struct config *config, const struct compute_device *on)                                 \
    {                                                                                                                  \
        return rule_holds(&rules[i], config, on);                                                                      \
    }
RULE(0)
RULE(1)
RULE(2)
RULE(3)
RULE(4)
RULE(5)
static bool (*const rule_of[MOST_RULES])(const struct config *config, const struct compute_device *on) = {
    rule_0, rule_1, rule_2, rule_3, rule_4, rule_5};

static struct chance {
    uint64_t seed, at;
} chance;

static size_t below(size_t n)
{
    return job_random(chance.seed, chance.at++) % n;
}

static struct parameter parameters[MOST_PARAMETERS + 1];
static struct constraint constraints[MOST_RULES + 1];
static const struct bench by_chance = {.name = "by chance",
                                       .space = {.parameters = parameters, .constraints = constraints}};

/* Values of all three kinds, whole ones in no order; rules that read any of them, in no order either, or none; and that
 * do not say it, or name parameters that are not there as well. */
static void make_space(uint64_t seed, unsigned strictest)
{
    static const int values[] = {3, -2, 7, 0, 12};
    static const double reals[] = {0.5, 2, 1e-7, -1, 8};
    static const char *const words[] = {"a", "b", "c", "d", "e"};
    chance = (struct chance){seed, 0};
    memset(parameters, 0, sizeof parameters);
    memset(constraints, 0, sizeof constraints);
    size_t count = below(MOST_PARAMETERS + 1), rule_count = below(MOST_RULES + 1);
    for (size_t p = 0; p < count; p++) {
        size_t kind = below(3);
        parameters[p] = (struct parameter){.name = "P",
                                           .values = kind == 0 ? values : NULL,
                                           .reals = kind == 1 ? reals : NULL,
                                           .words = kind == 2 ? words : NULL,
                                           .count = 1 + below(MOST_VALUES)};
    }
    for (size_t c = 0; c < rule_count; c++) {
        struct rule *rule = &rules[c];
        *rule = (struct rule){.seed = seed * 100 + c, .broken_of_8 = 1 + (unsigned)below(strictest)};
        rule->read_count = count ? below(count < 3 ? count + 1 : 4) : 0;
        for (size_t r = 0; r < rule->read_count; r++)
            rule->reads[r] = below(count);
        size_t silent = below(4) == 0, beyond = below(4) == 0;
        rule->reads[rule->read_count] = count + below(3);
        constraints[c] = (struct constraint){"a rule", .holds = rule_of[c], .reads = rule->reads,
                                             .read_count = silent ? 0 : rule->read_count + beyond};
    }
}

/* Takes some values away, where that is wanted; seldom all of a parameter. */
static struct restriction restrict_some(bool wanted)
{
    struct restriction restriction = {0};
    for (size_t p = 0; wanted && p < space_parameters(&by_chance.space); p++) {
        if (below(2))
            continue;
        restriction_clear(&restriction, &by_chance.space, p);
        for (size_t v = 0; v < parameters[p].count; v++)
            if (below(3))
                restriction_admit(&restriction, &by_chance.space, p, v);
    }
    return restriction;
}

/* ---- the walk ---- */

struct brute {
    uint64_t *index;
    size_t count, alone[MOST_RULES];
};

static struct brute walk(const struct problem *problem, const struct restriction *restriction)
{
    const struct space *space = &problem->bench->space;
    uint64_t product = 0;
    CHECK(space_product(space, &product));
    struct brute brute = {.index = calloc(product, sizeof *brute.index)};
    FREED struct config *config = config_new(problem, 0);
    struct constraints *asked = constraints_new(problem, &device, NULL);
    for (uint64_t index = 0; index < product; index++) {
        bool admitted = true, holds = true;
        for (size_t p = 0; p < space_parameters(space); p++)
            admitted = admitted && restriction_admits(restriction, space, p, space_position(space, index, p));
        config_set(config, index);
        size_t broken = 0, last = 0;
        for (size_t c = 0; c < space_constraints(space); c++)
            if (constraints_ask(asked, c, config, &holds, NULL) != OK || !holds)
                broken++, last = c;
        if (admitted && !broken)
            brute.index[brute.count++] = index;
        brute.alone[last] += admitted && broken == 1;
    }
    constraints_free(asked);
    return brute;
}

/* The first of those that alone are broken most often. */
static const struct constraint *blamed(const struct brute *brute)
{
    size_t most = 0;
    for (size_t c = 0; c < MOST_RULES; c++)
        most = brute->alone[c] > brute->alone[most] ? c : most;
    return brute->alone[most] ? &constraints[most] : NULL;
}

/* Each rank is an index of the walk, and each of these has its rank; no other has. */
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

/* As many as the walk finds, and the same; and where that is none, the same obstacle. */
TEST(by_chance)
{
    size_t some = 0, without = 0, obstacles = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        uint64_t product = 0;
        make_space(seed, seed % 3 ? 4 : 8);
        struct problem problem = problem_of(suite_of(&by_chance), &by_chance, 100, seed);
        problem.inputs.setting[0] += (double)(seed % 2);
        CHECK(space_product(&by_chance.space, &product));
        FREED_BY(restriction_free) struct restriction restriction = restrict_some(seed % 4 == 1);
        struct brute brute = walk(&problem, &restriction);
        FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &restriction);
        check_ranks(&allowed.solved, &brute, product);
        some += brute.count > 1 && space_constraints(&by_chance.space) > 2;
        if (!brute.count) {
            const struct constraint *obstacle = obstacle_of(&problem, &restriction);
            CHECK(obstacle == blamed(&brute));
            without++;
            obstacles += obstacle != NULL;
        }
        free(brute.index);
    }
    CHECK(some > 100 && without > 100 && obstacles > 20 && obstacles < without); /* all of it was met */
}

/* ---- obstacles ---- */

/* None, the one that alone excludes the most, and none again where several together do. */
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

/* ---- spaces too large to be walked through ---- */

enum { LINKS = 29, LINK_VALUES = 4 };

/* 30 parameters of 4 values each and the chain, its links in the order in which they are or from the last on; behind
 * them room for a constraint more. */
static struct parameter chained[2 * LINKS];
static struct constraint links[LINKS + 2];
static const struct bench chain = {.name = "chain", .space = {.parameters = chained, .constraints = links}};

/* A chain: each value is the one before it, and one more. */
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
    FREED_BY(allowed_free) struct allowed allowed = solve_of(problem, &none);
    CHECK(allowed.solved.count == LINK_VALUES);
    for (size_t i = 0; i < LINK_VALUES; i++) {
        int expected[LINKS + 1];
        for (size_t p = 0; p <= LINKS; p++)
            expected[p] = (int)((i + p) % LINK_VALUES);
        CHECK(solved_rank(&allowed.solved, space_index(&chain.space, expected)) < LINK_VALUES);
    }
}

/* A constraint is asked as soon as it can be: 4 of 2^60 are found at once. */
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
        FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &restriction);
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

/* And searched: the order has them all, the first is the nearest to the default. */
TEST(searched)
{
    make_chain(LINKS + 1, false);
    const struct problem problem = problem_of(suite_of(&chain), &chain, 100, 3);
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        struct search search;
        CHECK_OK(search_start(&search, &problem, &none, &device, *strategy, &binding, &caught));
        CHECK(search.allowed == LINK_VALUES && search.most == LINK_VALUES);
        uint64_t met = 0;
        for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION;)
            met |= UINT64_C(1) << space_position(&chain.space, index, 0);
        CHECK(met == (1 << LINK_VALUES) - 1);
        search_end(&search);
    }
}

/* More than 64 bits can number: no search, whatever the constraints leave. */
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
    make_chain(31, false); /* 2^62: each of the chain with any of the last's four */
    CHECK_OK(search_start(&search, &problem, &none, &device, strategy_find("random"), &unlimited, &caught));
    CHECK(search.allowed == LINK_VALUES * LINK_VALUES);
    search_end(&search);
}

/* Many free parameters: all are counted, and searched, and so is what stands in the way. */
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
        for (size_t i = 0; i < search.most && i < 1000; i++)
            CHECK(ask(&search) < UINT64_C(1) << 40);
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
