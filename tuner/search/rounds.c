#include "tuner/search/rounds.h"

#include "base/memory.h"
#include "tuner/search/allowed.h"
#include "tuner/search/order.h"
#include "tuner/search/outcomes.h"
#include "tuner/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The number of rounds without a fresh proposal after which the search also ends; the maximum number of neighbours; and
 * the tries of a perturbation. */
enum { MOST_IDLE = 20, MOST_NEIGHBOURS = 1 << 14, MOST_KICKS = 8 };

void list_add(struct list *list, uint64_t index)
{
    list->index = grow(list->index, list->count, &list->capacity, sizeof *list->index);
    list->index[list->count++] = index;
}

/* ---- asking and telling ---- */

void *rounds_new(size_t size, void (*begin)(void *state), void (*go_on)(void *state), const struct choices *choices,
                 uint64_t seed, uint64_t *most)
{
    static const struct search_budget none;
    struct rounds *rounds = allocate(size);
    *rounds = (struct rounds){.begin = begin, .go_on = go_on, .choices = *choices};
    rounds->seed = job_random(seed, ~choices->count);
    rounds->outcomes = outcomes_new();
    if (!choices->space) {
        rounds->others = listed_strategy.start(choices, &none, seed, most);
        return rounds;
    }
    rounds->parameters = space_parameters(choices->space);
    rounds->others = order_start(choices, NULL, NULL, 0, true, seed, most);
    return rounds;
}

void rounds_end(void *state)
{
    struct rounds *rounds = state;
    order_end(rounds->others);
    outcomes_free(rounds->outcomes);
    indices_free(&rounds->visited);
    indices_free(&rounds->settled);
    free(rounds->proposed.index);
    free(rounds->last.index);
    free(rounds->open.index);
    free(rounds);
}

/* Reports outcomes to the source of fresh configurations, so that it postpones values that always fail. */
static void settle(struct rounds *rounds, uint64_t index)
{
    const bool failed = isinf(rounds_ns(rounds, index));
    if (indices_add(&rounds->settled, index))
        order_tell(rounds->others, &(struct observation){.index = index, .status = failed ? CRASHED : OK});
}

/* Settles the oldest proposals until at most `ahead` are open, regardless of other outcomes, so that a round does not
 * depend on how long others took. False while it waits for an outcome. */
static bool take(struct rounds *rounds)
{
    struct list *open = &rounds->open;
    size_t taken = 0;
    for (; open->count - taken > rounds->ahead; taken++) {
        const struct outcome *outcome = outcomes_find(rounds->outcomes, open->index[taken]);
        if (!outcome || isnan(outcome->ns))
            break;
        settle(rounds, open->index[taken]);
        list_add(&rounds->last, open->index[taken]);
    }
    open->count -= taken;
    if (taken && open->count)
        memmove(open->index, open->index + taken, open->count * sizeof *open->index);
    return open->count <= rounds->ahead;
}

/* Proposes the next round; false if nothing is left. */
static bool propose_next(struct rounds *rounds)
{
    rounds->idle = rounds->fresh ? 0 : rounds->idle + 1;
    rounds->proposed.count = rounds->fresh = rounds->at = 0;
    if (rounds->has_begun && rounds->idle < MOST_IDLE)
        rounds->go_on(rounds);
    rounds->last.count = 0;
    bool goes_on = rounds->proposed.count > 0;
    if (!goes_on) {
        rounds->idle = 0;
        rounds->has_begun = true;
        rounds->begin(rounds);
        goes_on = true; /* a first round may be smaller than the first choices */
        while (goes_on && rounds->visited.count < rounds->choices.warm_start)
            goes_on = rounds_propose(rounds, NO_CONFIGURATION) != NO_CONFIGURATION;
        goes_on = rounds->fresh > 0;
    }
    for (size_t i = 0; i < rounds->proposed.count; i++)
        list_add(&rounds->open, rounds->proposed.index[i]);
    return goes_on;
}

enum ask_result rounds_ask(void *state, uint64_t *index)
{
    struct rounds *rounds = state;
    if (!rounds->choices.space)
        return order_ask(rounds->others, index);
    do {
        while (rounds->at < rounds->proposed.count) {
            *index = rounds->proposed.index[rounds->at++];
            if (outcomes_find(rounds->outcomes, *index))
                continue;
            outcomes_set(rounds->outcomes, *index, &(struct outcome){.ns = NAN});
            return ASK_INDEX;
        }
        if (!take(rounds))
            return ASK_WAIT;
    } while (propose_next(rounds));
    return ASK_DONE;
}

void rounds_tell(void *state, const struct observation *observed)
{
    struct rounds *rounds = state;
    const double ns = observed->status == OK || observed->ns > 0 ? observed->ns : 1;
    const bool is_wrong = status_is_failure(observed->status) || !(ns > 0);
    outcomes_set(rounds->outcomes, observed->index, &(struct outcome){is_wrong ? INFINITY : ns, observed->resources});
    if (!rounds->choices.space)
        order_tell(rounds->others, observed);
}

/* ---- for the strategies ---- */

double rounds_option(const struct rounds *rounds, const struct strategy_option *options, size_t i)
{
    return rounds->choices.option ? rounds->choices.option[i] : options[i].initial;
}

uint64_t rounds_propose(struct rounds *rounds, uint64_t index)
{
    const bool is_drawn = index == NO_CONFIGURATION;
    do {
        if (is_drawn && order_ask(rounds->others, &index) != ASK_INDEX)
            return NO_CONFIGURATION;
    } while (is_drawn && indices_have(&rounds->visited, index));
    if (indices_add(&rounds->visited, index))
        rounds->fresh++;
    list_add(&rounds->proposed, index);
    return index;
}

