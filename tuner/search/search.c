#include "tuner/search/search.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void search_shuffle(uint64_t *list, size_t count, uint64_t seed)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = job_random(seed, i) % i;
        uint64_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

/* Everything, in random order: the best so far falls quickly, which is what racing lives on. */
static size_t order_all(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed,
                        uint64_t *order)
{
    (void)space;
    memcpy(order, allowed, count * sizeof *order);
    search_shuffle(order, count, seed);
    return count;
}

/* ---- pairwise: every pair of values that some allowed configuration has ---- */

struct pairs {
    size_t parameters, offset[MAX_PARAMETERS], values;
    bool *open; /* values x values: the pair occurs and is not covered yet */
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
        for (size_t j = i; j < pairs->parameters; j++)
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
 * too, so that a space of one parameter is covered. */
static size_t order_pairwise(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed,
                             uint64_t *order)
{
    struct pairs pairs = {.parameters = space_parameters(space)};
    for (size_t i = 0; i < pairs.parameters; i++) {
        pairs.offset[i] = pairs.values;
        pairs.values += space->parameters[i].count;
    }
    pairs.open = allocate(pairs.values * pairs.values * sizeof *pairs.open);
    uint64_t *candidates = allocate(count * sizeof *candidates);
    memcpy(candidates, allowed, count * sizeof *candidates);
    search_shuffle(candidates, count, seed);

    size_t value[MAX_PARAMETERS];
    for (size_t c = 0; c < count; c++) {
        pairs_of(&pairs, space, candidates[c], value);
        set_open(&pairs, value, true);
    }
    size_t covering = 0;
    for (;;) {
        size_t best = 0, most = 0;
        for (size_t c = 0; c < count; c++) {
            pairs_of(&pairs, space, candidates[c], value);
            size_t open = count_open(&pairs, value);
            if (open > most) {
                most = open;
                best = c;
            }
        }
        if (!most)
            break;
        pairs_of(&pairs, space, candidates[best], value);
        set_open(&pairs, value, false);
        order[covering++] = candidates[best];
    }
    free(candidates);
    free(pairs.open);
    return covering;
}

const struct strategy strategies[] = {
    {"exhaustive", "every allowed configuration, in random order", order_all},
    {"pairwise", "a small cover in which every pair of parameter values occurs", order_pairwise},
    {"random", "allowed configurations in random order, until the budget ends", order_all},
    {NULL, NULL, NULL},
};

const struct strategy *strategy_find(const char *name)
{
    for (const struct strategy *strategy = strategies; strategy->name; strategy++)
        if (!strcmp(strategy->name, name))
            return strategy;
    return NULL;
}

/* ---- one search ---- */

static size_t list_allowed(const struct bench *bench, const struct restriction *restriction,
                           const struct compute_device *device, uint64_t *list)
{
    size_t count = 0;
    uint64_t product = space_product(&bench->space);
    for (uint64_t index = 0; index < product; index++) {
        struct config config = space_config(&bench->space, index);
        config.inputs = restriction->inputs;
        if (!restriction_admits(restriction, &config) || !space_allowed(&config, device, NULL))
            continue;
        if (list)
            list[count] = index;
        count++;
    }
    return count;
}

size_t search_allowed(const struct bench *bench, const struct restriction *restriction,
                      const struct compute_device *device)
{
    return list_allowed(bench, restriction, device, NULL);
}

/* The position of the only constraint that a configuration breaks; MAX_CONSTRAINTS if it breaks none or several. */
static size_t only_broken(const struct config *config, const struct compute_device *device)
{
    const struct constraint *constraints = config->space->constraints;
    size_t only = MAX_CONSTRAINTS;
    for (size_t i = 0; i < MAX_CONSTRAINTS && constraints[i].text; i++)
        if (!constraints[i].holds(config, device)) {
            if (only < MAX_CONSTRAINTS)
                return MAX_CONSTRAINTS;
            only = i;
        }
    return only;
}

const struct constraint *search_obstacle(const struct bench *bench, const struct restriction *restriction,
                                         const struct compute_device *device)
{
    size_t alone[MAX_CONSTRAINTS + 1] = {0}, most = 0;
    uint64_t product = space_product(&bench->space);
    for (uint64_t index = 0; index < product; index++) {
        struct config config = space_config(&bench->space, index);
        config.inputs = restriction->inputs;
        if (restriction_admits(restriction, &config))
            alone[only_broken(&config, device)]++;
    }
    for (size_t i = 1; i < MAX_CONSTRAINTS; i++)
        if (alone[i] > alone[most])
            most = i;
    return alone[most] ? &bench->space.constraints[most] : NULL;
}

static size_t distance(const struct space *space, uint64_t a, uint64_t b)
{
    struct config left = space_config(space, a), right = space_config(space, b);
    size_t differing = 0;
    for (size_t i = 0; i < space_parameters(space); i++)
        differing += left.value[i] != right.value[i];
    return differing;
}

/* The configuration of `list` nearest to `origin`, of those where parameter p has `value` (or any, if p is out of
 * range). */
static uint64_t nearest(const struct space *space, const uint64_t *list, size_t count, uint64_t origin, size_t p,
                        int value)
{
    uint64_t best = UINT64_MAX;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        if (p < MAX_PARAMETERS && space_config(space, list[i]).value[p] != value)
            continue;
        size_t differing = distance(space, list[i], origin);
        if (differing < least) {
            least = differing;
            best = list[i];
        }
    }
    return best;
}

/* `seen` is by index of the product. */
static void append(struct search *search, bool *seen, uint64_t index)
{
    if (index == UINT64_MAX || seen[index])
        return;
    seen[index] = true;
    search->order[search->count++] = index;
}

void search_start(struct search *search, const struct bench *bench, const struct restriction *restriction,
                  const struct compute_device *device, const struct strategy *strategy, bool sample_values,
                  uint64_t seed)
{
    const struct space *space = &bench->space;
    uint64_t product = space_product(space), origin = space_index(space, bench->defaults);
    uint64_t *allowed = allocate(product * sizeof *allowed), *asked = allocate(product * sizeof *asked);
    bool *seen = allocate(product * sizeof *seen);

    *search = (struct search){.order = allocate(product * sizeof *search->order)};
    size_t count = list_allowed(bench, restriction, device, allowed);
    search->allowed = count;
    search->first = nearest(space, allowed, count, origin, MAX_PARAMETERS, 0);
    append(search, seen, search->first);
    for (size_t p = 0; sample_values && p < space_parameters(space); p++)
        for (size_t v = 0; v < space->parameters[p].count; v++) {
            int value = space->parameters[p].words ? (int)v : space->parameters[p].values[v];
            append(search, seen, nearest(space, allowed, count, search->first, p, value));
        }
    size_t asks = strategy->order(space, allowed, count, seed, asked);
    for (size_t i = 0; i < asks; i++)
        append(search, seen, asked[i]);

    free(seen);
    free(asked);
    free(allowed);
}

void search_end(struct search *search)
{
    free(search->order);
    *search = (struct search){0};
}

uint64_t search_next(struct search *search)
{
    return search->at < search->count ? search->order[search->at++] : UINT64_MAX;
}
