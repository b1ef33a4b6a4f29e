/* Differential evolution, DE/rand/1/bin (Storn, Price: Differential evolution, 1997), with their F and CR and the
 * smallest population that they advise, five to ten for each parameter; of the positions of values, rounded (Lampinen,
 * Zelinka: Mixed integer-discrete-continuous optimization by differential evolution, 1999). A position beyond the
 * values is drawn anew, and a forbidden configuration is replaced by a near allowed one. A converged population
 * restarts. */
#include "base/memory.h"
#include "tuner/search/rounds.h"

#include <math.h>
#include <stdlib.h>

enum { POPULATION, WEIGHT, CROSSOVER };
static const struct strategy_option options[] = {
    {"population", "configurations of it; 0: five for each parameter", 0, 0, 4096, true},
    {"weight", "of the difference of two that is added to a third, F", 0.5, 0.01, 2, false},
    {"crossover", "share of the parameters that come from there, CR", 0.9, 0, 1, false},
    {.name = NULL}};

/* A trial has a target, a base, and two more whose difference is added to the base. */
enum { FEWEST = 4 };

struct differential {
    struct rounds rounds;
    size_t most, count;
    double weight, crossover;
    uint64_t *population, *trial;
    size_t *position; /* of four */
    bool has_trials;
};

static void begin(void *state)
{
    struct differential *differential = state;
    differential->has_trials = false;
    for (differential->count = 0; differential->count < differential->most; differential->count++) {
        const uint64_t index = rounds_propose(&differential->rounds, NO_CONFIGURATION);
        if (index == NO_CONFIGURATION)
            return;
        differential->population[differential->count] = index;
    }
}

/* Draws three different others of the population. */
static void draw_three(struct differential *differential, size_t target, size_t three[3])
{
    for (size_t i = 0; i < 3; i++) {
        bool is_taken = true;
        while (is_taken) {
            three[i] = rounds_below(&differential->rounds, differential->count);
            is_taken = three[i] == target;
            for (size_t before = 0; before < i; before++)
                is_taken = is_taken || three[before] == three[i];
        }
    }
}

static uint64_t mutant(struct differential *differential, size_t target)
{
    struct rounds *rounds = &differential->rounds;
    const size_t parameters = rounds->parameters;
    size_t three[3], *of_target = differential->position, *a = of_target + parameters, *b = a + parameters,
                     *c = b + parameters;
    draw_three(differential, target, three);
    rounds_positions(rounds, differential->population[target], of_target);
    rounds_positions(rounds, differential->population[three[0]], a);
    rounds_positions(rounds, differential->population[three[1]], b);
    rounds_positions(rounds, differential->population[three[2]], c);
    const size_t always = rounds_below(rounds, parameters);
    for (size_t p = 0; p < parameters; p++) {
        const double place = round((double)a[p] + differential->weight * ((double)b[p] - (double)c[p]));
        const size_t values = rounds_values(rounds, p);
        const bool is_beyond = place < 0 || place >= (double)values;
        if (rounds_uniform(rounds) < differential->crossover || p == always)
            of_target[p] = is_beyond ? rounds_below(rounds, values) : (size_t)place;
    }
    return rounds_nearest(rounds, rounds_index(rounds, of_target));
}

static void go_on(void *state)
{
    struct differential *differential = state;
    struct rounds *rounds = &differential->rounds;
    for (size_t i = 0; i < differential->count && differential->has_trials; i++)
        if (rounds_ns(rounds, differential->trial[i]) <= rounds_ns(rounds, differential->population[i]))
            differential->population[i] = differential->trial[i];
    differential->has_trials = differential->count >= FEWEST && rounds->parameters;
    for (size_t i = 0; i < differential->count && differential->has_trials; i++) {
        const uint64_t index = mutant(differential, i);
        differential->trial[i] = index == NO_CONFIGURATION ? differential->population[i] : index;
    }
    for (size_t i = 0; i < differential->count && differential->has_trials; i++)
        rounds_propose(rounds, differential->trial[i]);
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    (void)budget;
    struct differential *differential = rounds_new(sizeof *differential, begin, go_on, choices, seed, most);
    const size_t parameters = differential->rounds.parameters;
    differential->most = (size_t)rounds_option(&differential->rounds, options, POPULATION);
    differential->weight = rounds_option(&differential->rounds, options, WEIGHT);
    differential->crossover = rounds_option(&differential->rounds, options, CROSSOVER);
    if (differential->most < FEWEST)
        differential->most = differential->most || !parameters ? FEWEST : 5 * parameters;
    differential->population = allocate(differential->most * sizeof *differential->population);
    differential->trial = allocate(differential->most * sizeof *differential->trial);
    differential->position = allocate((4 * parameters + 1) * sizeof *differential->position);
    return differential;
}

static void end(void *state)
{
    struct differential *differential = state;
    free(differential->population);
    free(differential->trial);
    free(differential->position);
    rounds_end(differential);
}

const struct strategy differential_strategy = {.name = "differential",
                                               .summary = "differential evolution, of the positions of values",
                                               .options = options,
                                               .start = start,
                                               .end = end,
                                               ROUNDS_STRATEGY};
