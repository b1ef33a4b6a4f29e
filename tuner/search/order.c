#include "tuner/search/order.h"

#include "base/memory.h"
#include "tuner/search/allowed.h"
#include "tuner/search/indices.h"
#include "tuner/search/permutation.h"
#include "tuner/search/tries.h"

#include <stdlib.h>

/* The number drawn at once, to be filtered: it grows from the fewest to the most while none is kept; and the number
 * without a kept one after which the rest is given up. */
enum { FEWEST_DRAWN = 64, MOST_DRAWN = 1 << 14, GIVEN_UP = 1 << 20 };

struct order {
    const struct allowed *allowed;  /* NULL: a list */
    uint64_t *index, *later;        /* first choices; postponed ones */
    size_t count, at, laters, late; /* late: of the postponed ones, those proposed */
    size_t capacity, later_capacity;
    struct permutation others; /* ranks */
    uint64_t drawn;            /* of them */
    uint64_t *batch;
    size_t kept, taken;           /* of the batch */
    struct indices listed, known; /* first choices; outcomes told before the first request */
    struct tries *tries;
    bool asked;
};

/* ---- drawing ---- */

/* Draws the next batch of the others, filtered; false at their end. */
static bool draw(struct order *order)
{
    const struct permutation *others = &order->others;
    size_t rejected = 0;
    order->kept = order->taken = 0;
    while (!order->kept && order->drawn < others->count && rejected < GIVEN_UP) {
        const size_t most = !rejected ? FEWEST_DRAWN : rejected < MOST_DRAWN ? rejected : MOST_DRAWN;
        order->batch = resize(order->batch, most * sizeof *order->batch);
        size_t count = 0;
        for (; count < most && order->drawn < others->count; order->drawn++)
            order->batch[count++] = solved_index(&order->allowed->solved, permutation_at(others, order->drawn));
        order->kept = allowed_keep(order->allowed, order->batch, count);
        rejected += count;
    }
    return order->kept > 0;
}

static struct order *order_new(const struct choices *choices, bool others, uint64_t seed)
{
    struct order *order = allocate(sizeof *order);
    order->allowed = choices->allowed;
    order->others = (struct permutation){others ? choices->count : 0, seed};
    return order;
}

uint64_t *order_first(struct choices *choices, uint64_t origin, const struct wanted *wanted)
{
    const struct allowed *allowed = choices->allowed;
    uint64_t *first = allocate((wanted->count + 1) * sizeof *first);
    *first = allowed_nearest(allowed, origin);
    choices->first = first;
    choices->elsewhere = wanted->elsewhere;
    choices->warm_start = *first != NO_CONFIGURATION;
    for (size_t i = 0; i < wanted->count && choices->warm_start; i++) {
        uint64_t nearest = solved_nearest(&allowed->solved, wanted->index[i]);
        bool is_there = !allowed_keep(allowed, &nearest, 1);
        for (size_t before = 0; before < choices->warm_start; before++)
            is_there = is_there || first[before] == nearest;
        if (!is_there)
            first[choices->warm_start++] = nearest;
    }
    return first;
}

/* ---- making one ---- */

/* Appends a choice, unless it was appended already. */
static void append(struct order *order, uint64_t index)
{
    if (index == NO_CONFIGURATION || !indices_add(&order->listed, index))
        return;
    order->index = grow(order->index, order->count, &order->capacity, sizeof *order->index);
    order->index[order->count++] = index;
}

/* One configuration for each value of every parameter, near the best elsewhere. */
static void append_values(struct order *order, const struct choices *choices)
{
    size_t values = 0, some = 0;
    for (size_t p = 0; p < space_parameters(choices->space); p++)
        values += choices->space->parameters[p].count;
    FREED uint64_t *nearest = allocate(values * sizeof *nearest);
    solved_nearest_values(&choices->allowed->solved, choices->first[choices->warm_start > 1], nearest);
    for (size_t v = 0; v < values; v++)
        if (nearest[v] != NO_CONFIGURATION)
            nearest[some++] = nearest[v];
    some = allowed_keep(choices->allowed, nearest, some);
    for (size_t v = 0; v < some; v++)
        append(order, nearest[v]);
}

struct order *order_start(const struct choices *choices, const struct search_budget *budget, uint64_t *order,
                          size_t count, bool others, uint64_t seed, uint64_t *most)
{
    struct order *made = order_new(choices, others, seed);
    made->tries = tries_new(choices->space);
    for (size_t i = 0; i < choices->warm_start; i++)
        append(made, choices->first[i]);
    if (budget && (budget->binds || (others && choices->warm_start > 1)))
        append_values(made, choices);
    for (size_t i = 0; i < count; i++)
        append(made, order[i]);
    free(order);
    *most = others ? choices->count : made->count;
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

void *order_start_shuffled(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                           uint64_t *most)
{
    return order_start(choices, budget, NULL, 0, true, seed, most);
}

/* ---- asking and telling ---- */

/* The next one in the order, postponed or not. */
static bool take(struct order *order, uint64_t *index)
{
    bool is_listed;
    do {
        is_listed = order->at < order->count;
        if (!is_listed && order->taken == order->kept && !draw(order))
            return false;
        *index = is_listed ? order->index[order->at++] : order->batch[order->taken++];
    } while (indices_have(&order->known, *index) || (!is_listed && indices_have(&order->listed, *index)));
    return true;
}

enum ask_result order_ask(void *state, uint64_t *index)
{
    struct order *order = state;
    order->asked = true;
    while (take(order, index)) {
        if (!tries_put_off(order->tries, *index))
            return ASK_INDEX;
        order->later = grow(order->later, order->laters, &order->later_capacity, sizeof *order->later);
        order->later[order->laters++] = *index;
    }
    if (order->late == order->laters)
        return ASK_DONE;
    *index = order->later[order->late++];
    return ASK_INDEX;
}

void order_tell(void *state, const struct observation *observed)
{
    struct order *order = state;
    if (!order->asked)
        indices_add(&order->known, observed->index);
    tries_tell(order->tries, observed->index, observed->status);
}

void order_end(void *state)
{
    struct order *order = state;
    tries_free(order->tries);
    indices_free(&order->listed);
    indices_free(&order->known);
    free(order->later);
    free(order->index);
    free(order->batch);
    free(order);
}

static void *start_listed(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                          uint64_t *most)
{
    (void)budget, (void)seed;
    struct order *order = order_new(choices, false, 0);
    order->index = allocate(choices->count * sizeof *order->index);
    for (; order->count < choices->count; order->count++)
        order->index[order->count] = choices->index[order->count];
    *most = choices->count;
    return order;
}

const struct strategy listed_strategy = {
    .name = "listed", .summary = "what is listed, in that order", .start = start_listed, ORDER_STRATEGY};
