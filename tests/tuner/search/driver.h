/* A driver of strategies without a device: a function returns the times. And a strategy that requires them. */
#pragma once

#include "base/memory.h"
#include "tests/check.h"
#include "tuner/search/indices.h"
#include "tuner/search/search.h"

static const struct search_budget unlimited, binding = {.binds = true};
static const struct restriction none;

/* The number of allowed configurations: all are counted. */
UNNEEDED static uint64_t count_allowed(const struct problem *problem, const struct restriction *restriction,
                                       const struct compute_device *on)
{
    FREED_BY(allowed_free) struct allowed allowed;
    CHECK(allowed_solve(problem, restriction, on, &allowed, NULL) == OK && !allowed.left_outs);
    return allowed.solved.count;
}

/* Asks, without telling outcomes: NO_CONFIGURATION at the end. */
UNNEEDED static uint64_t ask(struct search *search)
{
    uint64_t index;
    return search_ask(search, &index) == ASK_INDEX ? index : NO_CONFIGURATION;
}

UNNEEDED static void tell(struct search *search, uint64_t index, double ns)
{
    const struct observation observed = {.index = index,
                                         .status = ns > 0 ? OK : CRASHED,
                                         .ns = ns,
                                         .interval_ns = {0.9 * ns, 1.1 * ns},
                                         .stop = STOP_NOT};
    search_tell(search, &observed);
}

struct drive {
    const struct bench *bench;
    const struct compute_device *device;
    const struct strategy *strategy;
    struct search_budget budget;
    uint64_t seed;
    size_t open;                                             /* the number asked before one of them is told */
    double (*ns)(const struct bench *bench, uint64_t index); /* 0: it fails */
    const uint64_t *known;                                   /* by an earlier drive; */
    size_t known_count;
    bool budgeted; /* they are of this budget */
};

/* Drives a search to its end: the next open one to tell is drawn. Writes the asked indices to `order`, which has room
 * for all, and returns their number. */
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
    for (enum ask_result answer = ASK_INDEX; answer != ASK_DONE || open;) {
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
    CHECK(search.done && search.asked == search.observed);
    search_end(&search);
    return count;
}

/* ---- a strategy that requires outcomes: down the steepest slope, until all neighbours are slower ---- */

struct descent {
    struct choices choices;
    struct indices asked, observed;
    size_t open;
    uint64_t best, next;
    double best_ns;
};

static void *descent_start(const struct choices *choices, UNNEEDED const struct search_budget *budget,
                           UNNEEDED uint64_t seed, uint64_t *most)
{
    struct descent *descent = allocate(sizeof *descent);
    *descent = (struct descent){.choices = *choices, .best = *choices->first};
    *most = choices->count;
    return descent;
}

static bool is_known(void *state, uint64_t index)
{
    struct descent *descent = state;
    descent->next = index;
    return indices_have(&descent->asked, index) || indices_have(&descent->observed, index);
}

static enum ask_result descent_ask(void *state, uint64_t *index)
{
    static const struct neighbourhood one = {1, SIZE_MAX};
    struct descent *descent = state;
    descent->next = descent->best;
    if (descent->best_ns > 0)
        solved_neighbours(&descent->choices.allowed->solved, descent->best, &one, is_known, descent);
    if (is_known(descent, descent->next))
        return descent->open ? ASK_WAIT : ASK_DONE;
    indices_add(&descent->asked, descent->next);
    descent->open++;
    *index = descent->next;
    return ASK_INDEX;
}

static void descent_tell(void *state, const struct observation *observed)
{
    struct descent *descent = state;
    CHECK(indices_add(&descent->observed, observed->index));
    descent->open -= indices_have(&descent->asked, observed->index);
    if (observed->status != OK || (descent->best_ns > 0 && observed->ns >= descent->best_ns))
        return;
    CHECK(!(observed->interval_ns[0] > observed->ns) &&
          !(observed->interval_ns[1] < observed->ns)); /* NAN for a single block */
    descent->best = observed->index;
    descent->best_ns = observed->ns;
}

static void descent_end(void *state)
{
    FREED struct descent *descent = state;
    indices_free(&descent->asked);
    indices_free(&descent->observed);
}

UNNEEDED static const struct strategy descent_strategy = {.name = "descent",
                                                          .summary = "",
                                                          .ahead = 2,
                                                          .start = descent_start,
                                                          .ask = descent_ask,
                                                          .tell = descent_tell,
                                                          .end = descent_end};
