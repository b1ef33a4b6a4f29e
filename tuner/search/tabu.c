/* Tabu search (Glover: Tabu search, part I, 1989): moves to a faster neighbour, or if there is none to the fastest, but
 * not back to a value that was left in the last seven moves. Takes the fastest of a few neighbours at once, if it is
 * faster (Glover, Laguna: Tabu search, 1997: candidate lists). When it is stuck it restarts, alternately at random and
 * from a combination of two of the fastest known, as scatter search does (Laguna, Marti: Scatter search, 2003, with
 * ten). */
#include "base/memory.h"
#include "tuner/search/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH, TENURE, PATIENCE, ELITE };
static const struct strategy_option options[] = {
    {"batch", "neighbours that are tried at once, of which the fastest is taken", 8, 1, 4096, true},
    {"tenure", "moves for which a value that was left is forbidden", 7, 0, 4096, true},
    {"patience", "moves in a row that gain nothing, before it begins again", 5, 1, 4096, true},
    {"elite", "the fastest, between two of which it begins again; 0: anywhere", 10, 0, 64, true},
    {.name = NULL}};

struct tabu {
    struct rounds rounds;
    size_t batch, tenure, patience, most_elite;
    uint64_t here, *elite; /* elite: the fastest first */
    size_t elites, begun, moves, stale;
    double best_ns;     /* since it began */
    struct list around; /* that is not forbidden */
    size_t at;
    uint64_t fastest;  /* of the neighbours tried */
    size_t **until;    /* of a parameter's values: the move until which it is forbidden */
    size_t *from, *to; /* positions */
    bool has_arrived;  /* outcomes are of neighbours, not of the start */
};

/* A new combination of two of the fastest; NO_CONFIGURATION: a random one. */
static uint64_t cross(struct tabu *tabu)
{
    if (tabu->begun++ % 2 == 0 || tabu->elites < 2)
        return NO_CONFIGURATION;
    const size_t one = rounds_below(&tabu->rounds, tabu->elites), more = rounds_below(&tabu->rounds, tabu->elites - 1);
    const uint64_t other = tabu->elite[more + (more >= one)];
    const uint64_t crossed = rounds_cross(&tabu->rounds, tabu->elite[one], other);
    return rounds_is_fresh(&tabu->rounds, crossed) ? crossed : NO_CONFIGURATION;
}

static void begin(void *state)
{
    struct tabu *tabu = state;
    tabu->has_arrived = false;
    tabu->moves = tabu->stale = 0;
    tabu->best_ns = INFINITY;
    tabu->fastest = NO_CONFIGURATION;
    for (size_t p = 0; p < tabu->rounds.parameters; p++)
        memset(tabu->until[p], 0, rounds_values(&tabu->rounds, p) * sizeof *tabu->until[p]);
    struct rounds *rounds = &tabu->rounds;
    const uint64_t crossed = cross(tabu);
    tabu->here = crossed == NO_CONFIGURATION ? rounds_propose_first(rounds) : rounds_propose(rounds, crossed);
}

/* Adds a configuration to the fastest, unless it is among them or slower. */
static void keep(struct tabu *tabu, uint64_t index)
{
    const double ns = rounds_ns(&tabu->rounds, index);
    size_t at = tabu->elites;
    for (size_t i = 0; i < tabu->elites; i++)
        if (tabu->elite[i] == index)
            return;
    while (at > 0 && ns < rounds_ns(&tabu->rounds, tabu->elite[at - 1]))
        at--;
    if (at == tabu->most_elite || isinf(ns))
        return;
    tabu->elites += tabu->elites < tabu->most_elite;
    memmove(&tabu->elite[at + 1], &tabu->elite[at], (tabu->elites - 1 - at) * sizeof *tabu->elite);
    tabu->elite[at] = index;
}

/* Whether a neighbour has a forbidden value. */
static bool is_forbidden(struct tabu *tabu, uint64_t index)
{
    bool forbidden = false;
    rounds_positions(&tabu->rounds, tabu->here, tabu->from);
    rounds_positions(&tabu->rounds, index, tabu->to);
    for (size_t p = 0; p < tabu->rounds.parameters; p++)
        forbidden |= tabu->from[p] != tabu->to[p] && tabu->until[p][tabu->to[p]] > tabu->moves;
    return forbidden;
}

