/* Parts of spaces: together they are all allowed configurations, and only the default is in more than one. */
#include "tuner/search/shard.h"

#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

static const struct compute_device device = {.max_group = 512};
static const struct suite suite = {.name = "divided", .summary = ""};
static const struct bench *const benches[] = {&cube, &parity, &awkward, &single, &nothing, &bare};

/* For any count and any number of parts: each rank is in one part, whose indices count it, and part sizes differ by one
 * at most. */
TEST(places)
{
    for (uint64_t count = 0; count < 150; count++)
        for (uint64_t of = 1; of < 40; of += of < 10 ? 1 : 7) {
            FREED size_t *found = allocate((count + 1) * sizeof *found);
            uint64_t all = 0, fewest = UINT64_MAX, most = 0;
            for (uint64_t number = 1; number <= of; number++) {
                const struct shard shard = {number, of};
                const uint64_t size = shard_size(shard, count, count);
                for (uint64_t place = 0; place < size; place++) {
                    CHECK(shard_at(shard, count, place) < count);
                    found[shard_at(shard, count, place)]++;
                }
                all += size;
                fewest = size < fewest ? size : fewest;
                most = size > most ? size : most;
            }
            CHECK(all == count && most - fewest <= 1);
            for (uint64_t i = 0; i < count; i++)
                CHECK(found[i] == 1);
        }
}

/* Asks for a part's configurations until its end; returns their number, and counts each in `times`. */
static size_t take_all(const struct bench *bench, struct shard shard, uint64_t seed, const struct strategy *strategy,
                       size_t *times)
{
    const struct problem problem = problem_of(&suite, bench, 1000, seed);
    const struct restriction restriction = {.shard = shard};
    struct search search;
    size_t count = 0;
    CHECK_OK(search_start(&search, &problem, &restriction, &device, strategy, &unlimited, &caught));
    for (uint64_t index; (index = ask(&search)) != NO_CONFIGURATION; count++) {
        times[index]++;
        tell(&search, index, 1 + (double)(index % 7));
    }
    CHECK(count == search.allowed);
    search_end(&search);
    return count;
}

static void check_union(const struct bench *bench, uint64_t of, uint64_t seed, const struct strategy *strategy)
{
    enum { MOST = 1000 };
    size_t whole[MOST] = {0}, parts[MOST] = {0};
    const size_t all = take_all(bench, (struct shard){0}, seed, strategy, whole);
    const uint64_t first = all ? space_default(&bench->space) : NO_CONFIGURATION;
    for (uint64_t number = 1; number <= of; number++)
        take_all(bench, (struct shard){number, of}, seed, strategy, parts);
    for (uint64_t index = 0; index < MOST; index++)
        WRONG_IF(parts[index] != whole[index] * (index == first ? of : 1), "%s, %d parts: %d is in %d\n", bench->name,
                 (int)of, (int)index, (int)parts[index]);
}

/* For every strategy, on spaces with and without constraints, also for more parts than there are configurations. */
TEST(together_all)
{
    static const uint64_t parts[] = {1, 2, 3, 5, 64};
    for (size_t b = 0; b < sizeof benches / sizeof *benches; b++)
        for (size_t n = 0; n < sizeof parts / sizeof *parts; n++)
            for (uint64_t seed = 1; seed < 4; seed++)
                check_union(benches[b], parts[n], seed, &exhaustive_strategy);
    for (size_t at = 0; strategies[at]; at++)
        if (strategies[at]->start != auto_strategy.start && strcmp(strategies[at]->name, "pairwise") &&
            strcmp(strategies[at]->name, "values") && strcmp(strategies[at]->name, "latin"))
            check_union(&awkward, 3, 1, strategies[at]);
}

/* Parts follow from the seed, and another seed divides differently. */
TEST(by_seed)
{
    size_t once[1000] = {0}, again[1000] = {0}, other[1000] = {0};
    take_all(&cube, (struct shard){2, 7}, 5, &exhaustive_strategy, once);
    take_all(&cube, (struct shard){2, 7}, 5, &random_strategy, again);
    take_all(&cube, (struct shard){2, 7}, 6, &exhaustive_strategy, other);
    CHECK(!memcmp(once, again, sizeof once) && memcmp(once, other, sizeof once));
}

/* Every part has every value of every parameter: also if the number of parts is that of the last parameter's values. */
TEST(values_spread)
{
    for (uint64_t of = 2; of <= 10; of++)
        for (uint64_t number = 1; number <= of; number++) {
            const struct shard shard = {number, of};
            size_t found[4][5] = {{0}};
            for (uint64_t place = 0; place < shard_size(shard, 1, 625); place++)
                for (size_t p = 0; p < 4; p++)
                    found[p][space_position(&cube.space, shard_at(shard, 1, place), p)]++;
            for (size_t p = 0; p < 4; p++)
                for (size_t v = 0; v < 5; v++)
                    CHECK(found[p][v] >= 625 / of / 20);
        }
}

#define TEN VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
static const struct bench huge = {
    .name = "huge",
    .space = {.parameters = PARAMETERS({"A", "", TEN}, {"B", "", TEN}, {"C", "", TEN}, {"D", "", TEN}, {"E", "", TEN},
                                       {"F", "", TEN}, {"G", "", TEN}, {"H", "", TEN}, {"I", "", TEN}, {"J", "", TEN})},
    DEFAULTS(1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
};

/* Of a part too large to be listed some are, spread from its beginning to its end; also the default. */
TEST(too_large)
{
    const struct problem problem = problem_of(&suite, &huge, 1000, 1);
    const struct restriction restriction = {.shard = {3, 4}};
    FREED_BY(allowed_free) struct allowed allowed;
    CHECK_OK(allowed_solve(&problem, &restriction, &device, &allowed, &caught));
    CHECK(allowed.unlisted == UINT64_C(2500000000) - MOST_OF_SHARD);
    CHECK(allowed.solved.count - MOST_OF_SHARD <= 1);
    CHECK(solved_rank(&allowed.solved, space_default(&huge.space)) != NO_CONFIGURATION);
    CHECK(solved_index(&allowed.solved, allowed.solved.count - 1) > UINT64_C(9999980000));
}
