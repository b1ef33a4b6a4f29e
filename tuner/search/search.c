#include "tuner/search/search.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

const struct strategy *const strategies[] = {&exhaustive_strategy, &pairwise_strategy, &random_strategy,
                                             &values_strategy, NULL};

const struct strategy *strategy_find(const char *name)
{
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++)
        if (!strcmp((*strategy)->name, name))
            return *strategy;
    return NULL;
}

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

/* A search being put together: what is allowed, and which of that is in its order already. */
struct making {
    struct search *search;
    const struct space *space;
    struct allowed allowed;
    bool *taken;
};

/* The place in the list of the allowed configuration nearest to `origin`; SIZE_MAX if there is none. */
static size_t nearest(const struct making *making, uint64_t origin)
{
    size_t best = SIZE_MAX, least = SIZE_MAX;
    for (size_t i = 0; i < making->allowed.count; i++) {
        size_t differing = distance(making->space, making->allowed.index[i], origin);
        if (differing < least) {
            least = differing;
            best = i;
        }
    }
    return best;
}

/* Takes what stands at a place of the list, unless it was taken. */
static void append(struct making *making, size_t place)
{
    if (place == SIZE_MAX || making->taken[place])
        return;
    making->taken[place] = true;
    making->search->order[making->search->count++] = making->allowed.index[place];
}

static int by_index(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static size_t place_of(const struct making *making, uint64_t index)
{
    const uint64_t *list = making->allowed.index;
    const uint64_t *found = bsearch(&index, list, making->allowed.count, sizeof index, by_index);
    return found ? (size_t)(found - list) : SIZE_MAX;
}

/* The nearest to the first one of those that have a value. */
struct nearby {
    size_t place, differing;
};

/* Looks whether a configuration is the nearest yet for each of its values; `of_value` has all values of all parameters,
 * the last parameter's first. */
static void take_nearer(const struct making *making, size_t place, struct nearby *of_value)
{
    uint64_t index = making->allowed.index[place];
    size_t differing = distance(making->space, index, making->search->first);
    for (size_t p = space_parameters(making->space); p-- > 0;) {
        size_t count = making->space->parameters[p].count;
        struct nearby *nearby = &of_value[index % count];
        if (differing < nearby->differing)
            *nearby = (struct nearby){place, differing};
        index /= count;
        of_value += count;
    }
}

/* One configuration for each value of every parameter, each as near to the first as the constraints allow. */
static void append_values(struct making *making)
{
    size_t parameters = space_parameters(making->space), values = 0, end;
    for (size_t p = 0; p < parameters; p++)
        values += making->space->parameters[p].count;
    struct nearby *of_value = allocate(values * sizeof *of_value);
    for (size_t v = 0; v < values; v++)
        of_value[v] = (struct nearby){SIZE_MAX, SIZE_MAX};
    for (size_t i = 0; i < making->allowed.count; i++)
        take_nearer(making, i, of_value);
    end = values;
    for (size_t p = 0; p < parameters; p++) {
        end -= making->space->parameters[p].count;
        for (size_t v = 0; v < making->space->parameters[p].count; v++)
            append(making, of_value[end + v].place);
    }
    free(of_value);
}

static void append_asked(struct making *making, const struct strategy *strategy, uint64_t seed)
{
    uint64_t *asked = allocate(making->allowed.count * sizeof *asked);
    size_t count = strategy->order(making->space, making->allowed.index, making->allowed.count, seed, asked);
    for (size_t i = 0; i < count; i++)
        append(making, place_of(making, asked[i]));
    free(asked);
}

enum status search_start(struct search *search, const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, const struct strategy *strategy, bool sample_values,
                         struct fault *fault)
{
    const struct space *space = &problem->bench->space;
    uint64_t product;
    *search = (struct search){.first = NO_CONFIGURATION};
    if (!space_product(space, &product))
        return fail(fault, INVALID, "its parameters span more configurations than 64 bits can number");
    search_begin_tries(search, space);
    struct making making = {.search = search, .space = space};
    enum status status = allowed_list(problem, restriction, device, &making.allowed, fault);
    const size_t count = making.allowed.count;
    search->allowed = count;
    if (count > MOST_ALLOWED) {
        status = fail(fault, INVALID, "more than %d configurations are allowed; choose fewer with --set", MOST_ALLOWED);
    } else if (count) {
        making.taken = allocate(count * sizeof *making.taken);
        search->order = allocate(count * sizeof *search->order);
        size_t first = nearest(&making, space_default(space));
        search->first = making.allowed.index[first];
        append(&making, first);
        if (sample_values)
            append_values(&making);
        append_asked(&making, strategy, problem->seed);
    }
    free(making.taken);
    free(making.allowed.index);
    return status;
}

void search_list(struct search *search, const uint64_t *index, size_t count)
{
    *search = (struct search){.count = count, .allowed = count, .first = count ? index[0] : NO_CONFIGURATION};
    search->order = allocate(count * sizeof *search->order);
    for (size_t i = 0; i < count; i++)
        search->order[i] = index[i];
}

void search_end(struct search *search)
{
    free(search->order);
    free(search->tries);
    *search = (struct search){0};
}

size_t search_leave_out(struct search *search, const uint64_t *index, size_t count)
{
    size_t kept = search->at;
    for (size_t i = search->at; i < search->count; i++)
        if (!bsearch(&search->order[i], index, count, sizeof *index, by_index))
            search->order[kept++] = search->order[i];
    const size_t left_out = search->count - kept;
    search->count = kept;
    return left_out;
}

uint64_t search_next(struct search *search)
{
    return search->at < search->count ? search->order[search->at++] : NO_CONFIGURATION;
}
