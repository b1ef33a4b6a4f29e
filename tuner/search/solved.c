#include "tuner/search/solved.h"

#include "base/memory.h"
#include "tuner/values.h"

#include <stdlib.h>

size_t solved_bytes(const struct solved *solved)
{
    return solved->nodes * sizeof *solved->node + solved->edges * sizeof *solved->edge +
           solved->layers * (sizeof *solved->from + sizeof *solved->parameter + sizeof *solved->stride);
}

void solved_free(struct solved *solved)
{
    free(solved->node);
    free(solved->edge);
    free(solved->from);
    free(solved->parameter);
    free(solved->stride);
    *solved = (struct solved){0};
}

static uint32_t root_of(const struct solved *solved)
{
    return (uint32_t)(solved->nodes - 1);
}

static size_t position_of(const struct solved *solved, uint64_t index, size_t parameter)
{
    return index / solved->stride[parameter] % solved->space->parameters[parameter].count;
}

/* ---- ranks ---- */

/* The last of a node's edges whose key is at most `value`; the node must have an edge. */
static const struct solved_edge *find(const struct solved *solved, uint32_t node, uint64_t value, bool by_rank)
{
    const struct solved_edge *edge = &solved->edge[solved->node[node].edge];
    size_t low = 0, high = solved->node[node].edges;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        const bool is_beyond = by_rank ? edge[middle].before > value : edge[middle].position > value;
        if (is_beyond)
            high = middle;
        else
            low = middle;
    }
    return &edge[low];
}

uint64_t solved_index(const struct solved *solved, uint64_t rank)
{
    uint64_t index = 0;
    uint32_t node = root_of(solved);
    for (size_t layer = solved->layers; layer-- > 0;) {
        const struct solved_edge *edge = find(solved, node, rank, true);
        rank -= edge->before;
        index += edge->position * solved->stride[solved->parameter[layer]];
        node = edge->child;
    }
    return index;
}

uint64_t solved_rank(const struct solved *solved, uint64_t index)
{
    uint64_t rank = 0;
    uint32_t node = solved->count ? root_of(solved) : 0;
    for (size_t layer = solved->count ? solved->layers : 0; layer-- > 0;) {
        const size_t position = position_of(solved, index, solved->parameter[layer]);
        const struct solved_edge *edge = find(solved, node, position, false);
        if (edge->position != position)
            return NO_CONFIGURATION;
        rank += edge->before;
        node = edge->child;
    }
    return solved->count ? rank : NO_CONFIGURATION;
}

uint64_t solved_draw(const struct solved *solved, uint64_t seed, uint64_t i)
{
    const unsigned __int128 product = (unsigned __int128)job_random(seed, i) * solved->count;
    return solved_index(solved, (uint64_t)(product >> 64));
}

/* ---- the nearest ---- */

/* A path, or a part of one: the number of differing parameters, and its part of the index. */
struct way {
    uint64_t differing, index;
};

static const struct way no_way = {UINT64_MAX, NO_CONFIGURATION};

static void take_nearer(struct way *nearest, struct way way)
{
    if (way.differing < nearest->differing || (way.differing == nearest->differing && way.index < nearest->index))
        *nearest = way;
}

static struct way along(const struct solved *solved, size_t layer, const struct solved_edge *edge, uint64_t origin,
                        struct way way)
{
    const size_t parameter = solved->parameter[layer];
    way.differing += edge->position != position_of(solved, origin, parameter);
    way.index += edge->position * solved->stride[parameter];
    return way;
}

/* For each node, the nearest path to the end. */
static struct way *paths_on(const struct solved *solved, uint64_t origin)
{
    struct way *way = allocate(solved->nodes * sizeof *way);
    for (size_t layer = 0; layer < solved->layers; layer++)
        for (size_t n = solved->from[layer + 1]; n < solved->from[layer + 2]; n++) {
            const struct solved_edge *edge = &solved->edge[solved->node[n].edge];
            way[n] = no_way;
            for (uint32_t e = 0; e < solved->node[n].edges; e++)
                take_nearer(&way[n], along(solved, layer, &edge[e], origin, way[edge[e].child]));
        }
    return way;
}

uint64_t solved_nearest(const struct solved *solved, uint64_t origin)
{
    if (!solved->count)
        return NO_CONFIGURATION;
    FREED struct way *on = paths_on(solved, origin);
    return on[root_of(solved)].index;
}

/* For a node: the number of parameters in which the nearest paths differ, and the number of such paths. */
struct nearest {
    uint64_t differing;
    double paths;
};

/* The same for an edge. */
static struct nearest nearest_by(const struct solved *solved, size_t layer, const struct solved_edge *edge,
                                 uint64_t origin, const struct nearest *of)
{
    const bool differs = edge->position != position_of(solved, origin, solved->parameter[layer]);
    return (struct nearest){of[edge->child].differing + differs, of[edge->child].paths};
}

