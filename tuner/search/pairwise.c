/* Covers: every pair of values that some allowed configuration has; or every value. */
#include "tuner/search/order.h"

#include "base/memory.h"

#include <stdlib.h>

struct pairs {
    size_t parameters, *offset, values; /* offset: of a parameter's values among all */
    bool values_alone;                  /* a value's pair with itself is all that is to be covered */
    bool *open;                         /* values x values: the pair occurs and is not covered yet */
};

static void pairs_of(const struct pairs *pairs, const struct space *space, uint64_t index, size_t *value)
{
    for (size_t i = pairs->parameters; i-- > 0;) {
        value[i] = pairs->offset[i] + index % space->parameters[i].count;
        index /= space->parameters[i].count;
    }
}

static size_t count_open(const struct pairs *pairs, const size_t *value)
{
    size_t count = 0;
    for (size_t i = 0; i < pairs->parameters; i++)
        for (size_t j = i; j < (pairs->values_alone ? i + 1 : pairs->parameters); j++)
            count += pairs->open[value[i] * pairs->values + value[j]];
    return count;
}

static void set_open(struct pairs *pairs, const size_t *value, bool open)
{
    for (size_t i = 0; i < pairs->parameters; i++)
        for (size_t j = i; j < pairs->parameters; j++)
            pairs->open[value[i] * pairs->values + value[j]] = open;
}

/* A greedy cover: always the configuration with the most pairs that are still open. A value's pair with itself counts
 * too, so that a space of one parameter is covered. What a configuration had open at last is the most that it has now,
 * so only those are counted again that may be the best: a tenth. */
static size_t cover(bool values_alone, const struct choices *choices, uint64_t seed, uint64_t *order)
{
    const struct space *space = choices->space;
    const size_t count = choices->count;
    struct pairs pairs = {.parameters = space_parameters(space), .values_alone = values_alone};
    pairs.offset = allocate(pairs.parameters * sizeof *pairs.offset);
    for (size_t i = 0; i < pairs.parameters; i++) {
        pairs.offset[i] = pairs.values;
        pairs.values += space->parameters[i].count;
    }
    pairs.open = allocate(pairs.values * pairs.values * sizeof *pairs.open);
    uint64_t *candidates = order_shuffled(choices, seed);
    size_t *value = allocate(pairs.parameters * sizeof *value), *had = allocate(count * sizeof *had);
    for (size_t c = 0; c < count; c++) {
        pairs_of(&pairs, space, candidates[c], value);
        set_open(&pairs, value, true);
        had[c] = SIZE_MAX;
    }
    size_t covering = 0;
    for (;;) {
        size_t best = 0, most = 0;
        for (size_t c = 0; c < count; c++) {
            if (had[c] <= most)
                continue;
            pairs_of(&pairs, space, candidates[c], value);
            had[c] = count_open(&pairs, value);
            if (had[c] > most) {
                most = had[c];
                best = c;
            }
        }
        if (!most)
            break;
        pairs_of(&pairs, space, candidates[best], value);
        set_open(&pairs, value, false);
        order[covering++] = candidates[best];
    }
    free(had);
    free(value);
    free(candidates);
    free(pairs.open);
    free(pairs.offset);
    return covering;
}

static void *start(bool values_alone, const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                   size_t *most)
{
    uint64_t *order = allocate(choices->count * sizeof *order);
    const size_t count = cover(values_alone, choices, seed, order);
    return order_start(choices, budget, order, count, most);
}

static void *start_pairs(const struct choices *choices, const struct search_budget *budget, uint64_t seed, size_t *most)
{
    return start(false, choices, budget, seed, most);
}

static void *start_values(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                          size_t *most)
{
    return start(true, choices, budget, seed, most);
}

const struct strategy pairwise_strategy = {.name = "pairwise",
                                           .summary = "a small cover in which every pair of parameter values occurs",
                                           .start = start_pairs,
                                           ORDER_STRATEGY};

const struct strategy values_strategy = {.name = "values",
                                         .summary = "a smaller cover, in which every parameter value occurs",
                                         .start = start_values,
                                         ORDER_STRATEGY};
