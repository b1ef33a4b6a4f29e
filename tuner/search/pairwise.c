/* Covers: every pair of values that some allowed configuration has; or every value. */
#include "tuner/search/strategy.h"

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
static size_t order_cover(bool values_alone, const struct space *space, const uint64_t *allowed, size_t count,
                          uint64_t seed, uint64_t *order)
{
    struct pairs pairs = {.parameters = space_parameters(space), .values_alone = values_alone};
    pairs.offset = allocate(pairs.parameters * sizeof *pairs.offset);
    for (size_t i = 0; i < pairs.parameters; i++) {
        pairs.offset[i] = pairs.values;
        pairs.values += space->parameters[i].count;
    }
    pairs.open = allocate(pairs.values * pairs.values * sizeof *pairs.open);
    uint64_t *candidates = allocate(count * sizeof *candidates);
    size_t *value = allocate(pairs.parameters * sizeof *value), *had = allocate(count * sizeof *had);
    strategy_shuffled(space, allowed, count, seed, candidates);
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

static size_t order_pairwise(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed,
                             uint64_t *order)
{
    return order_cover(false, space, allowed, count, seed, order);
}

static size_t order_values(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed,
                           uint64_t *order)
{
    return order_cover(true, space, allowed, count, seed, order);
}

const struct strategy pairwise_strategy = {
    .name = "pairwise",
    .summary = "a small cover in which every pair of parameter values occurs",
    .order = order_pairwise,
};

const struct strategy values_strategy = {
    .name = "values",
    .summary = "a smaller cover, in which every parameter value occurs",
    .order = order_values,
};
