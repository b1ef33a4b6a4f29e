/* Bayesian optimization: some random configurations; then, in rounds, those with the largest expected improvement by a
 * surrogate of all known times. Candidates are neighbours of the fastest ones, mutations of them in two values, and as
 * many random ones. */
#include "base/memory.h"
#include "tuner/search/allowed.h"
#include "tuner/search/rounds.h"
#include "tuner/search/surrogate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH, FIRST, ELITE, DRAWN, WORKERS, BY_RESOURCES };
static const struct strategy_option options[] = {
    {"batch", "at once; 0: 4, an eighth of what is known, or half the workers", 0, 0, 4096, true},
    {"first", "tried at random before the model is asked", 12, 2, 4096, true},
    {"elite", "fastest ones, whose neighbours are candidates", 10, 1, 4096, true},
    {"drawn", "candidates that are drawn, half of them near the fastest", 200, 2, 65536, true},
    {"workers", "as with so many compile workers; 0: with those of the run", 0, 0, 4096, true},
    {"resources", "1: also by registers, shared memory, spills, as compiled", 1, 0, 1, true},
    {.name = NULL}};

/* The weights are fitted again whenever the number of points has grown by this factor. */
static const double GROWTH = 1.25;

/* Maximum number of neighbours of one of the fastest that are candidates; and of a round, on account of workers. */
enum { MOST_AROUND = 100, LEAST_BATCH = 4, MOST_WORKERS = 16 };

struct model {
    struct rounds rounds;
    struct surrogate *surrogate;
    size_t batch, first, elite, drawn, workers;
    size_t turns, learned; /* fits; the number of points when weights were fitted */
    size_t elsewhere;      /* times from there that the surrogate follows; 0: none */
    bool has_resources;
    bool takes_turns;                      /* compiling and measuring do not overlap */
    struct list known, around, candidates; /* known: the fastest first */
    struct indices seen;                   /* candidates */
};

static void begin(void *state)
{
    struct model *model = state;
    const size_t first = model->first > model->workers ? model->first : model->workers;
    for (size_t i = 0; i < (model->elsewhere ? LEAST_BATCH : first); i++)
        rounds_propose(&model->rounds, NO_CONFIGURATION);
}

/* Adds the fastest points, as many as a surrogate supports; in every second turn half of them others, at random. */
static void add_points(struct model *model, struct surrogate *surrogate, const uint64_t *index, const double *ns,
                       size_t count)
{
    struct rounds *rounds = &model->rounds;
    FREED size_t *position = allocate((rounds->parameters + 1) * sizeof *position);
    size_t room = MOST_POINTS;
    const size_t fastest = model->turns % 2 ? MOST_POINTS : MOST_POINTS / 2;
    for (size_t i = 0; i < count && room; i++) {
        if (i >= fastest && rounds_below(rounds, count - i) >= room)
            continue;
        rounds_positions(rounds, index[i], position);
        surrogate_add(surrogate, position, log(ns[i]),
                      model->has_resources ? rounds_resources(rounds, index[i]) : NULL);
        room--;
    }
}

static void fit(struct model *model)
{
    const size_t known = model->known.count;
    FREED double *ns = allocate(known * sizeof *ns);
    for (size_t i = 0; i < known; i++)
        ns[i] = rounds_ns(&model->rounds, model->known.index[i]);
    model->turns++;
    surrogate_clear(model->surrogate);
    add_points(model, model->surrogate, model->known.index, ns, known);
    const bool anew = (double)known >= GROWTH * (double)model->learned;
    if (anew)
        model->learned = known;
    surrogate_fit(model->surrogate, anew);
}

static void add_candidate(struct model *model, uint64_t index)
{
    if (rounds_is_fresh(&model->rounds, index) && indices_add(&model->seen, index))
        list_add(&model->candidates, index);
}

static void find_candidates(struct model *model)
{
    struct rounds *rounds = &model->rounds;
    struct list *candidates = &model->candidates;
    size_t elites = 0;
    candidates->count = 0;
    indices_free(&model->seen);
    for (size_t i = 0; i < rounds->open.count; i++)
        list_add(candidates, rounds->open.index[i]);
    while (elites < model->elite && elites < model->known.count &&
           !isinf(rounds_ns(rounds, model->known.index[elites]))) {
        rounds_around(rounds, model->known.index[elites++], 1, &model->around);
        for (size_t i = 0; i < model->around.count && i < MOST_AROUND; i++)
            add_candidate(model, model->around.index[i]);
    }
    for (size_t i = 0; i < model->drawn / 2; i++) {
        add_candidate(model, rounds_draw_near(rounds, model->known.index[rounds_below(rounds, elites)], 2));
        add_candidate(model, rounds_draw(rounds));
    }
    const size_t open = rounds->open.count, found = candidates->count - open;
    if (found)
        candidates->count = open + allowed_keep(rounds->choices.allowed, candidates->index + open, found);
}

