/* Solved spaces: their order, draws, and neighbours, compared with enumeration; published spaces; and spaces that
 * cannot be counted. */
#include "base/clock.h"
#include "tests/config_allowed.h"
#include "tests/tuner/search/by_chance.h"
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/published.h"
#include "tests/tuner/search/spaces.h"
#include "tuner/search/permutation.h"
#include "tuner/search/solved_list.h"

#include <inttypes.h>

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* ---- neighbours ---- */

/* The number of parameters in which two differ, and the largest difference in positions. */
static size_t differing(const struct space *space, uint64_t a, uint64_t b, size_t *farthest)
{
    size_t count = 0;
    *farthest = 0;
    for (size_t p = 0; p < space_parameters(space); p++) {
        const size_t x = space_position(space, a, p), y = space_position(space, b, p), by = x > y ? x - y : y - x;
        count += by > 0;
        *farthest = by > *farthest ? by : *farthest;
    }
    return count;
}

struct met {
    struct indices indices;
    size_t until; /* the requested number */
};

static bool count_index(void *user, uint64_t index)
{
    struct met *met = user;
    CHECK(indices_add(&met->indices, index)); /* none is repeated */
    return met->indices.count < met->until;
}

static void check_neighbours(const struct allowed *allowed, const struct brute *brute, uint64_t origin,
                             const struct neighbourhood *within)
{
    struct met met = {.until = SIZE_MAX};
    size_t expected = 0, farthest;
    solved_neighbours(&allowed->solved, origin, within, count_index, &met);
    for (size_t i = 0; i < brute->count; i++) {
        const size_t away = differing(allowed->solved.space, origin, brute->index[i], &farthest);
        const bool is_near = away && away <= within->most && farthest <= within->step;
        CHECK(indices_have(&met.indices, brute->index[i]) == is_near);
        expected += is_near;
    }
    CHECK(met.indices.count == expected);
    indices_free(&met.indices);
    met.until = 1;
    solved_neighbours(&allowed->solved, origin, within, count_index, &met);
    CHECK(met.indices.count == (expected > 0)); /* at most the requested number */
    indices_free(&met.indices);
}

static uint64_t nearest_of(const struct space *space, const struct brute *brute, uint64_t origin, size_t parameter,
                           size_t position)
{
    size_t least = SIZE_MAX, farthest;
    uint64_t nearest = NO_CONFIGURATION;
    for (size_t i = 0; i < brute->count; i++) {
        const uint64_t index = brute->index[i];
        const size_t away = differing(space, origin, index, &farthest);
        if (away < least && (parameter == SIZE_MAX || space_position(space, index, parameter) == position)) {
            least = away;
            nearest = index;
        }
    }
    return nearest;
}

static void check_nearest(const struct allowed *allowed, const struct brute *brute, uint64_t origin)
{
    const struct space *space = allowed->solved.space;
    uint64_t of_value[MOST_PARAMETERS * MOST_VALUES];
    size_t at = 0, farthest;
    const uint64_t nearest = nearest_of(space, brute, origin, SIZE_MAX, 0);
    CHECK(solved_nearest(&allowed->solved, origin) == nearest);
    const uint64_t drawn = solved_nearest_drawn(&allowed->solved, origin, chance.at);
    CHECK((drawn == NO_CONFIGURATION) == (nearest == NO_CONFIGURATION));
    CHECK(drawn == NO_CONFIGURATION ||
          (solved_rank(&allowed->solved, drawn) != NO_CONFIGURATION &&
           differing(space, origin, drawn, &farthest) == differing(space, origin, nearest, &farthest)));
    solved_nearest_values(&allowed->solved, origin, of_value);
    for (size_t p = 0; p < space_parameters(space); p++)
        for (size_t v = 0; v < space->parameters[p].count; v++)
            CHECK(of_value[at++] == nearest_of(space, brute, origin, p, v));
}

static void check_pairs(const struct allowed *allowed, const struct brute *brute)
{
    const struct space *space = allowed->solved.space;
    for (size_t i = 0; i < 20 && space_parameters(space) > 1; i++) {
        const size_t p = below(space_parameters(space)), q = below(space_parameters(space));
        const size_t v = below(space->parameters[p].count), w = p == q ? v : below(space->parameters[q].count);
        const uint64_t found = solved_with(&allowed->solved, (const size_t[]){p, q}, (const size_t[]){v, w});
        bool occurs = false;
        for (size_t b = 0; b < brute->count; b++)
            occurs = occurs ||
                     (space_position(space, brute->index[b], p) == v && space_position(space, brute->index[b], q) == w);
        CHECK(occurs == (found != NO_CONFIGURATION));
        CHECK(!occurs || (space_position(space, found, p) == v && space_position(space, found, q) == w &&
                          solved_rank(&allowed->solved, found) != NO_CONFIGURATION));
    }
}