uint64_t rounds_propose_first(struct rounds *rounds)
{
    const bool is_beginning = !rounds->visited.count;
    const uint64_t index = rounds_propose(rounds, NO_CONFIGURATION);
    for (size_t i = 1; is_beginning && i < rounds->choices.warm_start; i++)
        rounds_propose(rounds, NO_CONFIGURATION);
    return index;
}

double rounds_ns(const struct rounds *rounds, uint64_t index)
{
    const struct outcome *outcome = outcomes_find(rounds->outcomes, index);
    return outcome && !isnan(outcome->ns) ? outcome->ns : INFINITY;
}

void rounds_add_outcomes(const struct rounds *rounds, struct list *known)
{
    for (size_t i = 0; i < rounds->last.count; i++) {
        const uint64_t index = rounds->last.index[i];
        size_t at = known->count;
        list_add(known, index);
        for (; at > 0 && rounds_ns(rounds, index) < rounds_ns(rounds, known->index[at - 1]); at--)
            known->index[at] = known->index[at - 1];
        known->index[at] = index;
    }
}

const struct compute_resources *rounds_resources(const struct rounds *rounds, uint64_t index)
{
    const struct outcome *outcome = outcomes_find(rounds->outcomes, index);
    return outcome && outcome->resources.registers > 0 ? &outcome->resources : NULL;
}

bool rounds_is_fresh(const struct rounds *rounds, uint64_t index)
{
    return !indices_have(&rounds->visited, index);
}

uint64_t rounds_random(struct rounds *rounds)
{
    return job_random(rounds->seed, rounds->drawn++);
}

size_t rounds_below(struct rounds *rounds, size_t n)
{
    return (size_t)(rounds_uniform(rounds) * (double)n);
}

double rounds_uniform(struct rounds *rounds)
{
    return job_uniform(rounds->seed, rounds->drawn++);
}

size_t rounds_values(const struct rounds *rounds, size_t parameter)
{
    return rounds->choices.space->parameters[parameter].count;
}

void rounds_positions(const struct rounds *rounds, uint64_t index, size_t *position)
{
    for (size_t p = rounds->parameters; p-- > 0;) {
        position[p] = index % rounds_values(rounds, p);
        index /= rounds_values(rounds, p);
    }
}

uint64_t rounds_index(const struct rounds *rounds, const size_t *position)
{
    uint64_t index = 0;
    for (size_t p = 0; p < rounds->parameters; p++)
        index = index * rounds_values(rounds, p) + position[p];
    return index;
}

static bool is_kept(const struct rounds *rounds, uint64_t index)
{
    return allowed_keep(rounds->choices.allowed, &index, 1);
}

uint64_t rounds_nearest(struct rounds *rounds, uint64_t index)
{
    const struct solved *solved = &rounds->choices.allowed->solved;
    if (solved_rank(solved, index) == NO_CONFIGURATION)
        index = solved_nearest_drawn(solved, index, rounds_random(rounds));
    return is_kept(rounds, index) ? index : NO_CONFIGURATION;
}

static bool add_neighbour(void *user, uint64_t index)
{
    struct list *list = user;
    list_add(list, index);
    return list->count < MOST_NEIGHBOURS;
}

void rounds_around(struct rounds *rounds, uint64_t index, size_t most, struct list *list)
{
    const struct neighbourhood neighbourhood = {most, SIZE_MAX};
    list->count = 0;
    solved_neighbours(&rounds->choices.allowed->solved, index, &neighbourhood, add_neighbour, list);
    strategy_shuffle(list->index, list->count, rounds_random(rounds));
}

void rounds_neighbours(struct rounds *rounds, uint64_t index, struct list *list)
{
    list->count = 0;
    for (size_t most = 1; most <= 2 && !list->count; most++) {
        rounds_around(rounds, index, most, list);
        list->count = allowed_keep(rounds->choices.allowed, list->index, list->count);
    }
}

uint64_t rounds_draw(struct rounds *rounds)
{
    return solved_draw(&rounds->choices.allowed->solved, rounds_random(rounds), 0);
}

uint64_t rounds_draw_near(struct rounds *rounds, uint64_t index, size_t most)
{
    const struct solved *solved = &rounds->choices.allowed->solved;
    FREED size_t *position = allocate((rounds->parameters + 1) * sizeof *position);
    rounds_positions(rounds, index, position);
    for (size_t i = 0; i < most && rounds->parameters; i++) {
        const size_t p = rounds_below(rounds, rounds->parameters);
        position[p] = rounds_below(rounds, rounds_values(rounds, p));
    }
    const uint64_t drawn = rounds_index(rounds, position);
    return solved_rank(solved, drawn) == NO_CONFIGURATION ? solved_nearest_drawn(solved, drawn, rounds_random(rounds))
                                                          : drawn;
}

uint64_t rounds_kick(struct rounds *rounds, uint64_t index, size_t most)
{
    for (size_t kick = 0; kick < MOST_KICKS && rounds->parameters; kick++) {
        const uint64_t kicked = rounds_draw_near(rounds, index, most);
        if (kicked != index && is_kept(rounds, kicked))
            return kicked;
    }
    return index;
}

uint64_t rounds_cross(struct rounds *rounds, uint64_t one, uint64_t other)
{
    FREED size_t *position = allocate((2 * rounds->parameters + 1) * sizeof *position);
    size_t *of_other = position + rounds->parameters;
    rounds_positions(rounds, one, position);
    rounds_positions(rounds, other, of_other);
    for (size_t p = 0; p < rounds->parameters; p++)
        if (rounds_below(rounds, 2))
            position[p] = of_other[p];
    const uint64_t crossed = rounds_nearest(rounds, rounds_index(rounds, position));
    return crossed == NO_CONFIGURATION ? one : crossed;
}