static void move(struct tabu *tabu, uint64_t index)
{
    tabu->moves++;
    rounds_positions(&tabu->rounds, tabu->here, tabu->from);
    rounds_positions(&tabu->rounds, index, tabu->to);
    for (size_t p = 0; p < tabu->rounds.parameters; p++)
        if (tabu->from[p] != tabu->to[p])
            tabu->until[p][tabu->from[p]] = tabu->moves + tabu->tenure;
    tabu->here = index;
}

/* Lists the neighbours; false if the search should restart after a number of moves without gain. */
static bool arrive(struct tabu *tabu)
{
    const double ns = rounds_ns(&tabu->rounds, tabu->here);
    tabu->stale = ns < tabu->best_ns ? 0 : tabu->stale + 1;
    tabu->best_ns = fmin(tabu->best_ns, ns);
    tabu->fastest = NO_CONFIGURATION;
    tabu->at = 0;
    rounds_neighbours(&tabu->rounds, tabu->here, &tabu->around);
    size_t left = 0;
    for (size_t i = 0; i < tabu->around.count; i++)
        if (!is_forbidden(tabu, tabu->around.index[i]))
            tabu->around.index[left++] = tabu->around.index[i];
    tabu->around.count = left;
    return tabu->stale <= tabu->patience;
}

static void go_on(void *state)
{
    struct tabu *tabu = state;
    struct rounds *rounds = &tabu->rounds;
    bool may_go_on = true;
    for (size_t i = 0; i < rounds->last.count; i++) {
        const uint64_t index = rounds->last.index[i];
        keep(tabu, index);
        if (tabu->fastest == NO_CONFIGURATION || rounds_ns(rounds, index) < rounds_ns(rounds, tabu->fastest))
            tabu->fastest = index;
    }
    const bool is_faster = rounds_ns(rounds, tabu->fastest) < rounds_ns(rounds, tabu->here);
    if (!tabu->has_arrived || is_faster || tabu->at == tabu->around.count) {
        if (tabu->has_arrived)
            move(tabu, tabu->fastest);
        else
            tabu->here = tabu->fastest;
        tabu->has_arrived = true;
        may_go_on = arrive(tabu);
    }
    for (; may_go_on && tabu->at < tabu->around.count && rounds->fresh < tabu->batch; tabu->at++)
        rounds_propose(rounds, tabu->around.index[tabu->at]);
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    (void)budget;
    struct tabu *tabu = rounds_new(sizeof *tabu, begin, go_on, choices, seed, most);
    const size_t parameters = tabu->rounds.parameters;
    tabu->batch = (size_t)rounds_option(&tabu->rounds, options, BATCH);
    tabu->tenure = (size_t)rounds_option(&tabu->rounds, options, TENURE);
    tabu->patience = (size_t)rounds_option(&tabu->rounds, options, PATIENCE);
    tabu->most_elite = (size_t)rounds_option(&tabu->rounds, options, ELITE);
    tabu->elite = allocate((tabu->most_elite + 1) * sizeof *tabu->elite);
    tabu->until = allocate((parameters + 1) * sizeof *tabu->until);
    tabu->from = allocate((parameters + 1) * sizeof *tabu->from);
    tabu->to = allocate((parameters + 1) * sizeof *tabu->to);
    for (size_t p = 0; p < parameters; p++)
        tabu->until[p] = allocate((rounds_values(&tabu->rounds, p) + 1) * sizeof *tabu->until[p]);
    return tabu;
}

static void end(void *state)
{
    struct tabu *tabu = state;
    for (size_t p = 0; p < tabu->rounds.parameters; p++)
        free(tabu->until[p]);
    free(tabu->until);
    free(tabu->from);
    free(tabu->to);
    free(tabu->elite);
    free(tabu->around.index);
    rounds_end(tabu);
}

const struct strategy tabu_strategy = {.name = "tabu",
                                       .summary = "to the fastest neighbour, but not back; then between the fastest",
                                       .options = options,
                                       .start = start,
                                       .end = end,
                                       ROUNDS_STRATEGY};