/* Of any configuration, allowed or not. */
TEST(near_by_chance)
{
    for (uint64_t seed = 0; seed < (getenv("GPUBENCH_DEEP") ? 1000 : 80); seed++) {
        uint64_t product = 0;
        make_space(seed + 5000, 3);
        struct problem problem = problem_by(&by_chance);
        FREED_BY(restriction_free) struct restriction restriction = restrict_some(seed % 4 == 1);
        FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &restriction);
        struct brute brute = walk(&problem, &restriction);
        CHECK(space_product(&by_chance.space, &product) && brute.count == allowed.solved.count);
        for (size_t i = 0; i < 4; i++) {
            const uint64_t origin = below(product);
            const struct neighbourhood within[] = {
                {1, SIZE_MAX}, {1, 1}, {MOST_PARAMETERS, 1}, {1 + below(3), 1 + below(3)}, {2, SIZE_MAX}, {0, 1}};
            for (size_t w = 0; w < sizeof within / sizeof *within; w++)
                check_neighbours(&allowed, &brute, origin, &within[w]);
            check_nearest(&allowed, &brute, origin);
        }
        check_pairs(&allowed, &brute);
        free(brute.index);
    }
}

/* ---- a list ---- */

/* Listed configurations, in a space with any order of layers, and none: all of them and no more, as solved. */
TEST(listed)
{
    for (uint64_t seed = 0; seed < (getenv("GPUBENCH_DEEP") ? 1000 : 80); seed++) {
        uint64_t product = 0;
        struct solved listed;
        make_space(seed + 9000, 3);
        struct problem problem = problem_by(&by_chance);
        FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
        struct brute brute = walk(&problem, &none);
        solved_list(&listed, &by_chance.space, brute.index, brute.count);
        CHECK(space_product(&by_chance.space, &product) && listed.count == brute.count);
        for (size_t rank = 0; rank < brute.count; rank++)
            CHECK(solved_index(&listed, rank) == brute.index[rank] && solved_rank(&listed, brute.index[rank]) == rank);
        solved_free(&allowed.solved);
        allowed.solved = listed;
        for (size_t i = 0; i < 4; i++) {
            const uint64_t origin = below(product);
            check_neighbours(&allowed, &brute, origin, &(struct neighbourhood){1 + below(3), 1 + below(3)});
            check_nearest(&allowed, &brute, origin);
        }
        check_pairs(&allowed, &brute);
        free(brute.index);
    }
}

/* Nodes are shared: the whole space as a list is as small as if solved. */
TEST(listed_small)
{
    const struct problem problem = problem_by(&hotspot);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    const size_t count = allowed.solved.count;
    FREED uint64_t *index = allocate(count * sizeof *index);
    struct solved listed;
    for (size_t rank = 0; rank < count; rank++)
        index[rank] = solved_index(&allowed.solved, rank);
    qsort(index, count, sizeof *index, ascending);
    solved_list(&listed, &hotspot.space, index, count);
    CHECK(listed.count == count && solved_bytes(&listed) < 500000);
    solved_free(&listed);
}

/* ---- uniform ---- */

/* The chi-square of counts that should be even is f, for f degrees of freedom, with a standard deviation of sqrt(2
 * f). */
static void check_even(const size_t *count, size_t cells, size_t draws)
{
    const double even = (double)draws / (double)cells, degrees = (double)cells - 1;
    double square = 0;
    for (size_t c = 0; c < cells; c++)
        square += ((double)count[c] - even) * ((double)count[c] - even) / even;
    CHECK_NEAR(square, degrees, 4 * sqrt(2 * degrees));
}

/* Equally near ones are equally frequent: nine, which differ in two parameters. */
TEST(nearest_drawn)
{
    enum { DRAWS = 20000 };
    const struct bench ties = {
        .name = "ties",
        .space = {.parameters =
                      PARAMETERS({"A", "", VALUES(0, 1, 2, 3)}, {"B", "", VALUES(0, 1, 2)}, {"C", "", VALUES(0, 1, 2)}),
                  .constraints = CONSTRAINTS({.text = "A + B + C >= 3 and A < 3"})}};
    const struct problem problem = problem_by(&ties);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    struct brute brute = walk(&problem, &none);
    size_t count[36] = {0}, cells = 0, farthest;
    const size_t least = differing(&ties.space, 0, solved_nearest(&allowed.solved, 0), &farthest);
    for (uint64_t seed = 0; seed < DRAWS; seed++)
        count[solved_nearest_drawn(&allowed.solved, 0, seed)]++;
    for (size_t i = 0; i < 36; i++) {
        const bool is_near =
            solved_rank(&allowed.solved, i) != NO_CONFIGURATION && differing(&ties.space, 0, i, &farthest) == least;
        CHECK(is_near == (count[i] > 0));
        if (is_near)
            count[cells++] = count[i];
    }
    CHECK(cells == 9 && least == 2);
    check_even(count, cells, DRAWS);
    free(brute.index);
}

