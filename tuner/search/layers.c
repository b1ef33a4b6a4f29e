#include "tuner/search/layers.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct layers {
    const struct joined *joined;
    size_t parameters, constraints;
    double *values;    /* admitted per parameter, */
    bool *chosen;      /* and whether it was chosen */
    size_t *waiting;   /* per constraint: parameters that are not chosen yet; */
    size_t *waited_by; /* per parameter: undecided constraints that read it */
    double paths;      /* upper bound of the states to distinguish */
};

static bool reads(const struct joined *joined, size_t parameter)
{
    for (size_t r = 0; r < joined->count; r++)
        if (joined->parameter[r] == parameter)
            return true;
    return false;
}

/* The product over chosen parameters that undecided constraints read; a decided constraint on some of them halves it.
 */
static void count_paths(struct layers *layers)
{
    layers->paths = 1;
    for (size_t p = 0; p < layers->parameters; p++)
        if (layers->chosen[p] && layers->waited_by[p])
            layers->paths *= layers->values[p];
    for (size_t c = 0; c < layers->constraints; c++) {
        bool halves = false;
        for (size_t r = 0; r < layers->joined[c].count && !layers->waiting[c]; r++)
            halves = halves || layers->waited_by[layers->joined[c].parameter[r]];
        layers->paths *= halves ? 0.5 : 1;
    }
}

/* Chooses a parameter, or reverts that. */
static void set(struct layers *layers, size_t parameter, bool chosen)
{
    layers->chosen[parameter] = chosen;
    for (size_t c = 0; c < layers->constraints; c++) {
        const struct joined *joined = &layers->joined[c];
        if (!reads(joined, parameter))
            continue;
        const bool was_decided = !layers->waiting[c];
        layers->waiting[c] += chosen ? SIZE_MAX : 1;
        const bool is_decided = !layers->waiting[c];
        for (size_t r = 0; r < joined->count && was_decided != is_decided; r++)
            layers->waited_by[joined->parameter[r]] += is_decided ? SIZE_MAX : 1;
    }
    count_paths(layers);
}

/* From `first`, repeatedly chooses the member that leaves the fewest states; returns the cost. */
static double greedy(struct layers *layers, const size_t *members, size_t count, size_t first, size_t *order)
{
    double steps = layers->values[first];
    set(layers, first, true);
    order[0] = first;
    for (size_t at = 1; at < count; at++) {
        size_t best = SIZE_MAX;
        double fewest = INFINITY;
        const double before = layers->paths;
        for (size_t m = 0; m < count; m++) {
            if (layers->chosen[members[m]])
                continue;
            set(layers, members[m], true);
            if (best == SIZE_MAX || layers->paths < fewest) {
                fewest = layers->paths;
                best = members[m];
            }
            set(layers, members[m], false);
        }
        set(layers, best, true);
        order[at] = best;
        steps += before * layers->values[best];
    }
    for (size_t m = 0; m < count; m++)
        set(layers, members[m], false);
    return steps;
}

static void order_members(struct layers *layers, const size_t *members, size_t count, size_t *order)
{
    double fewest = INFINITY;
    FREED size_t *tried = allocate(count * sizeof *tried);
    for (size_t m = 0; m < count; m++) {
        const double steps = greedy(layers, members, count, members[m], tried);
        if (m && steps >= fewest)
            continue;
        fewest = steps;
        memcpy(order, tried, count * sizeof *order);
    }
}

/* The connected component of a parameter by constraints; returns its size. */
static size_t find_members(const struct layers *layers, size_t first, bool *taken, size_t *members)
{
    size_t count = 1;
    members[0] = first;
    taken[first] = true;
    for (size_t m = 0; m < count; m++)
        for (size_t c = 0; c < layers->constraints; c++) {
            const struct joined *joined = &layers->joined[c];
            for (size_t r = 0; reads(joined, members[m]) && r < joined->count; r++)
                if (!taken[joined->parameter[r]]) {
                    taken[joined->parameter[r]] = true;
                    members[count++] = joined->parameter[r];
                }
        }
    return count;
}

static double values_of(const struct space *space, const struct restriction *restriction, size_t parameter)
{
    double count = 0;
    for (size_t v = 0; v < space->parameters[parameter].count; v++)
        count += restriction_admits(restriction, space, parameter, v);
    return count;
}

void layers_order(const struct space *space, const struct restriction *restriction, const struct joined *joined,
                  size_t constraints, size_t *order)
{
    const size_t parameters = space_parameters(space);
    struct layers layers = {.joined = joined, .parameters = parameters, .constraints = constraints};
    FREED double *values = layers.values = allocate(parameters * sizeof *values);
    FREED bool *chosen = layers.chosen = allocate(parameters * sizeof *chosen);
    FREED bool *taken = allocate(parameters * sizeof *taken);
    FREED size_t *members = allocate(parameters * sizeof *members);
    FREED size_t *waiting = layers.waiting = allocate(constraints * sizeof *waiting);
    FREED size_t *waited_by = layers.waited_by = allocate(parameters * sizeof *waited_by);
    size_t at = 0;
    for (size_t p = 0; p < parameters; p++)
        values[p] = values_of(space, restriction, p);
    for (size_t c = 0; c < constraints; c++) {
        waiting[c] = joined[c].count;
        for (size_t r = 0; r < joined[c].count; r++)
            waited_by[joined[c].parameter[r]]++;
    }
    for (size_t p = 0; p < parameters; p++)
        if (waited_by[p] && !taken[p]) {
            const size_t count = find_members(&layers, p, taken, members);
            order_members(&layers, members, count, order + at);
            at += count;
        }
    for (size_t p = 0; p < parameters; p++)
        if (!taken[p])
            order[at++] = p;
}
