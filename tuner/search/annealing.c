/* Simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, 1983): moves to a faster
 * neighbour, or, with a probability that falls with the temperature, to a slower one. First temperature, cooling and
 * end as in Johnson, Aragon, McGeoch, Schevon: Optimization by simulated annealing, 1989. Energies are logarithms of
 * times, so that a kernel's duration does not matter. A few neighbours are measured at once, and considered as if in
 * sequence (Witte, Chamberlain, Franklin: Parallel simulated annealing using speculative computation, 1991). */
#include "tuner/search/rounds.h"

#include <math.h>
#include <stdlib.h>

enum { BATCH, ACCEPT, FACTOR, FREEZE };
static const struct strategy_option options[] = {
    {"batch", "neighbours that are tried at a temperature, and at first anywhere", 8, 2, 4096, true},
    {"accept", "share of the slower ones that are taken at the first temperature", 0.4, 0.001, 0.999, false},
    {"factor", "of a temperature and the one before", 0.95, 0.1, 0.9999, false},
    {"freeze", "temperatures in a row that take none, before it begins again", 5, 1, 4096, true},
    {.name = NULL}};

struct annealing {
    struct rounds rounds;
    size_t batch, freeze, rejected; /* rejected: this number of temperatures in a row */
    double accept, factor, temperature;
    uint64_t here;
    struct list around;
    bool is_hot; /* outcomes are those of the first configurations, at random */
};

static void begin(void *state)
{
    struct annealing *annealing = state;
    annealing->is_hot = true;
    annealing->rejected = 0;
    rounds_propose_first(&annealing->rounds);
    for (size_t i = annealing->rounds.proposed.count; i < annealing->batch; i++)
        rounds_propose(&annealing->rounds, NO_CONFIGURATION);
}

/* How much slower another configuration is; one that failed is slower than all that did not. */
static double slower_by(const struct annealing *annealing, uint64_t index)
{
    const double here = rounds_ns(&annealing->rounds, annealing->here), ns = rounds_ns(&annealing->rounds, index);
    return isinf(here) ? 0 : log(ns / here);
}

/* Starts from the fastest of the first ones, at a temperature at which the mean slower one is accepted at this rate. */
static void heat(struct annealing *annealing)
{
    const struct list *first = &annealing->rounds.last;
    double sum = 0;
    size_t count = 0;
    annealing->here = first->index[0];
    for (size_t i = 1; i < first->count; i++)
        if (rounds_ns(&annealing->rounds, first->index[i]) < rounds_ns(&annealing->rounds, annealing->here))
            annealing->here = first->index[i];
    for (size_t i = 0; i < first->count; i++) {
        const double by = slower_by(annealing, first->index[i]);
        if (by > 0 && !isinf(by)) {
            sum += by;
            count++;
        }
    }
    annealing->temperature = count ? sum / (double)count / -log(annealing->accept) : 1;
}

static void cool(struct annealing *annealing)
{
    struct rounds *rounds = &annealing->rounds;
    bool is_taken = false;
    for (size_t i = 0; i < rounds->last.count && !is_taken; i++) {
        const double by = slower_by(annealing, rounds->last.index[i]);
        is_taken = rounds_uniform(rounds) < exp(-by / annealing->temperature);
        if (is_taken)
            annealing->here = rounds->last.index[i];
    }
    annealing->rejected = is_taken ? 0 : annealing->rejected + 1;
    annealing->temperature *= annealing->factor;
}

static void go_on(void *state)
{
    struct annealing *annealing = state;
    if (annealing->is_hot)
        heat(annealing);
    else
        cool(annealing);
    annealing->is_hot = false;
    if (annealing->rejected >= annealing->freeze)
        return;
    rounds_neighbours(&annealing->rounds, annealing->here, &annealing->around);
    for (size_t i = 0; i < annealing->around.count && i < annealing->batch; i++)
        rounds_propose(&annealing->rounds, annealing->around.index[i]);
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    (void)budget;
    struct annealing *annealing = rounds_new(sizeof *annealing, begin, go_on, choices, seed, most);
    annealing->batch = (size_t)rounds_option(&annealing->rounds, options, BATCH);
    annealing->accept = rounds_option(&annealing->rounds, options, ACCEPT);
    annealing->factor = rounds_option(&annealing->rounds, options, FACTOR);
    annealing->freeze = (size_t)rounds_option(&annealing->rounds, options, FREEZE);
    return annealing;
}

static void end(void *state)
{
    struct annealing *annealing = state;
    free(annealing->around.index);
    rounds_end(annealing);
}

const struct strategy annealing_strategy = {.name = "annealing",
                                            .summary = "to faster neighbours, and at first often to slower ones",
                                            .options = options,
                                            .start = start,
                                            .end = end,
                                            ROUNDS_STRATEGY};