/* Draws, and the element at any index of a shuffled order, over seeds; both for each configuration. */
TEST(even)
{
    static const struct bench *const benches[] = {&parity, &awkward, &cube};
    enum { DRAWS = 50000, MOST = 625 };
    for (size_t b = 0; b < sizeof benches / sizeof *benches; b++) {
        const struct problem problem = problem_by(benches[b]);
        FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
        size_t drawn[MOST] = {0}, at[3][MOST] = {{0}};
        const size_t count = allowed.solved.count;
        for (uint64_t i = 0; i < DRAWS; i++) {
            drawn[solved_rank(&allowed.solved, solved_draw(&allowed.solved, 7, i))]++;
            for (size_t place = 0; place < 3; place++)
                at[place][permutation_at(&(struct permutation){count, i}, place * (count - 1) / 2)]++;
        }
        check_even(drawn, count, DRAWS);
        for (size_t place = 0; place < 3; place++)
            check_even(at[place], count, DRAWS);
    }
}

/* In a large space, some parameters' values have their expected frequencies. */
TEST(even_by_value)
{
    enum { DRAWS = 20000, MOST = 64 };
    const struct problem problem = problem_by(&hotspot);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    const struct space *space = &hotspot.space;
    for (size_t p = 2; p < space_parameters(space); p += 2) {
        double share[MOST] = {0}, square = 0, degrees = -1;
        size_t drawn[MOST] = {0};
        for (uint64_t rank = 0; rank < allowed.solved.count; rank++)
            share[space_position(space, solved_index(&allowed.solved, rank), p)] += 1. / (double)allowed.solved.count;
        for (uint64_t i = 0; i < DRAWS; i++)
            drawn[space_position(space, solved_draw(&allowed.solved, 3, i), p)]++;
        for (size_t v = 0; v < space->parameters[p].count; v++) {
            CHECK(share[v] > 0 || !drawn[v]);
            degrees += share[v] > 0;
            square += share[v] > 0 ? pow((double)drawn[v] - DRAWS * share[v], 2) / (DRAWS * share[v]) : 0;
        }
        CHECK(degrees == 0 || fabs(square - degrees) < 4 * sqrt(2 * degrees));
    }
}

/* Each number once, for few and for many. */
TEST(permutations)
{
    for (uint64_t count = 1; count < 300; count++) {
        bool came[300] = {false};
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t at = permutation_at(&(struct permutation){count, count % 7}, i);
            CHECK(at < count && !came[at]);
            came[at] = true;
        }
    }
    static const uint64_t large[] = {UINT64_C(1) << 20, (UINT64_C(1) << 40) + 1, UINT64_MAX, UINT64_C(1) << 63};
    for (size_t l = 0; l < sizeof large / sizeof *large; l++) {
        struct indices came = {0};
        for (uint64_t i = 0; i < 2000; i++) {
            const uint64_t at = permutation_at(&(struct permutation){large[l], 1}, i < 1000 ? i : large[l] - i);
            CHECK(at < large[l] && indices_add(&came, at));
        }
        indices_free(&came);
    }
}

/* ---- published spaces, and one of 10^12 ---- */

/* Deep tests also print the time. */
static struct allowed solve_timed(const struct problem *problem)
{
    const double started = clock_seconds();
    const struct allowed allowed = solve_of(problem, &none);
    if (getenv("GPUBENCH_DEEP"))
        printf("%s: %" PRIu64 " configurations in %.2f ms, %zu bytes\n", problem->bench->name, allowed.solved.count,
               1e3 * (clock_seconds() - started), solved_bytes(&allowed.solved));
    return allowed;
}

