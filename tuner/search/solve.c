/* Forward through the layers from the first parameter on, distinguishing nodes only by the residuals of open
 * constraints; then backward, counting configurations, and dropping nodes without a path to the end. */
#include "tuner/search/solve.h"

#include "base/memory.h"
#include "tuner/residual.h"
#include "tuner/search/graph.h"
#include "tuner/search/layers.h"

#include <stdlib.h>
#include <string.h>

/* ---- layers of the forward pass ---- */

struct arc {
    uint32_t position, child;
};

/* The nodes before `parameter` is chosen, and where their arcs begin. */
struct layer {
    size_t parameter, nodes, arcs, capacity;
    size_t *first; /* nodes + 1 */
    struct arc *arc;
};

/* A node's identity: `width` states, first the constraint without a value, plus one, then the residual of each open
 * constraint. */
struct states {
    uint32_t *state, *table; /* of nodes, and one more */
    size_t width, count, capacity, mask;
};

struct rule {
    struct joined joined; /* in the order of choice */
    struct residual *residual;
    size_t chosen;              /* of them */
    size_t column, next_column; /* its index in a node's states; 0: none */
    uint32_t first;
    bool is_touched; /* it reads the current parameter */
};

struct solver {
    const struct solving *of;
    const struct space *space;
    size_t parameters, constraints, paths;
    size_t *order;
    struct rule *rule;
    struct layer *layer; /* parameters + 1 */
    struct states now, next;
    uint32_t *scratch; /* a node's states */
};

/* ---- states ---- */