uint64_t solved_nearest_drawn(const struct solved *solved, uint64_t origin, uint64_t seed)
{
    FREED struct nearest *of = allocate(solved->nodes * sizeof *of);
    if (!solved->count)
        return NO_CONFIGURATION;
    of[0].paths = 1;
    for (size_t layer = 0; layer < solved->layers; layer++)
        for (size_t n = solved->from[layer + 1]; n < solved->from[layer + 2]; n++) {
            const struct solved_edge *edge = &solved->edge[solved->node[n].edge];
            of[n].differing = UINT64_MAX;
            for (uint32_t e = 0; e < solved->node[n].edges; e++) {
                const struct nearest by = nearest_by(solved, layer, &edge[e], origin, of);
                if (by.differing < of[n].differing)
                    of[n] = by;
                else if (by.differing == of[n].differing)
                    of[n].paths += by.paths;
            }
        }
    uint64_t index = 0;
    uint32_t node = root_of(solved);
    for (size_t layer = solved->layers; layer-- > 0;) {
        const struct solved_edge *edge = &solved->edge[solved->node[node].edge], *taken = NULL;
        double left = job_uniform(seed, layer) * of[node].paths;
        for (uint32_t e = 0; e < solved->node[node].edges && left >= 0; e++) {
            const struct nearest by = nearest_by(solved, layer, &edge[e], origin, of);
            if (by.differing != of[node].differing)
                continue;
            taken = &edge[e];
            left -= by.paths;
        }
        index += taken->position * solved->stride[solved->parameter[layer]];
        node = taken->child;
    }
    return index;
}

/* The offset of each parameter's values, and the total. */
static size_t *first_values(const struct space *space, size_t *values)
{
    const size_t parameters = space_parameters(space);
    size_t *first = allocate(parameters * sizeof *first);
    *values = 0;
    for (size_t p = 0; p < parameters; p++) {
        first[p] = *values;
        *values += space->parameters[p].count;
    }
    return first;
}

void solved_nearest_values(const struct solved *solved, uint64_t origin, uint64_t *nearest)
{
    size_t values;
    FREED size_t *first = first_values(solved->space, &values);
    FREED struct way *of_value = allocate(values * sizeof *of_value);
    FREED struct way *on = solved->count ? paths_on(solved, origin) : NULL;
    FREED struct way *to = allocate(solved->nodes * sizeof *to); /* each from the root */
    for (size_t v = 0; v < values; v++)
        of_value[v] = no_way;
    for (size_t n = 0; n + 1 < solved->nodes; n++)
        to[n] = no_way;
    for (size_t layer = solved->count ? solved->layers : 0; layer-- > 0;)
        for (size_t n = solved->from[layer + 1]; n < solved->from[layer + 2]; n++) {
            const struct solved_edge *edge = &solved->edge[solved->node[n].edge];
            for (uint32_t e = 0; e < solved->node[n].edges; e++) {
                struct way way = along(solved, layer, &edge[e], origin, to[n]);
                take_nearer(&to[edge[e].child], way);
                way.differing += on[edge[e].child].differing;
                way.index += on[edge[e].child].index;
                take_nearer(&of_value[first[solved->parameter[layer]] + edge[e].position], way);
            }
        }
    for (size_t v = 0; v < values; v++)
        nearest[v] = of_value[v].index;
}

/* ---- neighbours ---- */

struct visit {
    const struct solved *solved;
    const struct neighbourhood *within;
    uint64_t origin;
    bool (*visit)(void *user, uint64_t index);
    void *user;
};

static bool visit_from(const struct visit *visit, size_t layer, uint32_t node, size_t differing, uint64_t index)
{
    const struct solved *solved = visit->solved;
    if (!layer)
        return !differing || visit->visit(visit->user, index);
    const size_t parameter = solved->parameter[layer - 1];
    const size_t here = position_of(solved, visit->origin, parameter), step = visit->within->step;
    const bool may_differ = differing < visit->within->most;
    const size_t least = !may_differ ? here : step < here ? here - step : 0;
    const struct solved_edge *edge = find(solved, node, least, false);
    const struct solved_edge *end = &solved->edge[solved->node[node].edge] + solved->node[node].edges;
    for (; edge < end && (edge->position <= here || (may_differ && edge->position - here <= step)); edge++)
        if (edge->position >= least && !visit_from(visit, layer - 1, edge->child, differing + (edge->position != here),
                                                   index + edge->position * solved->stride[parameter]))
            return false;
    return true;
}

void solved_neighbours(const struct solved *solved, uint64_t origin, const struct neighbourhood *neighbourhood,
                       bool (*visit)(void *user, uint64_t index), void *user)
{
    const struct visit all = {solved, neighbourhood, origin, visit, user};
    if (solved->count)
        visit_from(&all, solved->layers, root_of(solved), 0, 0);
}

/* ---- with two values ---- */

uint64_t solved_with(const struct solved *solved, const size_t parameter[2], const size_t position[2])
{
    FREED uint64_t *on = allocate(solved->nodes * sizeof *on); /* the index of the rest of a path, plus 1; or 0 */
    if (!solved->count)
        return NO_CONFIGURATION;
    *on = 1;
    for (size_t layer = 0; layer < solved->layers; layer++) {
        const size_t here = solved->parameter[layer];
        const size_t wanted = here == parameter[0] ? position[0] : here == parameter[1] ? position[1] : SIZE_MAX;
        for (size_t n = solved->from[layer + 1]; n < solved->from[layer + 2]; n++) {
            const struct solved_edge *edge = &solved->edge[solved->node[n].edge];
            for (uint32_t e = 0; e < solved->node[n].edges && !on[n]; e++)
                if (on[edge[e].child] && (wanted == SIZE_MAX || edge[e].position == wanted))
                    on[n] = on[edge[e].child] + edge[e].position * solved->stride[here];
        }
    }
    return on[root_of(solved)] ? on[root_of(solved)] - 1 : NO_CONFIGURATION;
}
