/* Latin hypercubes (McKay, Beckman, Conover: A comparison of three methods for selecting values of input variables,
 * 1979), one after the other: in each, the values of a parameter are equally frequent, up to one. A forbidden sample is
 * replaced by a near allowed one. Without a number in the budget a hypercube has ten samples per parameter, plus ten
 * (Loeppky, Sacks, Welch: Choosing the sample size of a computer experiment, 2009). */
#include "base/memory.h"
#include "tuner/search/rounds.h"

enum { SAMPLES, MOST_SAMPLES = 65536 };
static const struct strategy_option options[] = {
    {"samples", "configurations of a hypercube; 0: a budget's, or ten a parameter", 0, 0, MOST_SAMPLES, true},
    {.name = NULL}};

struct latin {
    struct rounds rounds;
    size_t samples;
};

/* The position of a sample follows from its index in a parameter's shuffled strata. */
static void go_on(void *state)
{
    struct latin *latin = state;
    struct rounds *rounds = &latin->rounds;
    const size_t samples = latin->samples, parameters = rounds->parameters;
    FREED size_t *position = allocate((samples * parameters + 1) * sizeof *position);
    FREED uint64_t *stratum = allocate(samples * sizeof *stratum);
    for (size_t p = 0; p < parameters; p++) {
        const size_t values = rounds_values(rounds, p);
        for (size_t s = 0; s < samples; s++)
            stratum[s] = s;
        strategy_shuffle(stratum, samples, rounds_random(rounds));
        const double shift = rounds_uniform(rounds); /* of the values with one more */
        for (size_t s = 0; s < samples; s++) {
            const double place = ((double)stratum[s] + shift) / (double)samples * (double)values;
            position[s * parameters + p] = place < (double)values ? (size_t)place : values - 1;
        }
    }
    for (size_t s = 0; s < samples; s++) {
        const uint64_t index = rounds_nearest(rounds, rounds_index(rounds, &position[s * parameters]));
        rounds_propose(rounds, rounds_is_fresh(rounds, index) ? index : NO_CONFIGURATION);
    }
}

/* The first choices come first. */
static void begin(void *state)
{
    struct latin *latin = state;
    rounds_propose_first(&latin->rounds);
    go_on(state);
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    struct latin *latin = rounds_new(sizeof *latin, begin, go_on, choices, seed, most);
    latin->rounds.ahead = SIZE_MAX;
    latin->samples = (size_t)rounds_option(&latin->rounds, options, SAMPLES);
    if (!latin->samples && budget->configurations > 1)
        latin->samples = budget->configurations < MOST_SAMPLES ? (size_t)budget->configurations - 1 : MOST_SAMPLES;
    if (!latin->samples)
        latin->samples = 10 * (latin->rounds.parameters + 1);
    return latin;
}

const struct strategy latin_strategy = {.name = "latin",
                                        .summary = "Latin hypercubes: each value of a parameter about as often",
                                        .options = options,
                                        .start = start,
                                        .end = rounds_end,
                                        ROUNDS_STRATEGY};
