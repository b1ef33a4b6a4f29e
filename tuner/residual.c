#include "tuner/residual.h"

#include "base/expression.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* One thing that may be left: of an expression its rest, which is interned; of a function the positions that were
 * chosen. */
struct state {
    struct expression *rest;
    size_t *chosen;
    uint32_t *next; /* by position, where it was asked for: one more; or NULL */
};

/* States with equally many parameters chosen, number 0 being LEFT_SOME; the table of their rests has 2^bits places,
 * each of a state and one more. */
struct generation {
    struct state *state;
    size_t count, capacity;
    uint32_t *table;
    unsigned bits;
};

struct residual {
    struct constraints *constraints;
    size_t c;
    const size_t *reads;
    size_t count, depth, states;
    struct config *config;
    const struct parameter *parameters;
    const struct expression *expression; /* NULL: it is a function */
    struct expression_value *slot;
    struct expression *scratch;
    struct generation now, next;
};

/* ---- generations ---- */

static void empty(struct generation *generation)
{
    for (size_t s = 0; s < generation->count; s++) {
        free(generation->state[s].rest);
        free(generation->state[s].chosen);
        free(generation->state[s].next);
    }
    free(generation->state);
    free(generation->table);
    *generation = (struct generation){0};
}

static uint32_t add(struct generation *generation, const struct state *state)
{
    generation->state = grow(generation->state, generation->count, &generation->capacity, sizeof *generation->state);
    generation->state[generation->count++] = *state;
    return (uint32_t)(generation->count - 1 + LEFT_SOME);
}

/* Where in the table a rest is, or would be. */
static uint32_t *place_of(const struct generation *generation, const struct expression *rest)
{
    const size_t mask = ((size_t)1 << generation->bits) - 1;
    size_t at = expression_hash(rest) & mask;
    while (generation->table[at] && !expression_same(generation->state[generation->table[at] - 1].rest, rest))
        at = (at + 1) & mask;
    return &generation->table[at];
}

static void make_room(struct generation *generation)
{
    if (generation->table && generation->count < ((size_t)1 << generation->bits) / 2)
        return;
    free(generation->table);
    generation->bits = generation->table ? generation->bits + 1 : 4;
    generation->table = allocate(sizeof *generation->table << generation->bits);
    for (size_t s = 0; s < generation->count; s++)
        *place_of(generation, generation->state[s].rest) = (uint32_t)s + 1;
}

/* The state of a rest, which is copied where it is new. */
static uint32_t intern(struct generation *generation, const struct expression *rest)
{
    make_room(generation);
    uint32_t *place = place_of(generation, rest);
    if (!*place) {
        struct state state = {.rest = allocate(expression_bytes(rest))};
        memcpy(state.rest, rest, expression_bytes(rest));
        *place = add(generation, &state) - LEFT_SOME + 1;
    }
    return *place - 1 + LEFT_SOME;
}

/* ---- choosing ---- */

static uint32_t truth(bool holds)
{
    return holds ? LEFT_HOLDS : LEFT_BROKEN;
}

static uint32_t evaluate(struct residual *residual, const struct expression *rest)
{
    struct expression_value value;
    return expression_evaluate(rest, residual->slot, &value, NULL) != OK ? LEFT_UNANSWERED
                                                                         : truth(expression_truth(value));
}

static uint32_t choose_rest(struct residual *residual, const struct expression *rest, size_t position)
{
    const size_t p = residual->reads[residual->depth];
    struct expression_value value = parameter_constant(&residual->parameters[p], position);
    if (residual->depth + 1 == residual->count) {
        residual->slot[p] = value;
        return evaluate(residual, rest);
    }
    expression_bind(rest, p, value, residual->scratch);
    return expression_known(residual->scratch, &value) ? truth(expression_truth(value))
                                                       : intern(&residual->next, residual->scratch);
}

static uint32_t choose_of_function(struct residual *residual, const size_t *chosen, size_t position)
{
    const size_t depth = residual->depth;
    struct state state = {0};
    bool holds;
    if (depth + 1 < residual->count) {
        state.chosen = allocate((depth + 1) * sizeof *state.chosen);
        if (depth)
            memcpy(state.chosen, chosen, depth * sizeof *chosen);
        state.chosen[depth] = position;
        return add(&residual->next, &state);
    }
    for (size_t r = 0; r <= depth; r++)
        residual->config->value[residual->reads[r]] =
            parameter_value(&residual->parameters[residual->reads[r]], r < depth ? chosen[r] : position);
    const enum status status = constraints_ask(residual->constraints, residual->c, residual->config, &holds, NULL);
    return status != OK ? LEFT_UNANSWERED : truth(holds);
}

uint32_t residual_choose(struct residual *residual, uint32_t state, size_t position)
{
    struct state *from = &residual->now.state[state - LEFT_SOME];
    if (!from->next)
        from->next = allocate(residual->parameters[residual->reads[residual->depth]].count * sizeof *from->next);
    if (!from->next[position]) {
        const uint32_t next = from->rest ? choose_rest(residual, from->rest, position)
                                         : choose_of_function(residual, from->chosen, position);
        from->next[position] = next + 1;
    }
    return from->next[position] - 1;
}

void residual_advance(struct residual *residual)
{
    residual->states += residual->next.count;
    empty(&residual->now);
    residual->now = residual->next;
    residual->next = (struct generation){0};
    residual->depth++;
}

size_t residual_states(const struct residual *residual)
{
    return residual->states + residual->next.count;
}

uint32_t residual_first(const struct residual *residual)
{
    struct expression_value value;
    bool holds;
    if (residual->expression && expression_known(residual->expression, &value))
        return truth(expression_truth(value));
    if (residual->count)
        return LEFT_SOME;
    const enum status status = constraints_ask(residual->constraints, residual->c, residual->config, &holds, NULL);
    return status != OK ? LEFT_UNANSWERED : truth(holds);
}

struct residual *residual_new(struct constraints *constraints, size_t c, const size_t *reads, size_t count,
                              struct config *config)
{
    struct residual *residual = allocate(sizeof *residual);
    const struct space *space = &config->problem->bench->space;
    struct state first = {0};
    *residual = (struct residual){.constraints = constraints,
                                  .c = c,
                                  .reads = reads,
                                  .count = count,
                                  .config = config,
                                  .parameters = space->parameters,
                                  .expression = constraints_expression(constraints, c)};
    if (residual->expression) {
        const size_t bytes = expression_bytes(residual->expression);
        residual->slot = allocate(space_parameters(space) * sizeof *residual->slot);
        residual->scratch = allocate(bytes);
        first.rest = allocate(bytes);
        memcpy(first.rest, residual->expression, bytes);
    }
    add(&residual->now, &first);
    return residual;
}

void residual_free(struct residual *residual)
{
    if (!residual)
        return;
    empty(&residual->now);
    empty(&residual->next);
    free(residual->slot);
    free(residual->scratch);
    free(residual);
}