/* If compiling and measuring overlap: the number of open configurations, whose outcomes a round does not have, so that
 * a slow compilation delays no other. With more, the first rounds would depend on too few outcomes, unless many are
 * known from elsewhere. */
static size_t ahead_of(const struct model *model)
{
    const size_t quarter = model->known.count / 4, half = model->workers / 2;
    const size_t some = model->elsewhere && quarter < half ? half : quarter;
    const bool waits = model->batch || model->takes_turns || model->workers < 2;
    return waits ? 0 : some < model->workers ? some : model->workers;
}

static size_t batch_of(const struct model *model)
{
    const size_t eighth = model->known.count / 8, half = model->workers / 2;
    const size_t some = model->rounds.ahead ? half : model->workers > eighth ? model->workers : eighth;
    return model->batch ? model->batch : some > LEAST_BATCH ? some : LEAST_BATCH;
}

static void go_on(void *state)
{
    struct model *model = state;
    struct rounds *rounds = &model->rounds;
    const size_t parameters = rounds->parameters;
    rounds_add_outcomes(rounds, &model->known);
    rounds->ahead = ahead_of(model);
    const size_t batch = batch_of(model);
    if (isinf(rounds_ns(rounds, model->known.index[0]))) { /* none is right yet */
        begin(model);
        return;
    }
    fit(model);
    find_candidates(model);
    const size_t candidates = model->candidates.count;
    FREED size_t *position = allocate((candidates * parameters + 1) * sizeof *position);
    FREED size_t *chosen = allocate(batch * sizeof *chosen);
    for (size_t c = 0; c < candidates; c++)
        rounds_positions(rounds, model->candidates.index[c], &position[c * parameters]);
    const size_t count = surrogate_choose(model->surrogate, position, candidates, rounds->open.count, chosen, batch);
    for (size_t i = 0; i < count; i++)
        rounds_propose(rounds, model->candidates.index[chosen[i]]);
    for (size_t i = count; i < batch; i++)
        rounds_propose(rounds, NO_CONFIGURATION);
}

/* Fits the times from elsewhere, if they are as many as the random ones would be. */
static void follow(struct model *model, const struct elsewhere *elsewhere)
{
    if (elsewhere->count < model->first)
        return;
    model->elsewhere = elsewhere->count;
    struct surrogate *surrogate = surrogate_new(model->rounds.choices.space);
    add_points(model, surrogate, elsewhere->index, elsewhere->ns, elsewhere->count);
    surrogate_follow(model->surrogate, surrogate);
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    struct model *model = rounds_new(sizeof *model, begin, go_on, choices, seed, most);
    model->batch = (size_t)rounds_option(&model->rounds, options, BATCH);
    model->first = (size_t)rounds_option(&model->rounds, options, FIRST);
    model->elite = (size_t)rounds_option(&model->rounds, options, ELITE);
    model->drawn = (size_t)rounds_option(&model->rounds, options, DRAWN);
    model->workers = (size_t)rounds_option(&model->rounds, options, WORKERS);
    model->workers = model->workers ? model->workers : budget->workers;
    model->workers = model->workers < MOST_WORKERS ? model->workers : MOST_WORKERS;
    model->takes_turns = budget->takes_turns;
    model->has_resources = rounds_option(&model->rounds, options, BY_RESOURCES) > 0;
    model->surrogate = choices->space ? surrogate_new(choices->space) : NULL;
    follow(model, &choices->elsewhere);
    return model;
}

static void end(void *state)
{
    struct model *model = state;
    surrogate_free(model->surrogate);
    free(model->known.index);
    free(model->around.index);
    free(model->candidates.index);
    indices_free(&model->seen);
    rounds_end(model);
}

const struct strategy model_strategy = {.name = "model",
                                        .summary = "what a model of the times expects to improve the most",
                                        .options = options,
                                        .start = start,
                                        .end = end,
                                        ROUNDS_STRATEGY};
