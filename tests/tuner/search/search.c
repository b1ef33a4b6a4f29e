/* Strategies and their order, on made-up spaces and on those of suite reduction. */
#include "suites/reduction/passes.c"
#include "suites/reduction/suite.c"
#include "suites/reduction/values.c"

#include "tests/suites/configs.h"
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

static const struct bench *const all[] = {&cube, &parity,     &awkward,    &single,        &nothing,
                                          &bare, &sum_1d_f32, &sum_1d_f64, &sum_1d_f32_cub};
enum { ALL = sizeof all / sizeof *all, MOST_PARAMETERS = 16 };

static const struct suite made_up = {
    .name = "made up", .summary = "", .benches = BENCHES(&cube, &parity, &awkward, &single, &nothing, &bare)};
static const struct compute_device device = {.max_group = 512, .features = COMPUTE_INT64_ATOMICS};

/* The configuration of an index, valid until the next call. */
static const struct config *config_of(const struct bench *bench, uint64_t index)
{
    static struct problem problem;
    static struct config *config;
    if (problem.bench != bench) {
        free(config);
        problem = problem_of(&made_up, bench, 1000, 0);
        config = config_new(&problem, index);
    }
    config_set(config, index);
    return config;
}

static uint64_t product_of(const struct bench *bench)
{
    uint64_t product = 0;
    CHECK(space_product(&bench->space, &product));
    return product;
}

/* Positions of an index's values, cached for the last bench. */
static const uint8_t *positions(const struct bench *bench, uint64_t index)
{
    static const struct bench *of;
    static uint8_t(*kept)[MOST_PARAMETERS];
    if (of != bench) {
        const uint64_t product = product_of(bench);
        CHECK(space_parameters(&bench->space) <= MOST_PARAMETERS);
        free(kept);
        kept = calloc(product, sizeof *kept);
        for (uint64_t i = 0; i < product; i++)
            for (size_t p = 0; p < space_parameters(&bench->space); p++)
                kept[i][p] = (uint8_t)space_position(&bench->space, i, p);
        of = bench;
    }
    return kept[index];
}

static size_t allowed_of(const struct bench *bench, const struct restriction *restriction)
{
    const struct problem problem = problem_of(&made_up, bench, 1000, 0);
    return count_allowed(&problem, restriction, &device);
}

/* Admits the values of a parameter whose bits are set. */
static void admit(struct restriction *restriction, const struct bench *bench, size_t p, uint32_t mask)
{
    restriction_clear(restriction, &bench->space, p);
    for (size_t v = 0; v < bench->space.parameters[p].count; v++)
        if (mask >> v & 1)
            restriction_admit(restriction, &bench->space, p, v);
}

/* ---- an order, and its required properties ---- */

struct order {
    uint64_t *index;
    size_t count, allowed, product;
    uint64_t first;
};

static void order_free(struct order *order)
{
    free(order->index);
}

static struct order order_within(const struct bench *bench, const struct restriction *restriction, const char *strategy,
                                 bool sample_values, uint64_t seed)
{
    const struct problem problem = problem_of(&made_up, bench, 1000, seed);
    struct search search;
    CHECK_OK(search_start(&search, &problem, restriction, &device, strategy_find(strategy),
                          sample_values ? &binding : &unlimited, &caught));
    struct order order = {.product = product_of(bench), .allowed = search.allowed, .first = search.first};
    order.index = calloc(order.product + 1, sizeof *order.index);
    for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION && order.count <= order.product;)
        order.index[order.count++] = index;
    CHECK(ask(&search) == NO_CONFIGURATION);
    search_end(&search);
    return order;
}

/* A list keeps its order: its first is the default. */
TEST(list)
{
    const uint64_t listed[] = {7, 3, 9};
    struct search search;
    search_list(&search, listed, 3);
    CHECK(search.most == 3 && search.allowed == 3 && search.first == 7);
    for (int i = 0; i < 3; i++)
        CHECK(ask(&search) == listed[i]);
    CHECK(ask(&search) == NO_CONFIGURATION);
    search_end(&search);
    search_list(&search, NULL, 0);
    CHECK(search.first == NO_CONFIGURATION && ask(&search) == NO_CONFIGURATION);
    search_end(&search);
}