static uint64_t hash_of(const uint32_t *state, size_t width)
{
    uint64_t hash = width;
    for (size_t i = 0; i < width; i++) {
        hash = (hash ^ state[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

static uint32_t *place_of(const struct states *states, const uint32_t *state)
{
    size_t at = hash_of(state, states->width) & states->mask;
    while (states->table[at] &&
           memcmp(&states->state[(states->table[at] - 1) * states->width], state, states->width * sizeof *state) != 0)
        at = (at + 1) & states->mask;
    return &states->table[at];
}

static void make_room(struct states *states)
{
    if (states->table && states->count <= states->mask / 2)
        return;
    states->mask = states->table ? 2 * states->mask + 1 : 15;
    free(states->table);
    states->table = allocate((states->mask + 1) * sizeof *states->table);
    for (size_t n = 0; n < states->count; n++)
        *place_of(states, &states->state[n * states->width]) = (uint32_t)n + 1;
}

static uint32_t intern(struct states *states, const uint32_t *state)
{
    make_room(states);
    uint32_t *place = place_of(states, state);
    if (!*place) {
        states->state = grow(states->state, states->count, &states->capacity, states->width * sizeof *state);
        memcpy(&states->state[states->count * states->width], state, states->width * sizeof *state);
        *place = (uint32_t)++states->count;
    }
    return *place - 1;
}

static void drop(struct states *states)
{
    free(states->state);
    free(states->table);
    *states = (struct states){0};
}

/* ---- forward ---- */

/* A constraint's parameters in the order of choice: those that it reads; all, for a function that declares none, or an
 * unknown one. */
static struct joined joined_by(const struct solver *solver, size_t c)
{
    size_t count;
    const size_t *reads = constraints_reads(solver->of->constraints, c, &count);
    bool all = !count && !constraints_expression(solver->of->constraints, c);
    struct joined joined = {.parameter = allocate(solver->parameters * sizeof *joined.parameter)};
    for (size_t r = 0; r < count; r++)
        all = all || reads[r] >= solver->parameters;
    for (size_t p = 0; p < solver->parameters; p++) {
        bool is_read = all;
        for (size_t r = 0; r < count; r++)
            is_read = is_read || reads[r] == p;
        if (is_read)
            joined.parameter[joined.count++] = p;
    }
    return joined;
}

static void sort_by_layer(const struct solver *solver, struct joined *joined)
{
    size_t count = 0;
    FREED size_t *is = allocate(solver->parameters * sizeof *is);
    for (size_t r = 0; r < joined->count; r++)
        is[joined->parameter[r]] = 1;
    for (size_t l = 0; l < solver->parameters; l++)
        if (is[solver->order[l]])
            joined->parameter[count++] = solver->order[l];
}

/* The initial states of the constraints; false if one is violated by every configuration. */
static bool begin(struct solver *solver)
{
    FREED struct joined *joined = allocate(solver->constraints * sizeof *joined);
    bool good = true;
    for (size_t c = 0; c < solver->constraints; c++)
        joined[c] = solver->of->left_out[c] ? (struct joined){0} : joined_by(solver, c);
    layers_order(solver->space, solver->of->restriction, joined, solver->constraints, solver->order);
    solver->next.width = 1;
    for (size_t c = 0; c < solver->constraints; c++) {
        struct rule *rule = &solver->rule[c];
        if (solver->of->left_out[c])
            continue;
        sort_by_layer(solver, &joined[c]);
        rule->joined = joined[c];
        rule->residual =
            residual_new(solver->of->constraints, c, joined[c].parameter, joined[c].count, solver->of->config);
        solver->of->asking->constraint = c;
        solver->of->asking->steps++;
        rule->first = residual_first(rule->residual);
        good = good && rule->first != LEFT_BROKEN;
        if (rule->first == LEFT_UNANSWERED && !*solver->scratch)
            *solver->scratch = (uint32_t)c + 1;
        if (rule->first < LEFT_SOME)
            rule->joined.count = 0; /* it is never evaluated */
    }
    if (good)
        intern(&solver->next, solver->scratch);
    return good;
}

/* The constraints that a layer's parameter affects, and those that are open after it. */
static void open_columns(struct solver *solver, size_t parameter)
{
    solver->next.width = 1;
    for (size_t c = 0; c < solver->constraints; c++) {
        struct rule *rule = &solver->rule[c];
        rule->is_touched = rule->chosen < rule->joined.count && rule->joined.parameter[rule->chosen] == parameter;
        rule->chosen += rule->is_touched;
        const bool is_open = rule->chosen && rule->chosen < rule->joined.count;
        rule->next_column = is_open ? solver->next.width++ : 0;
    }
}

static void close_columns(struct solver *solver)
{
    for (size_t c = 0; c < solver->constraints; c++) {
        if (solver->rule[c].is_touched)
            residual_advance(solver->rule[c].residual);
        solver->rule[c].column = solver->rule[c].next_column;
    }
}

/* The states after a node and a value; false if a constraint is violated. */
static bool choose(struct solver *solver, const uint32_t *from, size_t position)
{
    uint32_t *to = solver->scratch;
    to[0] = from[0];
    for (size_t c = 0; c < solver->constraints; c++) {
        struct rule *rule = &solver->rule[c];
        uint32_t left = rule->column ? from[rule->column] : rule->first;
        if (rule->is_touched && left != LEFT_HOLDS) {
            solver->of->asking->constraint = c;
            solver->of->asking->steps++;
            left = residual_choose(rule->residual, left, position);
            if (left == LEFT_BROKEN)
                return false;
            if (left == LEFT_UNANSWERED) {
                to[0] = to[0] ? to[0] : (uint32_t)c + 1;
                left = LEFT_HOLDS;
            }
        }
        if (rule->next_column)
            to[rule->next_column] = left;
    }
    return true;
}

/* If no constraint is open: an arc for each value. */
static bool is_too_large(const struct solver *solver, const struct layer *layer)
{
    const bool too_many = solver->paths + layer->arcs > solver->of->most_paths;
    bool too_large = false;
    for (size_t c = 0; c < solver->constraints && !too_large; c++) {
        const struct rule *rule = &solver->rule[c];
        too_large = rule->residual && (too_many || (rule->is_touched && residual_load(rule->residual) > 1));
    }
    return too_large;
}

/* False if it becomes too large. */
static bool cross(struct solver *solver, struct layer *layer)
{
    const size_t values = solver->space->parameters[layer->parameter].count;
    FREED bool *admitted = allocate(values * sizeof *admitted);
    for (size_t v = 0; v < values; v++)
        admitted[v] = restriction_admits(solver->of->restriction, solver->space, layer->parameter, v);
    layer->nodes = solver->now.count;
    layer->first = allocate((layer->nodes + 1) * sizeof *layer->first);
    for (size_t n = 0; n < layer->nodes; n++) {
        for (size_t v = 0; v < values; v++) {
            if (!admitted[v] || !choose(solver, &solver->now.state[n * solver->now.width], v))
                continue;
            layer->arc = grow(layer->arc, layer->arcs, &layer->capacity, sizeof *layer->arc);
            layer->arc[layer->arcs++] = (struct arc){(uint32_t)v, intern(&solver->next, solver->scratch)};
        }
        layer->first[n + 1] = layer->arcs;
        if (is_too_large(solver, layer))
            return false;
    }
    solver->paths += layer->arcs;
    return true;
}

static bool descend(struct solver *solver)
{
    for (size_t l = 0; l < solver->parameters; l++) {
        drop(&solver->now);
        solver->now = solver->next;
        solver->next = (struct states){0};
        solver->layer[l].parameter = solver->order[l];
        open_columns(solver, solver->order[l]);
        if (!cross(solver, &solver->layer[l]))
            return false;
        close_columns(solver);
    }
    return true;
}

static size_t find_culprit(const struct solver *solver)
{
    size_t culprit = 0;
    double most = 0;
    for (size_t c = 0; c < solver->constraints; c++) {
        const struct residual *residual = solver->rule[c].residual;
        if (residual && residual_load(residual) >= most) {
            most = residual_load(residual);
            culprit = c;
        }
    }
    return culprit;
}

/* A constraint without a value on a path to the end, whose values are set in the config; SIZE_MAX: none. */
static size_t find_unanswered(const struct solver *solver)
{
    size_t n = 0;
    while (n < solver->next.count && !solver->next.state[n * solver->next.width])
        n++;
    if (n == solver->next.count)
        return SIZE_MAX;
    const size_t c = solver->next.state[n * solver->next.width] - 1;
    for (size_t l = solver->parameters; l-- > 0;) {
        const struct layer *layer = &solver->layer[l];
        size_t arc = 0, node = 0;
        while (layer->arc[arc].child != n)
            arc++;
        while (layer->first[node + 1] <= arc)
            node++;
        solver->of->config->value[layer->parameter] =
            parameter_value(&solver->space->parameters[layer->parameter], layer->arc[arc].position);
        n = node;
    }
    return c;
}

/* ---- backward ---- */

/* Makes a node of the arcs that lead to the end; NOWHERE if none does. */
static uint32_t make_node(struct graph *graph, const struct layer *layer, size_t n, const uint32_t *made)
{
    struct solved_node node = graph_node(graph);
    for (size_t a = layer->first[n]; a < layer->first[n + 1]; a++)
        if (made[layer->arc[a].child] != NOWHERE)
            graph_edge(graph, &node, layer->arc[a].position, made[layer->arc[a].child]);
    return graph_settle(graph, &node);
}

static void backtrack(const struct solver *solver, struct solved *solved)
{
    struct graph graph;
    uint32_t *made = allocate(sizeof *made); /* the one end: node 0 */
    graph_begin(&graph, solved);
    for (size_t l = solver->parameters; l-- > 0;) {
        const struct layer *layer = &solver->layer[l];
        uint32_t *here = allocate((layer->nodes + 1) * sizeof *here);
        graph_layer(&graph, layer->parameter, layer->nodes);
        for (size_t n = 0; n < layer->nodes; n++)
            here[n] = make_node(&graph, layer, n, made);
        free(made);
        made = here;
    }
    graph_end(&graph, *made);
    free(made);
}

/* ---- the whole ---- */

static void free_solver(struct solver *solver)
{
    for (size_t c = 0; c < solver->constraints; c++) {
        residual_free(solver->rule[c].residual);
        free(solver->rule[c].joined.parameter);
    }
    for (size_t l = 0; l < solver->parameters; l++) {
        free(solver->layer[l].first);
        free(solver->layer[l].arc);
    }
    drop(&solver->now);
    drop(&solver->next);
    free(solver->rule);
    free(solver->layer);
    free(solver->order);
    free(solver->scratch);
}

enum solve solve(const struct solving *solving, struct solved *solved, size_t *culprit)
{
    const struct space *space = &solving->problem->bench->space;
    const size_t parameters = space_parameters(space), constraints = space_constraints(space);
    struct solver solver = {.of = solving, .space = space, .parameters = parameters, .constraints = constraints};
    enum solve outcome = SOLVE_DONE;
    *solved = (struct solved){.space = space};
    solver.order = allocate(parameters * sizeof *solver.order);
    solver.rule = allocate(constraints * sizeof *solver.rule);
    solver.layer = allocate(parameters * sizeof *solver.layer);
    solver.scratch = allocate((constraints + 1) * sizeof *solver.scratch);
    const bool some = begin(&solver);
    if (some && !descend(&solver)) {
        *culprit = find_culprit(&solver);
        outcome = SOLVE_TOO_LARGE;
    } else if (some && (*culprit = find_unanswered(&solver)) != SIZE_MAX)
        outcome = SOLVE_UNANSWERED;
    else if (some)
        backtrack(&solver, solved);
    free_solver(&solver);
    return outcome;
}
