/* A driver of strategies without a device: a function has the times. And a strategy that cannot do without them. */
#pragma once

#include "base/memory.h"
#include "tests/check.h"
#include "tuner/search/search.h"

static const struct search_budget unlimited, binding = {.binds = true};
static const struct restriction none;

UNNEEDED static size_t count_allowed(const struct problem *problem, const struct restriction *restriction,
                                     const struct compute_device *device)
{
    size_t count;
    CHECK(allowed_count(problem, restriction, device, &count, NULL) == OK);
    return count;
}

/* Asks, and tells nothing: NO_CONFIGURATION at the end. */
UNNEEDED static uint64_t ask(struct search *search)
{
    uint64_t index;
    return search_ask(search, &index) == ASK_INDEX ? index : NO_CONFIGURATION;
}

UNNEEDED static void tell(struct search *search, uint64_t index, double ns)
{
    const struct told told = {index, ns > 0 ? OK : CRASHED, ns, {0.9 * ns, 1.1 * ns}, STOP_NOT};
    search_tell(search, &told);
}

struct drive {
    const struct bench *bench;
    const struct compute_device *device;
    const struct strategy *strategy;
    struct search_budget budget;
    uint64_t seed;
    size_t open;                                             /* so many are asked before one of them is told */
    double (*ns)(const struct bench *bench, uint64_t index); /* 0: it fails */
    const uint64_t *known;                                   /* by an earlier drive; */
    size_t known_count;
    bool budgeted; /* they are of this budget */
};

/* Drives a search to its end: which of the open ones is told is drawn. Puts what was asked into `order`, of which there
 * is room for all, and returns how many that were. */
UNNEEDED static size_t drive(const struct drive *drive, uint64_t *order)
{
    static const struct suite suite = {.name = "driven", .summary = ""};
    const struct problem problem = problem_of(&suite, drive->bench, 1000, drive->seed);
    struct search search;
    size_t count = 0, open = 0;
    CHECK(search_start(&search, &problem, &none, drive->device, drive->strategy, &drive->budget, NULL) == OK);
    FREED uint64_t *waiting = allocate((search.allowed + 1) * sizeof *waiting);
    for (size_t k = 0; k < drive->known_count; k++) {
        search_recall(&search, drive->budgeted);
        tell(&search, drive->known[k], drive->ns(drive->bench, drive->known[k]));
    }
    for (enum answer answer = ASK_INDEX; answer != ASK_DONE || open;) {
        while (open < drive->open && count <= search.allowed &&
               (answer = search_ask(&search, &waiting[open])) == ASK_INDEX)
            order[count++] = waiting[open++];
        CHECK(count <= search.most && (answer != ASK_WAIT || open));
        if (!open)
            break;
        const size_t place = job_random(drive->seed, count * 7 + open) % open;
        const uint64_t index = waiting[place];
        waiting[place] = waiting[--open];
        tell(&search, index, drive->ns(drive->bench, index));
    }
    CHECK(search.done && search.asked == search.told);
    search_end(&search);
    return count;
}

/* ---- a strategy that needs what it is told: down the steepest slope, to where all neighbours are slower ---- */

struct descent {
    struct choices choices;
    enum { FRESH, ASKED, TOLD } * state;
    size_t open;
    uint64_t best;
    double best_ns;
};

static void *descent_start(const struct choices *choices, UNNEEDED const struct search_budget *budget,
                           UNNEEDED uint64_t seed, size_t *most)
{
    struct descent *descent = allocate(sizeof *descent);
    *descent = (struct descent){*choices, allocate(choices->count * sizeof *descent->state), 0, choices->first, 0};
    *most = choices->count;
    return descent;
}

static bool is_neighbour(const struct space *space, uint64_t a, uint64_t b)
{
    size_t differing = 0;
    for (size_t p = 0; p < space_parameters(space); p++)
        differing += space_position(space, a, p) != space_position(space, b, p);
    return differing <= 1;
}

static enum answer descent_ask(void *state, uint64_t *index)
{
    struct descent *descent = state;
    for (size_t i = 0; i < descent->choices.count; i++) {
        const uint64_t choice = descent->choices.index[i];
        if (descent->state[i] != FRESH || (descent->best_ns <= 0 && choice != descent->best) ||
            !is_neighbour(descent->choices.space, choice, descent->best))
            continue;
        descent->state[i] = ASKED;
        descent->open++;
        *index = choice;
        return ASK_INDEX;
    }
    return descent->open ? ASK_WAIT : ASK_DONE;
}

static void descent_tell(void *state, const struct told *told)
{
    struct descent *descent = state;
    size_t i = 0;
    while (descent->choices.index[i] != told->index)
        i++;
    CHECK(descent->state[i] != TOLD);
    descent->open -= descent->state[i] == ASKED;
    descent->state[i] = TOLD;
    if (told->status != OK || (descent->best_ns > 0 && told->ns >= descent->best_ns))
        return;
    CHECK(!(told->interval_ns[0] > told->ns) && !(told->interval_ns[1] < told->ns)); /* which are NAN of a block */
    descent->best = told->index;
    descent->best_ns = told->ns;
}

static void descent_end(void *state)
{
    FREED struct descent *descent = state;
    free(descent->state);
}

UNNEEDED static const struct strategy descent_strategy = {"descent",   "",           2,          descent_start,
                                                          descent_ask, descent_tell, descent_end};
