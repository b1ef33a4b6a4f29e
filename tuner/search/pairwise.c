/* Covering arrays: every pair of values that an allowed configuration has; or every value. */
#include "tuner/search/order.h"

#include "base/memory.h"
#include "tuner/search/allowed.h"
#include "tuner/search/permutation.h"

#include <stdlib.h>

struct pairs {
    size_t parameters, *offset, values; /* offset: of a parameter's values among all */
    bool values_alone;                  /* only a value's pair with itself is to be covered */
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

/* ---- candidates ---- */

/* The maximum of candidates: all configurations of most spaces; more hardly make covers smaller. */
enum { MOST_CANDIDATES = 1 << 16 };

struct candidates {
    uint64_t *index;
    size_t count, capacity;
};

static void add_candidate(struct candidates *candidates, uint64_t index)
{
    candidates->index = grow(candidates->index, candidates->count, &candidates->capacity, sizeof *candidates->index);
    candidates->index[candidates->count++] = index;
}

/* Adds a candidate with value v of parameter p and w of q, if there is none, and the pair occurs. */
static void add_missing(struct pairs *pairs, const struct allowed *allowed, size_t p, size_t v, size_t q, size_t w,
                        struct candidates *candidates, size_t *value)
{
    if (pairs->open[(pairs->offset[p] + v) * pairs->values + pairs->offset[q] + w] || (p == q && v != w))
        return;
    uint64_t index = solved_with(&allowed->solved, (const size_t[]){p, q}, (const size_t[]){v, w});
    if (index == NO_CONFIGURATION || !allowed_keep(allowed, &index, 1))
        return;
    add_candidate(candidates, index);
    pairs_of(pairs, allowed->solved.space, index, value);
    set_open(pairs, value, true);
}

/* Makes the candidates of a cover, in random order, and the pairs that they have. */
static struct candidates choose(struct pairs *pairs, const struct choices *choices, uint64_t seed, size_t *value)
{
    const struct space *space = choices->space;
    const struct permutation order = {choices->count, seed};
    struct candidates candidates = {0};
    while (candidates.count < MOST_CANDIDATES && candidates.count < choices->count)
        add_candidate(&candidates, solved_index(&choices->allowed->solved, permutation_at(&order, candidates.count)));
    const bool all = candidates.count == choices->count;
    candidates.count = allowed_keep(choices->allowed, candidates.index, candidates.count);
    for (size_t c = 0; c < candidates.count; c++) {
        pairs_of(pairs, space, candidates.index[c], value);
        set_open(pairs, value, true);
    }
    for (size_t p = 0; p < pairs->parameters && !all; p++)
        for (size_t q = p; q < (pairs->values_alone ? p + 1 : pairs->parameters); q++)
            for (size_t v = 0; v < space->parameters[p].count; v++)
                for (size_t w = 0; w < space->parameters[q].count; w++)
                    add_missing(pairs, choices->allowed, p, v, q, w, &candidates, value);
    return candidates;
}

/* A greedy cover: always the configuration with the most pairs that are still open. A value's pair with itself counts
 * too, so that a space of one parameter is covered. The open pairs of a configuration never increase, so only those
 * that may be the best are counted again: a tenth. */
static uint64_t *cover(bool values_alone, const struct choices *choices, uint64_t seed, size_t *covering)
{
    const struct space *space = choices->space;
    struct pairs pairs = {.parameters = space_parameters(space), .values_alone = values_alone};
    pairs.offset = allocate(pairs.parameters * sizeof *pairs.offset);
    for (size_t i = 0; i < pairs.parameters; i++) {
        pairs.offset[i] = pairs.values;
        pairs.values += space->parameters[i].count;
    }
    pairs.open = allocate(pairs.values * pairs.values * sizeof *pairs.open);
    FREED size_t *value = allocate(pairs.parameters * sizeof *value);
    struct candidates candidates = choose(&pairs, choices, seed, value);
    const size_t count = candidates.count;
    FREED size_t *had = allocate(count * sizeof *had);
    for (size_t c = 0; c < count; c++)
        had[c] = SIZE_MAX;
    *covering = 0;
    for (;;) {
        size_t best = 0, most = 0;
        for (size_t c = *covering; c < count; c++) {
            if (had[c] <= most)
                continue;
            pairs_of(&pairs, space, candidates.index[c], value);
            had[c] = count_open(&pairs, value);
            if (had[c] > most) {
                most = had[c];
                best = c;
            }
        }
        if (!most)
            break;
        pairs_of(&pairs, space, candidates.index[best], value);
        set_open(&pairs, value, false);
        const uint64_t taken = candidates.index[best];
        candidates.index[best] = candidates.index[*covering];
        had[best] = had[*covering];
        candidates.index[(*covering)++] = taken;
    }
    free(pairs.open);
    free(pairs.offset);
    return candidates.index;
}

static void *start(bool values_alone, const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                   uint64_t *most)
{
    size_t count;
    uint64_t *order = cover(values_alone, choices, seed, &count);
    return order_start(choices, budget, order, count, false, seed, most);
}

static void *start_pairs(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                         uint64_t *most)
{
    return start(false, choices, budget, seed, most);
}

static void *start_values(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                          uint64_t *most)
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