static struct order order_of(const struct bench *bench, const char *strategy, bool sample_values, uint64_t seed)
{
    return order_within(bench, &none, strategy, sample_values, seed);
}

/* Of each index, cached for the last bench. */
static bool satisfies_constraints(const struct bench *bench, uint64_t index)
{
    enum { UNKNOWN, KEEPS, BREAKS };
    static const struct bench *of;
    static uint8_t *known;
    if (of != bench) {
        free(known);
        known = calloc(product_of(bench), 1);
        of = bench;
    }
    if (known[index] == UNKNOWN) {
        const struct config *config = config_of(bench, index);
        known[index] = first_broken(constraints_of(config->problem, &device), config) ? BREAKS : KEEPS;
    }
    return known[index] == KEEPS;
}

static bool is_allowed(const struct bench *bench, const struct restriction *restriction, uint64_t index)
{
    if (!satisfies_constraints(bench, index))
        return false;
    for (size_t p = 0; restriction->admitted && p < space_parameters(&bench->space); p++)
        if (!restriction_admits(restriction, &bench->space, p, space_position(&bench->space, index, p)))
            return false;
    return true;
}

/* Every index is allowed and occurs once. */
static void check_order(const struct bench *bench, const struct restriction *restriction, const struct order *order)
{
    bool *seen = calloc(order->product, sizeof *seen);
    for (size_t i = 0; i < order->count; i++) {
        CHECK(order->index[i] < order->product && is_allowed(bench, restriction, order->index[i]));
        CHECK(!seen[order->index[i]]);
        seen[order->index[i]] = true;
    }
    free(seen);
    CHECK(order->count == 0 || order->index[0] == order->first);
}

static bool same_order(const struct order *a, const struct order *b)
{
    return a->count == b->count && !memcmp(a->index, b->index, a->count * sizeof *a->index);
}

/* ---- exhaustive and random ---- */

static size_t brute_allowed(const struct bench *bench, const struct restriction *restriction)
{
    size_t count = 0;
    const uint64_t product = product_of(bench);
    for (uint64_t index = 0; index < product; index++)
        count += is_allowed(bench, restriction, index);
    return count;
}

TEST(everything)
{
    for (size_t b = 0; b < ALL; b++) {
        const size_t allowed = brute_allowed(all[b], &none);
        for (int way = 0; way < 4; way++) { /* both strategies, with and without values first */
            FREED_BY(order_free) struct order order = order_of(all[b], way < 2 ? "exhaustive" : "random", way % 2, 5);
            check_order(all[b], &none, &order);
            CHECK(order.count == allowed); /* no repetition, and all allowed: a permutation */
            CHECK(order.allowed == order.count);
            CHECK(allowed_of(all[b], &none) == order.count);
        }
    }
}

TEST(counts)
{
    CHECK(allowed_of(&cube, &none) == 625);
    CHECK(allowed_of(&parity, &none) == 12);
    CHECK(allowed_of(&awkward, &none) == 16 + 7);
    CHECK(allowed_of(&single, &none) == 3); /* 1024 does not fit */
    CHECK(allowed_of(&nothing, &none) == 0);
    CHECK(allowed_of(&bare, &none) == 1);
}

/* The same seed gives the same order, another seed another one; its first part is spread over the space. Strategies
 * with options need outcomes (strategies.c). */
TEST(seeds)
{
    for (size_t s = 0; strategies[s]; s++) {
        const char *name = strategies[s]->name;
        if (strategies[s]->options)
            continue;
        FREED_BY(order_free)
        struct order once = order_of(&cube, name, false, 1), again = order_of(&cube, name, false, 1);
        FREED_BY(order_free) struct order other = order_of(&cube, name, false, 2);
        CHECK(same_order(&once, &again));
        CHECK(!same_order(&once, &other));
    }
}

