/* A genetic algorithm: generations of which the best of each stays (De Jong: An analysis of the behavior of a class of
 * genetic adaptive systems, 1975), parents by tournaments of two (Goldberg, Deb: A comparative analysis of selection
 * schemes, 1991), each parameter of either parent (Syswerda: Uniform crossover, 1989), and one mutation per child
 * (Muehlenbein: How genetic algorithms really work, 1992). Population and crossover as in Grefenstette: Optimization of
 * control parameters for genetic algorithms, 1986. A converged population is replaced. */
#include "base/memory.h"
#include "tuner/search/rounds.h"

#include <stdlib.h>

enum { POPULATION, CROSSOVER, MUTATIONS };
static const struct strategy_option options[] = {
    {"population", "configurations of a generation", 30, 2, 4096, true},
    {"crossover", "share of the children that have two parents", 0.95, 0, 1, false},
    {"mutations", "parameters of a child that are drawn anew, in the mean", 1, 0, 64, false},
    {.name = NULL}};

struct genetic {
    struct rounds rounds;
    size_t most, count, born; /* of a population; current members; children of the last round */
    double crossover, mutations;
    uint64_t *population, *children;
};

static void begin(void *state)
{
    struct genetic *genetic = state;
    genetic->count = genetic->born = 0;
    while (genetic->count < genetic->most) {
        const uint64_t index = rounds_propose(&genetic->rounds, NO_CONFIGURATION);
        if (index == NO_CONFIGURATION)
            return;
        genetic->population[genetic->count++] = index;
    }
}

/* The fastest of some, or with `slowest` the slowest. */
static size_t find(const struct genetic *genetic, const uint64_t *among, size_t count, bool slowest)
{
    size_t found = 0;
    for (size_t i = 1; i < count; i++) {
        const double ns = rounds_ns(&genetic->rounds, among[i]), best = rounds_ns(&genetic->rounds, among[found]);
        if (slowest ? ns > best : ns < best)
            found = i;
    }
    return found;
}

/* The children replace all but the best, which replaces the slowest child. */
static void replace_population(struct genetic *genetic)
{
    const uint64_t best = genetic->population[find(genetic, genetic->population, genetic->count, false)];
    uint64_t *before = genetic->population;
    if (!genetic->born)
        return;
    genetic->population = genetic->children;
    genetic->children = before;
    genetic->count = genetic->born;
    genetic->population[find(genetic, genetic->population, genetic->count, true)] = best;
}

static uint64_t parent(struct genetic *genetic)
{
    uint64_t pair[2];
    for (size_t i = 0; i < 2; i++)
        pair[i] = genetic->population[rounds_below(&genetic->rounds, genetic->count)];
    return pair[find(genetic, pair, 2, false)];
}

static uint64_t child(struct genetic *genetic)
{
    struct rounds *rounds = &genetic->rounds;
    uint64_t index = parent(genetic);
    size_t mutated = 0;
    if (rounds_uniform(rounds) < genetic->crossover)
        index = rounds_cross(rounds, index, parent(genetic));
    for (size_t p = 0; p < rounds->parameters; p++)
        mutated += rounds_uniform(rounds) * (double)rounds->parameters < genetic->mutations;
    return mutated ? rounds_kick(rounds, index, mutated) : index;
}

static void go_on(void *state)
{
    struct genetic *genetic = state;
    replace_population(genetic);
    for (genetic->born = 0; genetic->born < genetic->count; genetic->born++)
        genetic->children[genetic->born] = rounds_propose(&genetic->rounds, child(genetic));
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    (void)budget;
    struct genetic *genetic = rounds_new(sizeof *genetic, begin, go_on, choices, seed, most);
    genetic->most = (size_t)rounds_option(&genetic->rounds, options, POPULATION);
    genetic->crossover = rounds_option(&genetic->rounds, options, CROSSOVER);
    genetic->mutations = rounds_option(&genetic->rounds, options, MUTATIONS);
    genetic->population = allocate(genetic->most * sizeof *genetic->population);
    genetic->children = allocate(genetic->most * sizeof *genetic->children);
    return genetic;
}

static void end(void *state)
{
    struct genetic *genetic = state;
    free(genetic->population);
    free(genetic->children);
    rounds_end(genetic);
}

const struct strategy genetic_strategy = {.name = "genetic",
                                          .summary = "generations whose children have values of two parents",
                                          .options = options,
                                          .start = start,
                                          .end = end,
                                          ROUNDS_STRATEGY};
