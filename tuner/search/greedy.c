/* Iterated local search (Lourenco, Martin, Stuetzle: Iterated local search, 2003): moves to a faster neighbour,
 * which differs in one parameter, until none is faster; then continues from a perturbation of the best, and after some
 * perturbations without gain from a random configuration. Takes the fastest of a few neighbours at once. */
#include "tuner/search/rounds.h"

#include <stdlib.h>

enum { BATCH, KICK, PATIENCE };
static const struct strategy_option options[] = {
    {"batch", "neighbours that are tried at once, of which the fastest is taken", 8, 1, 4096, true},
    {"kick", "parameters that are drawn anew where no neighbour is faster; 0: all", 2, 0, 64, true},
    {"patience", "kicks in a row that gain nothing, before it begins anywhere", 5, 1, 4096, true},
    {.name = NULL}};

struct greedy {
    struct rounds rounds;
    size_t batch, kick, patience;
    uint64_t here, best; /* best: since it began */
    struct list around;  /* the neighbours, which differ in one parameter */
    size_t at, kicks;
    bool has_moved; /* neighbours are to be listed */
};

static void arrive(struct greedy *greedy, uint64_t index)
{
    greedy->here = index;
    greedy->has_moved = true;
    greedy->at = greedy->around.count = 0;
}

static void begin(void *state)
{
    struct greedy *greedy = state;
    arrive(greedy, rounds_propose_first(&greedy->rounds));
    greedy->best = greedy->here;
    greedy->kicks = 0;
}

/* After a local optimum. Proposes nothing if the search should restart. */
static void kick(struct greedy *greedy)
{
    struct rounds *rounds = &greedy->rounds;
    const bool gained = rounds_ns(rounds, greedy->here) < rounds_ns(rounds, greedy->best);
    greedy->kicks = gained ? 0 : greedy->kicks + 1;
    if (gained)
        greedy->best = greedy->here;
    if (greedy->kick && greedy->kicks <= greedy->patience)
        arrive(greedy, rounds_propose(rounds, rounds_kick(rounds, greedy->best, greedy->kick)));
}

static void go_on(void *state)
{
    struct greedy *greedy = state;
    struct rounds *rounds = &greedy->rounds;
    uint64_t fastest = greedy->here;
    for (size_t i = 0; i < rounds->last.count; i++)
        if (rounds_ns(rounds, rounds->last.index[i]) < rounds_ns(rounds, fastest))
            fastest = rounds->last.index[i];
    if (fastest != greedy->here)
        arrive(greedy, fastest);
    if (greedy->has_moved)
        rounds_neighbours(rounds, greedy->here, &greedy->around);
    greedy->has_moved = false;
    if (greedy->at == greedy->around.count)
        kick(greedy);
    for (; !greedy->has_moved && greedy->at < greedy->around.count && rounds->fresh < greedy->batch; greedy->at++)
        rounds_propose(rounds, greedy->around.index[greedy->at]);
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    (void)budget;
    struct greedy *greedy = rounds_new(sizeof *greedy, begin, go_on, choices, seed, most);
    greedy->batch = (size_t)rounds_option(&greedy->rounds, options, BATCH);
    greedy->kick = (size_t)rounds_option(&greedy->rounds, options, KICK);
    greedy->patience = (size_t)rounds_option(&greedy->rounds, options, PATIENCE);
    return greedy;
}

static void end(void *state)
{
    struct greedy *greedy = state;
    free(greedy->around.index);
    rounds_end(greedy);
}

const struct strategy greedy_strategy = {.name = "greedy",
                                         .summary = "to faster neighbours, and kicked where there is none",
                                         .options = options,
                                         .start = start,
                                         .end = end,
                                         ROUNDS_STRATEGY};