/* Over many seeds every configuration is second about equally often (the first is the default). */
TEST(shuffle_is_even)
{
    enum { SEEDS = 2000, CONFIGURATIONS = 12 };
    size_t second[24] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        FREED_BY(order_free) struct order order = order_of(&parity, "random", false, seed);
        second[order.index[1]]++;
    }
    const double even = (double)SEEDS / (CONFIGURATIONS - 1);
    for (uint64_t index = 0; index < 24; index++) {
        bool may = is_allowed(&parity, &none, index);
        bool is_default = index == space_index(&parity.space, (const int[]){5, 1, 0});
        if (may && !is_default)
            CHECK_NEAR((double)second[index], even, 5 * sqrt(even));
        else
            CHECK(second[index] == 0);
    }
}

/* ---- pairwise ---- */

/* Whether an index has the values at these positions. */
static bool has_pair(const struct bench *bench, uint64_t index, size_t p, size_t left, size_t q, size_t right)
{
    const uint8_t *position = positions(bench, index);
    return position[p] == left && position[q] == right;
}

/* 0: no allowed configuration has the pair; 1: some has, but none of the order; 2: one of the order has. */
static int find_pair(const struct bench *bench, const struct restriction *restriction, const struct order *order,
                     size_t p, size_t left, size_t q, size_t right)
{
    for (size_t i = 0; i < order->count; i++)
        if (has_pair(bench, order->index[i], p, left, q, right))
            return 2;
    for (uint64_t index = 0; index < order->product; index++)
        if (has_pair(bench, index, p, left, q, right) && is_allowed(bench, restriction, index))
            return 1;
    return 0;
}

/* Checks every pair, including a parameter with itself (each single value), and counts those that no allowed
 * configuration has. */
static size_t check_cover(const struct bench *bench, const struct restriction *restriction, const struct order *order)
{
    const struct space *space = &bench->space;
    size_t impossible = 0;
    for (size_t p = 0; p < space_parameters(space); p++)
        for (size_t q = p; q < space_parameters(space); q++)
            for (size_t v = 0; v < space->parameters[p].count; v++)
                for (size_t w = 0; w < space->parameters[q].count; w++) {
                    int found = p == q && v != w ? 2 : find_pair(bench, restriction, order, p, v, q, w);
                    CHECK(found != 1);
                    impossible += found == 0;
                }
    return impossible;
}

TEST(pairwise)
{
    static const struct {
        const struct bench *bench;
        size_t least, most; /* configurations; 0: a tenth of the allowed ones */
        size_t impossible;  /* pairs that no allowed configuration has; SIZE_MAX: some */
    } cases[] = {
        {&cube, 25, 35, 0},     /* the 25 pairs of two parameters need 25; a Latin square of order 5 would suffice */
        {&parity, 12, 12, 0},   /* the values of A and B decide C */
        {&awkward, 23, 23, 75}, /* A, B, D with C: 3 x 3 x 7; A, B with D: 2 x 6 */
        {&single, 3, 3, 1},
        {&nothing, 0, 0, 8},
        {&bare, 1, 1, 0},
        {&sum_1d_f32, 2, 0, SIZE_MAX},
        {&sum_1d_f64, 2, 0, SIZE_MAX},
        {&sum_1d_f32_cub, 2, 0, SIZE_MAX}, /* BLOCK_SIZE 1024 does not fit */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            FREED_BY(order_free) struct order order = order_of(cases[i].bench, "pairwise", false, seed);
            check_order(cases[i].bench, &none, &order);
            size_t impossible = check_cover(cases[i].bench, &none, &order);
            CHECK(order.count >= cases[i].least);
            CHECK(order.count <= (cases[i].most ? cases[i].most : order.allowed / 10));
            CHECK(cases[i].impossible == SIZE_MAX ? impossible > 0 : impossible == cases[i].impossible);
        }
}