TEST(published)
{
    for (size_t i = 0; i < PUBLISHED; i++) {
        uint64_t product = 0;
        const struct problem problem = problem_by(published[i].bench);
        FREED_BY(allowed_free) struct allowed allowed = solve_timed(&problem);
        const struct solved *solved = &allowed.solved;
        CHECK(space_product(&published[i].bench->space, &product) && product == published[i].declared);
        CHECK(solved->count == published[i].allowed && !allowed.left_outs);
        CHECK(solved_bytes(solved) < 200000);
        FREED struct config *config = config_new(&problem, 0);
        struct constraints *evaluator = constraints_new(&problem, &device, NULL);
        for (uint64_t rank = 0; rank < solved->count; rank += getenv("GPUBENCH_DEEP") ? 1 : 13) {
            const uint64_t index = solved_index(solved, rank);
            CHECK(index < product && solved_rank(solved, index) == rank);
            config_set(config, index);
            CHECK(!first_broken(evaluator, config));
        }
        constraints_free(evaluator);
    }
}

/* Counted independently: the parameters that constraints join, by loops; and the numbers of values of G, H, J, K, L. */
static uint64_t count_synthetic(void)
{
    uint64_t sides[21] = {0}, ends[11] = {0}, count = 0; /* by A + E; by I */
    for (int g = 1; g <= 10; g++)
        for (int h = 1; h <= 10; h++)
            for (int sum = 2; sum <= 20; sum++)
                sides[sum] += sum * (g + h) >= 40;
    for (int i = 1; i <= 10; i++)
        for (int j = 1; j <= 10; j++)
            ends[i] += i * j <= 32 ? 100 : 10;
    for (int a = 1; a <= 10; a++)
        for (int b = 1; b <= 10; b++)
            for (int c = 1; c <= 10; c++)
                for (int d = 1; d <= 10 && a * b * c * d <= 1024; d++)
                    for (int e = 1; e <= 10; e++)
                        for (int f = 1; f <= 10; f++)
                            for (int i = 1; i <= 10 && e % f == 0 && b != f && d + i < 15; i++)
                                count += sides[a + e] * ends[i];
    return count;
}

TEST(synthetic)
{
    uint64_t product = 0;
    const struct problem problem = problem_by(&synthetic);
    FREED_BY(allowed_free) struct allowed allowed = solve_timed(&problem);
    CHECK(space_product(&synthetic.space, &product) && product == UINT64_C(1000000000000));
    CHECK(allowed.solved.count == count_synthetic() && !allowed.left_outs);
    CHECK(solved_bytes(&allowed.solved) < 1000000);
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t index = solved_draw(&allowed.solved, 1, i);
        struct met met = {.until = SIZE_MAX};
        CHECK(solved_index(&allowed.solved, solved_rank(&allowed.solved, index)) == index);
        solved_neighbours(&allowed.solved, index, &(struct neighbourhood){1, 1}, count_index, &met);
        CHECK(met.indices.count <= 24);
        indices_free(&met.indices);
    }
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        struct search search;
        CHECK_OK(search_start(&search, &problem, &none, &device, *strategy, &binding, &caught));
        CHECK(search.allowed == allowed.solved.count && search.most > 0);
        for (size_t i = 0; i < search.most && i < ((*strategy)->options ? 200 : 2000); i++) {
            const uint64_t index = ask(&search);
            CHECK(solved_rank(&allowed.solved, index) != NO_CONFIGURATION);
            tell(&search, index, 100 + (double)(index % 1000));
        }
        search_end(&search);
    }
}

/* A cover of a space that is only sampled has even the pairs of very few configurations. */
TEST(rare_pairs)
{
    enum { TENS = 12, VALUES_OF_ALL = TENS * 10 };
    struct bench rare = {.name = "rare", .space = synthetic.space};
    rare.space.constraints =
        CONSTRAINTS({.text = "A != 10 or B == C == D == 7 and E == F == 2 and G == H == 1"}, {.text = "I * J <= 32"});
    const struct problem problem = problem_by(&rare);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    static bool covered[VALUES_OF_ALL][VALUES_OF_ALL];
    struct search search;
    size_t evaluator = 0;
    CHECK_OK(search_start(&search, &problem, &none, &device, strategy_find("pairwise"), &unlimited, &caught));
    for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION; evaluator++)
        for (size_t p = 0; p < TENS; p++)
            for (size_t q = 0; q < TENS; q++)
                covered[p * 10 + space_position(&rare.space, index, p)]
                       [q * 10 + space_position(&rare.space, index, q)] = true;
    search_end(&search);
    CHECK(evaluator >= 100 && evaluator < 300);
    for (size_t v = 0; v < VALUES_OF_ALL; v++)
        for (size_t w = v + 1; w < VALUES_OF_ALL; w++) {
            const bool occurs = v / 10 != w / 10 && solved_with(&allowed.solved, (const size_t[]){v / 10, w / 10},
                                                                (const size_t[]){v % 10, w % 10}) != NO_CONFIGURATION;
            CHECK(covered[v][w] == occurs);
        }
}
