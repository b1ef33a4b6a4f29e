#include "tuner/search/order.h"

#include "base/memory.h"
#include "tuner/search/tries.h"
#include "tuner/suite.h"

#include <stdlib.h>
#include <string.h>

struct order {
    uint64_t *index;
    size_t count, at;
    uint64_t *known; /* told before anything was asked */
    size_t known_count, known_capacity;
    struct tries *tries;
};

/* In how many parameters two configurations differ. */
static size_t distance(const struct space *space, uint64_t a, uint64_t b)
{
    size_t differing = 0;
    for (size_t i = space_parameters(space); i-- > 0;) {
        uint64_t count = space->parameters[i].count;
        differing += a % count != b % count;
        a /= count;
        b /= count;
    }
    return differing;
}

uint64_t order_nearest(const struct choices *choices, uint64_t origin)
{
    size_t best = 0, least = SIZE_MAX;
    for (size_t i = 0; i < choices->count; i++) {
        size_t differing = distance(choices->space, choices->index[i], origin);
        if (differing < least) {
            least = differing;
            best = i;
        }
    }
    return choices->index[best];
}

static int by_index(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* ---- making one ---- */

/* An order being made, and which of the choices are in it already. */
struct making {
    const struct choices *choices;
    struct order *order;
    bool *taken;
};

/* Takes a choice, unless it was taken. */
static void append(struct making *making, uint64_t index)
{
    const struct choices *choices = making->choices;
    const uint64_t *found = bsearch(&index, choices->index, choices->count, sizeof index, by_index);
    if (!found || making->taken[found - choices->index])
        return;
    making->taken[found - choices->index] = true;
    making->order->index[making->order->count++] = index;
}

/* The nearest to the first one of those that have a value. */
struct nearby {
    uint64_t index;
    size_t differing;
};

/* Looks whether a configuration is the nearest yet for each of its values; `of_value` has all values of all parameters,
 * the last parameter's first. */
static void take_nearer(const struct choices *choices, uint64_t index, struct nearby *of_value)
{
    const struct space *space = choices->space;
    const size_t differing = distance(space, index, choices->first);
    uint64_t rest = index;
    for (size_t p = space_parameters(space); p-- > 0;) {
        size_t count = space->parameters[p].count;
        struct nearby *nearby = &of_value[rest % count];
        if (differing < nearby->differing)
            *nearby = (struct nearby){index, differing};
        rest /= count;
        of_value += count;
    }
}

/* One configuration for each value of every parameter. */
static void append_values(struct making *making)
{
    const struct space *space = making->choices->space;
    size_t parameters = space_parameters(space), values = 0, end;
    for (size_t p = 0; p < parameters; p++)
        values += space->parameters[p].count;
    struct nearby *of_value = allocate(values * sizeof *of_value);
    for (size_t v = 0; v < values; v++)
        of_value[v] = (struct nearby){NO_CONFIGURATION, SIZE_MAX};
    for (size_t i = 0; i < making->choices->count; i++)
        take_nearer(making->choices, making->choices->index[i], of_value);
    end = values;
    for (size_t p = 0; p < parameters; p++) {
        end -= space->parameters[p].count;
        for (size_t v = 0; v < space->parameters[p].count; v++)
            append(making, of_value[end + v].index);
    }
    free(of_value);
}

void *order_start(const struct choices *choices, const struct search_budget *budget, uint64_t *order, size_t count,
                  size_t *most)
{
    struct order *made = allocate(sizeof *made);
    struct making making = {choices, made, allocate(choices->count * sizeof *making.taken)};
    made->index = allocate(choices->count * sizeof *made->index);
    made->tries = tries_new(choices->space);
    append(&making, choices->first);
    if (budget->binds)
        append_values(&making);
    for (size_t i = 0; i < count; i++)
        append(&making, order[i]);
    free(making.taken);
    free(order);
    *most = made->count;
    return made;
}

void strategy_shuffle(uint64_t *list, size_t count, uint64_t seed)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = job_random(seed, i) % i;
        uint64_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

uint64_t *order_shuffled(const struct choices *choices, uint64_t seed)
{
    uint64_t *order = allocate(choices->count * sizeof *order);
    memcpy(order, choices->index, choices->count * sizeof *order);
    strategy_shuffle(order, choices->count, seed);
    return order;
}

/* All of them at random: the best so far falls quickly, which is what racing lives on. */
static void *start_shuffled(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                            size_t *most)
{
    return order_start(choices, budget, order_shuffled(choices, seed), choices->count, most);
}

/* ---- asking and telling ---- */

/* Leaves out what is known. */
static void leave_out(struct order *order)
{
    size_t kept = 0;
    qsort(order->known, order->known_count, sizeof *order->known, by_index);
    for (size_t i = 0; i < order->count; i++)
        if (!bsearch(&order->index[i], order->known, order->known_count, sizeof *order->known, by_index))
            order->index[kept++] = order->index[i];
    order->count = kept;
    order->known_count = 0;
}

/* What comes still, in its order; but what is put off behind the rest. */
static void arrange(struct order *order)
{
    const size_t coming = order->count - order->at;
    uint64_t *later = allocate(coming * sizeof *later);
    size_t at = order->at, put_off = 0;
    for (size_t i = order->at; i < order->count; i++)
        if (tries_put_off(order->tries, order->index[i]))
            later[put_off++] = order->index[i];
        else
            order->index[at++] = order->index[i];
    memcpy(order->index + at, later, put_off * sizeof *later);
    free(later);
}

enum answer order_ask(void *state, uint64_t *index)
{
    struct order *order = state;
    if (order->known_count)
        leave_out(order);
    if (order->at == order->count)
        return ASK_DONE;
    *index = order->index[order->at++];
    return ASK_INDEX;
}

void order_tell(void *state, const struct told *told)
{
    struct order *order = state;
    if (!order->at) {
        order->known = grow(order->known, order->known_count, &order->known_capacity, sizeof *order->known);
        order->known[order->known_count++] = told->index;
    }
    if (tries_tell(order->tries, told->index, told->status))
        arrange(order);
}

void order_end(void *state)
{
    struct order *order = state;
    tries_free(order->tries);
    free(order->known);
    free(order->index);
    free(order);
}

static void *start_listed(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                          size_t *most)
{
    (void)budget, (void)seed;
    struct order *order = allocate(sizeof *order);
    *order = (struct order){.index = allocate(choices->count * sizeof *order->index), .count = choices->count};
    for (size_t i = 0; i < choices->count; i++)
        order->index[i] = choices->index[i];
    *most = choices->count;
    return order;
}

const struct strategy exhaustive_strategy = {.name = "exhaustive",
                                             .summary = "every allowed configuration, in random order",
                                             .start = start_shuffled,
                                             ORDER_STRATEGY};
const struct strategy random_strategy = {.name = "random",
                                         .summary = "allowed configurations in random order, until the budget ends",
                                         .start = start_shuffled,
                                         ORDER_STRATEGY};
const struct strategy listed_strategy = {
    .name = "listed", .summary = "what is listed, in that order", .start = start_listed, ORDER_STRATEGY};