/* With --set, the pairs of the admitted values. */
TEST(pairwise_restricted)
{
    FREED_BY(restriction_free) struct restriction restriction = {0};
    admit(&restriction, &cube, 0, 1 << 1 | 1 << 4);
    admit(&restriction, &cube, 2, 1 << 3);
    FREED_BY(order_free) struct order order = order_within(&cube, &restriction, "pairwise", false, 1);
    check_order(&cube, &restriction, &order);
    check_cover(&cube, &restriction, &order);
    CHECK(order.allowed == 2 * 5 * 5);
    CHECK(order.count >= 25 && order.count <= 27);
}

/* ---- values ---- */

/* Every value of an allowed configuration, in few configurations, to which the default may be added. */
TEST(values)
{
    static const struct {
        const struct bench *bench;
        size_t least, most;
    } cases[] = {{&cube, 5, 6}, {&parity, 4, 6}, {&awkward, 10, 11}, {&single, 3, 3}, {&nothing, 0, 0}, {&bare, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            const struct space *space = &cases[i].bench->space;
            FREED_BY(order_free) struct order order = order_of(cases[i].bench, "values", false, seed);
            check_order(cases[i].bench, &none, &order);
            CHECK(order.count >= cases[i].least && order.count <= cases[i].most);
            for (size_t p = 0; p < space_parameters(space); p++)
                for (size_t v = 0; v < space->parameters[p].count; v++)
                    CHECK(find_pair(cases[i].bench, &none, &order, p, v, p, v) != 1);
        }
    FREED_BY(restriction_free) struct restriction restriction = {0};
    admit(&restriction, &cube, 0, 1 << 1 | 1 << 4);
    FREED_BY(order_free) struct order order = order_within(&cube, &restriction, "values", false, 1);
    check_order(&cube, &restriction, &order);
    CHECK(order.allowed == 2 * 5 * 5 * 5 && order.count >= 5 && order.count <= 6);
}

/* ---- the default, and the configurations after it ---- */

static size_t differing(const struct bench *bench, uint64_t a, uint64_t b)
{
    size_t count = 0;
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        count += positions(bench, a)[p] != positions(bench, b)[p];
    return count;
}

TEST(default_first)
{
    for (size_t b = 0; b < ALL; b++)
        for (size_t s = 0; strategies[s]; s++) {
            FREED_BY(order_free) struct order order = order_of(all[b], strategies[s]->name, false, 9);
            uint64_t origin = space_default(&all[b]->space);
            if (all[b] == &nothing)
                CHECK(order.first == NO_CONFIGURATION && order.count == 0 && order.allowed == 0);
            else
                CHECK(order.first == origin && order.index[0] == origin);
        }
}

/* For every restriction of the space's values: the first is allowed, and no allowed one is nearer to the default. */
TEST(nearest)
{
    uint64_t origin = space_index(&awkward.space, (const int[]){1, 2, 0, 2});
    size_t moved = 0;
    for (uint32_t a = 0; a < 16; a++)
        for (uint32_t b = 0; b < 16; b++)
            for (uint32_t c = 0; c < 4; c++) {
                FREED_BY(restriction_free) struct restriction restriction = {0};
                admit(&restriction, &awkward, 0, a);
                admit(&restriction, &awkward, 1, b);
                admit(&restriction, &awkward, 2, c);
                FREED_BY(order_free) struct order order = order_within(&awkward, &restriction, "exhaustive", false, 3);
                CHECK((order.first == NO_CONFIGURATION) == (order.allowed == 0));
                check_order(&awkward, &restriction, &order);
                for (size_t i = 0; i < order.count; i++)
                    CHECK(differing(&awkward, order.index[i], origin) >= differing(&awkward, order.first, origin));
                moved += order.count && order.first != origin;
            }
    CHECK(moved > 100);
}

/* After the default, one configuration per occurring value, each as near to the default as possible. */
static void check_samples(const struct bench *bench, const struct restriction *restriction, const char *strategy,
                          uint64_t seed)
{
    FREED_BY(order_free)
    struct order order = order_within(bench, restriction, strategy, true, seed),
                 plain = order_within(bench, restriction, strategy, false, seed);
    size_t sampled = 0, values = 1; /* the length of the sampled head, counted by visiting the values */
    check_order(bench, restriction, &order);
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        for (size_t v = 0; v < bench->space.parameters[p].count; v++) {
            size_t least = SIZE_MAX, at = SIZE_MAX;
            for (uint64_t index = 0; index < order.product; index++)
                if (has_pair(bench, index, p, v, p, v) && is_allowed(bench, restriction, index) &&
                    differing(bench, index, order.first) < least)
                    least = differing(bench, index, order.first);
            for (size_t i = 0; i < order.count && at == SIZE_MAX; i++)
                if (has_pair(bench, order.index[i], p, v, p, v) &&
                    differing(bench, order.index[i], order.first) == least)
                    at = i;
            CHECK((at == SIZE_MAX) == (least == SIZE_MAX));
            sampled = at != SIZE_MAX && at > sampled ? at : sampled;
            values += least != SIZE_MAX && least > 0;
        }
    CHECK(sampled < values); /* all of them precede the strategy's own */
    size_t rest = sampled + (order.count > 0);
    for (size_t i = 0; i < plain.count; i++) { /* which follow in their order, without those that came before */
        bool before = false;
        for (size_t j = 0; j <= sampled && j < order.count; j++)
            before = before || order.index[j] == plain.index[i];
        if (!before)
            CHECK(rest < order.count && order.index[rest++] == plain.index[i]);
    }
    CHECK(rest == order.count);
}

TEST(samples)
{
    for (size_t b = 0; b < ALL; b++)
        for (uint64_t seed = 0; seed < 2; seed++) {
            FREED_BY(restriction_free) struct restriction restriction = {0};
            check_samples(all[b], &restriction, "random", seed);
            check_samples(all[b], &restriction, "pairwise", seed);
            check_samples(all[b], &restriction, "values", seed);
            if (all[b] == &bare)
                continue;
            admit(&restriction, all[b], 0, 3); /* without the default: near to its replacement */
            if (space_parameters(&all[b]->space) > 1)
                admit(&restriction, all[b], 1, 5);
            check_samples(all[b], &restriction, "pairwise", seed);
        }
}

/* --set admits none, or one. */
TEST(few)
{
    for (size_t s = 0; strategies[s]; s++) {
        const char *name = strategies[s]->name;
        FREED_BY(restriction_free) struct restriction restriction = {0};
        admit(&restriction, &cube, 1, 0);
        FREED_BY(order_free) struct order order = order_within(&cube, &restriction, name, true, 1);
        CHECK(order.count == 0 && order.allowed == 0 && order.first == NO_CONFIGURATION);
        CHECK(allowed_of(&cube, &restriction) == 0);
        for (size_t p = 0; p < 4; p++)
            admit(&restriction, &cube, p, 1 << 4);
        FREED_BY(order_free) struct order one = order_within(&cube, &restriction, name, true, 1);
        CHECK(one.count == 1 && one.allowed == 1 && one.first == 624 && one.index[0] == 624);
    }
}

TEST(strategies)
{
    static const char *const names[] = {"auto",  "model",  "exhaustive", "pairwise",  "random",  "values",
                                        "latin", "greedy", "tabu",       "annealing", "genetic", "differential"};
    enum { NAMES = sizeof names / sizeof *names };
    size_t count = 0;
    for (; strategies[count]; count++) {
        CHECK(strategy_find(strategies[count]->name) == strategies[count]);
        CHECK(strategies[count]->summary[0] != '\0');
    }
    CHECK(count == NAMES);
    for (size_t s = 0; s < NAMES; s++)
        CHECK(strategy_find(names[s]) != NULL);
    CHECK(strategy_find("Random") == NULL);
    CHECK(strategy_find("") == NULL);
}
