#include "tuner/search/allowed.h"

#include "base/memory.h"

#include <stdlib.h>

/* A walk through a space, a parameter after the other, the first slowest. A branch ends where more constraints are
 * broken than may be. */
struct walk {
    const struct space *space;
    const struct restriction *restriction;
    const struct compute_device *device;
    struct config *config;
    size_t parameters, constraints;
    size_t *decided;         /* of each constraint: how many parameters must be chosen before it can be asked */
    size_t may_break, steps; /* steps: that may still be made */
    void (*visit)(struct walk *walk, size_t broken); /* a configuration; and the constraint it breaks, or SIZE_MAX */
    struct allowed found;
    size_t capacity;
    size_t *alone; /* of each constraint: how many configurations break it and no other */
};

/* What it reads last, and the one behind that; one that does not say waits for all. */
static size_t decided_after(const struct constraint *constraint, size_t parameters)
{
    size_t after = constraint->read_count ? 0 : parameters;
    for (size_t r = 0; r < constraint->read_count; r++)
        after = constraint->reads[r] >= after ? constraint->reads[r] + 1 : after;
    return after < parameters ? after : parameters;
}

/* Chooses the parameters from `chosen` on, where `count` constraints are broken, `broken` the last of them. */
static void walk_from(struct walk *walk, size_t chosen, uint64_t index, size_t count, size_t broken)
{
    if (!walk->steps || walk->found.count > MOST_ALLOWED)
        return;
    walk->steps--;
    for (size_t c = 0; c < walk->constraints && count <= walk->may_break; c++)
        if (walk->decided[c] == chosen && !constraint_holds(&walk->space->constraints[c], walk->config, walk->device)) {
            count++;
            broken = c;
        }
    if (count > walk->may_break)
        return;
    if (chosen == walk->parameters) {
        walk->config->index = index;
        walk->visit(walk, broken);
        return;
    }
    const struct parameter *parameter = &walk->space->parameters[chosen];
    for (size_t v = 0; v < parameter->count; v++)
        if (restriction_admits(walk->restriction, walk->space, chosen, v)) {
            walk->config->value[chosen] = parameter_value(parameter, v);
            walk_from(walk, chosen + 1, index * parameter->count + v, count, broken);
        }
}

static void walk_all(struct walk *walk, const struct problem *problem, const struct restriction *restriction,
                     const struct compute_device *device)
{
    walk->space = &problem->bench->space;
    walk->steps = walk->steps ? walk->steps : SIZE_MAX;
    walk->restriction = restriction;
    walk->device = device;
    walk->config = config_new(problem, 0);
    walk->parameters = space_parameters(walk->space);
    walk->constraints = space_constraints(walk->space);
    walk->decided = allocate(walk->constraints * sizeof *walk->decided);
    for (size_t c = 0; c < walk->constraints; c++)
        walk->decided[c] = decided_after(&walk->space->constraints[c], walk->parameters);
    walk_from(walk, 0, 0, 0, SIZE_MAX);
    free(walk->decided);
    free(walk->config);
}

static void count_one(struct walk *walk, size_t broken)
{
    (void)broken;
    walk->found.count++;
}

static void list_one(struct walk *walk, size_t broken)
{
    (void)broken;
    walk->found.index = grow(walk->found.index, walk->found.count, &walk->capacity, sizeof *walk->found.index);
    walk->found.index[walk->found.count++] = walk->config->index;
}

static void blame_one(struct walk *walk, size_t broken)
{
    if (broken != SIZE_MAX)
        walk->alone[broken]++;
}

struct allowed allowed_list(const struct problem *problem, const struct restriction *restriction,
                            const struct compute_device *device)
{
    struct walk walk = {.visit = list_one};
    walk_all(&walk, problem, restriction, device);
    return walk.found;
}

size_t allowed_count(const struct problem *problem, const struct restriction *restriction,
                     const struct compute_device *device)
{
    struct walk walk = {.visit = count_one};
    walk_all(&walk, problem, restriction, device);
    return walk.found.count;
}

const struct constraint *allowed_broken(const struct problem *problem, uint64_t index,
                                        const struct compute_device *device)
{
    const struct space *space = &problem->bench->space;
    struct config *config = config_new(problem, index);
    const struct constraint *broken = NULL;
    for (size_t c = 0; c < space_constraints(space) && !broken; c++)
        if (!constraint_holds(&space->constraints[c], config, device))
            broken = &space->constraints[c];
    free(config);
    return broken;
}

const struct constraint *allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                                          const struct compute_device *device)
{
    const struct space *space = &problem->bench->space;
    struct walk walk = {.visit = blame_one, .may_break = 1, .steps = 10000000};
    walk.alone = allocate(space_constraints(space) * sizeof *walk.alone);
    walk_all(&walk, problem, restriction, device);
    const struct constraint *obstacle = NULL;
    size_t most = 0;
    for (size_t c = 0; c < space_constraints(space); c++)
        if (walk.alone[c] > most) {
            most = walk.alone[c];
            obstacle = &space->constraints[c];
        }
    free(walk.alone);
    return obstacle;
}
