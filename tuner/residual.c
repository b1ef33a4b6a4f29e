#include "tuner/residual.h"

#include "base/expression.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The states after equally many choices; the first is LEFT_SOME. `bytes` has each one's residual from its `begin` on:
 * an expression's rest, or the positions chosen for a function. A hash table of 2^bits entries, each a state plus 1,
 * finds residuals. */
struct generation {
    size_t *begin, count, capacity;
    char *bytes;
    size_t used, room;
    uint32_t *table;
    unsigned bits;
    uint32_t *next; /* per state and position: the following state plus 1, once computed; or NULL */
};

enum { MOST_STATES = 1 << 16, MOST_BYTES = 1 << 27 };

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
    size_t *chosen; /* scratch, too */
    struct generation now, next;
};

/* ---- generations ---- */

static void empty(struct generation *generation)
{
    free(generation->begin);
    free(generation->bytes);
    free(generation->table);
    free(generation->next);
    *generation = (struct generation){0};
}

/* The residual of a state, counted from 0. */
static const void *left_in(const struct generation *generation, size_t state)
{
    return generation->bytes + generation->begin[state];
}

static uint32_t add(struct generation *generation, const void *left, size_t bytes)
{
    if (generation->used + bytes > generation->room) {
        generation->room = 2 * (generation->used + bytes);
        generation->bytes = resize(generation->bytes, generation->room);
    }
    memcpy(generation->bytes + generation->used, left, bytes);
    generation->begin = grow(generation->begin, generation->count, &generation->capacity, sizeof *generation->begin);
    generation->begin[generation->count] = generation->used;
    generation->used += bytes;
    return (uint32_t)generation->count++ + LEFT_SOME;
}

/* The table entry of a residual, present or not. */
static uint32_t *place_of(const struct generation *generation, const struct expression *rest)
{
    const size_t mask = ((size_t)1 << generation->bits) - 1;
    size_t at = expression_hash(rest) & mask;
    while (generation->table[at] && !expression_same(left_in(generation, generation->table[at] - 1), rest))
        at = (at + 1) & mask;
    return &generation->table[at];
}

static void make_room(struct generation *generation)
{
    if (generation->table && generation->count < ((size_t)1 << generation->bits) / 2)
        return;
    generation->bits = generation->table ? generation->bits + 1 : 4;
    free(generation->table);
    generation->table = allocate(sizeof *generation->table << generation->bits);
    for (size_t s = 0; s < generation->count; s++)
        *place_of(generation, left_in(generation, s)) = (uint32_t)s + 1;
}

/* The state of a residual, which is copied if it is new. */
static uint32_t intern(struct generation *generation, const struct expression *rest)
{
    make_room(generation);
    uint32_t *place = place_of(generation, rest);
    if (!*place)
        *place = add(generation, rest, expression_bytes(rest)) - LEFT_SOME + 1;
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

static uint32_t choose_of_function(struct residual *residual, const size_t *before, size_t position)
{
    const size_t depth = residual->depth;
    bool holds;
    memcpy(residual->chosen, before, depth * sizeof *before);
    residual->chosen[depth] = position;
    if (depth + 1 < residual->count)
        return add(&residual->next, residual->chosen, (depth + 1) * sizeof *residual->chosen);
    for (size_t r = 0; r <= depth; r++)
        residual->config->value[residual->reads[r]] =
            parameter_value(&residual->parameters[residual->reads[r]], residual->chosen[r]);
    const enum status status = constraints_evaluate(residual->constraints, residual->c, residual->config, &holds, NULL);
    return status != OK ? LEFT_UNANSWERED : truth(holds);
}

uint32_t residual_choose(struct residual *residual, uint32_t state, size_t position)
{
    struct generation *now = &residual->now;
    const size_t values = residual->parameters[residual->reads[residual->depth]].count;
    if (!now->next)
        now->next = allocate(now->count * values * sizeof *now->next);
    uint32_t *next = &now->next[(state - LEFT_SOME) * values + position];
    if (!*next) {
        const void *left = left_in(now, state - LEFT_SOME);
        *next = 1 + (residual->expression ? choose_rest(residual, left, position)
                                          : choose_of_function(residual, left, position));
    }
    return *next - 1;
}

void residual_advance(struct residual *residual)
{
    residual->states += residual->next.count;
    empty(&residual->now);
    residual->now = residual->next;
    residual->next = (struct generation){0};
    residual->depth++;
}

double residual_load(const struct residual *residual)
{
    const struct generation *next = &residual->next;
    size_t bytes = next->used;
    if (residual->depth + 1 < residual->count)
        bytes += next->count * residual->parameters[residual->reads[residual->depth + 1]].count * sizeof *next->next;
    const double states = (double)(residual->states + next->count) / MOST_STATES, memory = (double)bytes / MOST_BYTES;
    return states > memory ? states : memory;
}

uint32_t residual_first(const struct residual *residual)
{
    struct expression_value value;
    bool holds;
    if (residual->expression && expression_known(residual->expression, &value))
        return truth(expression_truth(value));
    if (residual->count)
        return LEFT_SOME;
    const enum status status = constraints_evaluate(residual->constraints, residual->c, residual->config, &holds, NULL);
    return status != OK ? LEFT_UNANSWERED : truth(holds);
}

struct residual *residual_new(struct constraints *constraints, size_t c, const size_t *reads, size_t count,
                              struct config *config)
{
    struct residual *residual = allocate(sizeof *residual);
    const struct space *space = &config->problem->bench->space;
    *residual = (struct residual){.constraints = constraints,
                                  .c = c,
                                  .reads = reads,
                                  .count = count,
                                  .config = config,
                                  .parameters = space->parameters,
                                  .expression = constraints_expression(constraints, c)};
    residual->chosen = allocate((count + 1) * sizeof *residual->chosen);
    if (!residual->expression) {
        add(&residual->now, residual->chosen, sizeof *residual->chosen);
        return residual;
    }
    const size_t bytes = expression_bytes(residual->expression);
    residual->slot = allocate(space_parameters(space) * sizeof *residual->slot);
    residual->scratch = allocate(bytes);
    add(&residual->now, residual->expression, bytes);
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
    free(residual->chosen);
    free(residual);
}
