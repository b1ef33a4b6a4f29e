#include "tuner/search/allowed.h"

#include "base/memory.h"
#include "tuner/search/permutation.h"
#include "tuner/search/shard.h"
#include "tuner/search/solve.h"
#include "tuner/search/subprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The results, in memory shared with the subprocess that evaluates constraints. */
struct findings {
    struct asking asking;
    struct fault mistake; /* if a constraint has no value */
    enum solve outcome;
    size_t culprit;
    struct solved solved; /* if a subprocess made it, its arrays follow */
    uint64_t place[];     /* or a constraint per index */
};

/* A task: to solve a space; or to evaluate the constraints that are not left out for some configurations. */
struct task {
    const struct problem *problem;
    const struct restriction *restriction;
    const struct compute_device *device;
    const uint64_t *index;
    size_t indices;
    const bool *left_out;
    size_t most_paths;
    size_t places; /* of the findings */
    struct constraints *evaluator;
    struct config *config; /* after the results */
    struct findings *findings;
};

static const struct space *space_of(const struct task *task)
{
    return &task->problem->bench->space;
}

static size_t parameters_of(const struct task *task)
{
    return space_parameters(space_of(task));
}

/* ---- in the subprocess ---- */

static enum status evaluate(struct task *task, size_t constraint, bool *holds, struct fault *fault)
{
    task->findings->asking.constraint = constraint;
    task->findings->asking.steps++;
    return constraints_evaluate(task->evaluator, constraint, task->config, holds, fault);
}

/* The first constraint that a configuration violates. If it violates none, one without a value is an error. */
static size_t walk_index(struct task *task)
{
    const size_t constraints = space_constraints(space_of(task));
    size_t unanswered = constraints;
    bool holds;
    for (size_t c = 0; c < constraints; c++) {
        if (task->left_out[c])
            continue;
        if (evaluate(task, c, &holds, NULL) != OK)
            unanswered = unanswered < c ? unanswered : c;
        else if (!holds)
            return c;
    }
    if (unanswered < constraints)
        evaluate(task, unanswered, &holds, &task->findings->mistake);
    return constraints;
}

/* The first violated constraint for each index. */
static void walk_indices(void *user)
{
    struct task *task = user;
    const struct space *space = space_of(task);
    const size_t parameters = parameters_of(task);
    for (size_t i = 0; i < task->indices && task->findings->mistake.status == OK; i++) {
        for (size_t p = 0; p < parameters; p++)
            task->config->value[p] = parameter_value(&space->parameters[p], space_position(space, task->index[i], p));
        task->config->index = task->index[i];
        task->findings->place[i] = walk_index(task);
    }
}

/* The arrays of the solved space, one after the other. */
enum { ARRAYS = 5 };
static void list_arrays(const struct solved *solved, const void *array[ARRAYS], size_t bytes[ARRAYS])
{
    const void *const arrays[ARRAYS] = {solved->node, solved->edge, solved->from, solved->parameter, solved->stride};
    const size_t of[ARRAYS] = {solved->nodes * sizeof *solved->node, solved->edges * sizeof *solved->edge,
                               (solved->layers + 2) * sizeof *solved->from, solved->layers * sizeof *solved->parameter,
                               solved->layers * sizeof *solved->stride};
    memcpy(array, arrays, sizeof arrays);
    memcpy(bytes, of, sizeof of);
}

/* An upper bound. */
static size_t arrays_bytes(const struct task *task)
{
    const struct solved *solved = NULL;
    return (MOST_PATHS + 1) * (sizeof *solved->node + sizeof *solved->edge) +
           (parameters_of(task) + 2) * (sizeof *solved->from + sizeof *solved->parameter + sizeof *solved->stride);
}

static void work_solve(void *user)
{
    struct task *task = user;
    struct findings *findings = task->findings;
    const struct solving solving = {task->problem,    task->restriction, task->evaluator,  task->left_out,
                                    task->most_paths, task->config,      &findings->asking};
    bool holds;
    findings->outcome = solve(&solving, &findings->solved, &findings->culprit);
    if (findings->outcome != SOLVE_UNANSWERED)
        return;
    evaluate(task, findings->culprit, &holds, &findings->mistake);
}

static void work_solve_in_subprocess(void *user)
{
    struct task *task = user;
    const void *array[ARRAYS];
    size_t bytes[ARRAYS];
    work_solve(task);
    char *to = (char *)task->findings->place;
    list_arrays(&task->findings->solved, array, bytes);
    for (size_t a = 0; a < ARRAYS && task->findings->solved.count; a++) {
        memcpy(to, array[a], bytes[a]);
        to += bytes[a];
    }
}

/* In the parent: copies the solved space of the subprocess. */
static void fetch_solved(const struct task *task, struct solved *solved)
{
    const void *unused[ARRAYS];
    void *array[ARRAYS];
    size_t bytes[ARRAYS];
    const char *from = (const char *)task->findings->place;
    list_arrays(solved, unused, bytes);
    for (size_t a = 0; a < ARRAYS; a++) {
        array[a] = memcpy(allocate(bytes[a]), from, bytes[a]);
        from += bytes[a];
    }
    solved->node = array[0];
    solved->edge = array[1];
    solved->from = array[2];
    solved->parameter = array[3];
    solved->stride = array[4];
}

/* ---- in the parent ---- */

/* Reports a constraint's failure, with the values that it reads. */
static enum status report_constraint(const struct task *task, const char *how, bool killed, struct fault *fault)
{
    const size_t c = task->findings->asking.constraint;
    char at[512] = "", number[MAX_NUMBER];
    size_t length = 0, count;
    const size_t *reads = constraints_reads(task->evaluator, c, &count);
    for (size_t r = 0; r < count && length < sizeof at; r++) {
        if (reads[r] >= parameters_of(task))
            continue;
        const struct parameter *parameter = &space_of(task)->parameters[reads[r]];
        size_t v = parameter_position(parameter, task->config->value[reads[r]]);
        if (v >= parameter->count) /* an invalid value: the crashed code may have written there */
            v = parameter->count - 1;
        length += (size_t)snprintf(at + length, sizeof at - length, "%s%s %s", r ? ", " : " at ", parameter->name,
                                   parameter_word(parameter, v, number));
    }
    return fail(fault, INVALID, "%s/%s: its constraint \"%s\" %s%s%s", task->problem->suite->name,
                task->problem->bench->name, constraint_text(&space_of(task)->constraints[c]), how, at,
                killed ? "" : ": that is a mistake of the suite");
}

static size_t findings_bytes(const struct task *task)
{
    return sizeof *task->findings + task->places * sizeof *task->findings->place;
}

static void drop_findings(struct task *task)
{
    const size_t config_bytes = sizeof *task->config + parameters_of(task) * sizeof *task->config->value;
    subprocess_memory_free(task->findings, findings_bytes(task) + config_bytes);
}

static void free_task(struct task *task)
{
    drop_findings(task);
    constraints_free(task->evaluator);
}

/* Whether functions are among the constraints to evaluate. */
static bool calls_suite(const struct task *task)
{
    bool calls = false;
    for (size_t c = 0; c < space_constraints(space_of(task)); c++)
        calls = calls || (!task->left_out[c] && !constraints_expression(task->evaluator, c));
    return calls;
}

/* Runs in a subprocess if a suite's functions are called: expressions terminate and are harmless. Without memory the
 * results are NULL. */
static enum subprocess_end try(struct task *task, void (*work)(void *task), char *how, size_t size)
{
    struct config *first = config_new(task->problem, 0);
    const size_t config_bytes = sizeof *first + parameters_of(task) * sizeof *first->value;
    task->findings = subprocess_memory(findings_bytes(task) + config_bytes);
    if (task->findings) {
        task->config = (struct config *)((char *)task->findings + findings_bytes(task));
        memcpy(task->config, first, config_bytes);
    }
    free(first);
    if (!task->findings)
        return SUBPROCESS_FAILED;
    if (calls_suite(task))
        return subprocess_run(work, task, &task->findings->asking.steps, how, size);
    work(task);
    return SUBPROCESS_OK;
}

/* Compiles the constraints. */
static enum status make_constraints(struct task *task, struct fault *fault)
{
    struct fault mistake = {0};
    task->evaluator = constraints_new(task->problem, task->device, &mistake);
    return task->evaluator ? OK
                           : fail(fault, INVALID, "%s/%s: its constraint %s", task->problem->suite->name,
                                  task->problem->bench->name, mistake.text);
}

/* Tries once more if the subprocess was killed from outside. The task must be freed in any case. */
static enum status run_task(struct task *task, void (*work)(void *task), struct fault *fault)
{
    char how[1100] = "";
    enum subprocess_end apart = try(task, work, how, sizeof how);
    if (apart == SUBPROCESS_KILLED) {
        drop_findings(task);
        apart = try(task, work, how, sizeof how);
    }
    if (!task->findings)
        return fail(fault, NO_MEMORY, "there is no memory for the configurations of %s/%s", task->problem->suite->name,
                    task->problem->bench->name);
    if (apart == SUBPROCESS_OK && task->findings->mistake.status == OK)
        return OK;
    if (apart == SUBPROCESS_OK)
        snprintf(how, sizeof how, "has no value: %s", task->findings->mistake.text);
    return report_constraint(task, how, apart == SUBPROCESS_KILLED, fault);
}

/* Each left-out constraint halves the limit of the next try, so that all tries end soon. */
static size_t most_paths(const struct allowed *allowed)
{
    return MOST_PATHS >> (allowed->left_outs < FEWER_PATHS ? allowed->left_outs : FEWER_PATHS);
}

/* Solves without the left-out constraints. *culprit: another one to leave out; SIZE_MAX: solved. */
static enum status try_to_solve(struct allowed *allowed, const struct restriction *restriction, size_t *culprit,
                                struct fault *fault)
{
    struct task task = {.problem = allowed->problem,
                        .restriction = restriction,
                        .device = allowed->device,
                        .left_out = allowed->left_out,
                        .most_paths = most_paths(allowed)};
    enum status status = make_constraints(&task, fault);
    const bool calls = status == OK && calls_suite(&task);
    task.places = calls ? arrays_bytes(&task) / sizeof *task.findings->place : 0;
    if (status == OK)
        status = run_task(&task, calls ? work_solve_in_subprocess : work_solve, fault);
    *culprit = SIZE_MAX;
    if (status == OK && task.findings->outcome == SOLVE_TOO_LARGE)
        *culprit = task.findings->culprit;
    else if (status == OK) {
        allowed->solved = task.findings->solved;
        allowed->solved.space = space_of(&task);
        if (calls && allowed->solved.count)
            fetch_solved(&task, &allowed->solved);
        else if (calls)
            allowed->solved = (struct solved){.space = space_of(&task)};
    }
    free_task(&task);
    return status;
}

void allowed_free(struct allowed *allowed)
{
    solved_free(&allowed->solved);
    free(allowed->left_out);
    *allowed = (struct allowed){0};
}

/* ---- of some configurations ---- */

/* The first violated constraint for each, without left-out ones. */
static enum status evaluate_indices(struct task *task, struct fault *fault)
{
    task->places = task->indices;
    const enum status status = make_constraints(task, fault);
    return status == OK ? run_task(task, walk_indices, fault) : status;
}

enum status allowed_broken(const struct problem *problem, const uint64_t *index, size_t count,
                           const struct compute_device *device, const struct constraint **broken, struct fault *fault)
{
    const size_t constraints = space_constraints(&problem->bench->space);
    FREED bool *none = allocate(constraints * sizeof *none);
    struct task task = {.problem = problem, .index = index, .indices = count, .device = device, .left_out = none};
    const enum status status = evaluate_indices(&task, fault);
    for (size_t i = 0; i < count; i++) {
        const size_t c = status == OK ? task.findings->place[i] : constraints;
        broken[i] = c < constraints ? &problem->bench->space.constraints[c] : NULL;
    }
    free_task(&task);
    return status;
}

/* Evaluates the left-out constraints for some solved configurations. */
static enum status evaluate_left_out(const struct allowed *allowed, const uint64_t *index, size_t count,
                                     struct task *task, struct fault *fault)
{
    const size_t constraints = space_constraints(&allowed->problem->bench->space);
    FREED bool *solved = allocate(constraints * sizeof *solved);
    for (size_t c = 0; c < constraints; c++)
        solved[c] = !allowed->left_out[c];
    *task = (struct task){
        .problem = allowed->problem, .index = index, .indices = count, .device = allowed->device, .left_out = solved};
    const enum status status = evaluate_indices(task, fault);
    task->left_out = NULL;
    return status;
}

size_t allowed_keep(const struct allowed *allowed, uint64_t *index, size_t count)
{
    const size_t constraints = space_constraints(&allowed->problem->bench->space);
    struct task task;
    size_t kept = 0;
    if (!allowed->left_outs)
        return count;
    const bool answered = evaluate_left_out(allowed, index, count, &task, NULL) == OK;
    for (size_t i = 0; answered && i < count; i++)
        if (task.findings->place[i] == constraints)
            index[kept++] = index[i];
    free_task(&task);
    if (answered || count < 2)
        return kept;
    kept = allowed_keep(allowed, index, count / 2);
    const size_t more = allowed_keep(allowed, index + count / 2, count - count / 2);
    memmove(index + kept, index + count / 2, more * sizeof *index);
    return kept + more;
}

uint64_t allowed_nearest(const struct allowed *allowed, uint64_t origin)
{
    enum { FEWEST = 64, MOST = 1 << 14, GIVEN_UP = 1 << 20 }; /* drawn at once, and in total */
    const struct permutation all = {allowed->solved.count, 0};
    uint64_t nearest = solved_nearest(&allowed->solved, origin);
    if (nearest == NO_CONFIGURATION || allowed_keep(allowed, &nearest, 1))
        return nearest;
    FREED uint64_t *some = allocate(MOST * sizeof *some);
    for (uint64_t drawn = 0; drawn < all.count && drawn < GIVEN_UP;) {
        const uint64_t most = drawn < FEWEST ? FEWEST : drawn < MOST ? drawn : MOST;
        size_t count = 0;
        for (; count < most && drawn < all.count; drawn++)
            some[count++] = solved_index(&allowed->solved, permutation_at(&all, drawn));
        if (allowed_keep(allowed, some, count))
            return *some;
    }
    return NO_CONFIGURATION;
}

/* Samples the solved space: whether the left-out constraints have a value. */
static enum status try_some(const struct allowed *allowed, struct fault *fault)
{
    enum { SOME = 64 };
    uint64_t index[SOME];
    struct task task;
    if (!allowed->left_outs || !allowed->solved.count)
        return OK;
    for (uint64_t i = 0; i < SOME; i++)
        index[i] = solved_draw(&allowed->solved, allowed->problem->seed, i);
    const enum status status = evaluate_left_out(allowed, index, SOME, &task, fault);
    free_task(&task);
    return status;
}

static size_t values_of(const struct space *space)
{
    size_t values = 0;
    for (size_t p = 0; p < space_parameters(space); p++)
        values += space->parameters[p].count;
    return values;
}

enum status allowed_solve(const struct problem *problem, const struct restriction *restriction,
                          const struct compute_device *device, struct allowed *allowed, struct fault *fault)
{
    uint64_t product;
    size_t culprit;
    *allowed = (struct allowed){.problem = problem, .device = device};
    allowed->left_out = allocate(space_constraints(&problem->bench->space) * sizeof *allowed->left_out);
    if (!space_product(&problem->bench->space, &product))
        return fail(fault, INVALID, "its parameters span more configurations than 64 bits can number");
    if (values_of(&problem->bench->space) > MOST_PATHS)
        return fail(fault, INVALID, "its parameters have more than %d values", MOST_PATHS);
    for (;;) {
        const enum status status = try_to_solve(allowed, restriction, &culprit, fault);
        if (status != OK || culprit == SIZE_MAX) {
            if (status == OK && restriction->shard.of > 1 && allowed->solved.count)
                allowed->unlisted = shard_take(&allowed->solved, restriction->shard, problem->seed,
                                               allowed_nearest(allowed, space_default(&problem->bench->space)));
            return status == OK ? try_some(allowed, fault) : status;
        }
        allowed->left_out[culprit] = true;
        allowed->left_outs++;
    }
}

enum status allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                             const struct compute_device *device, const struct constraint **obstacle,
                             struct fault *fault)
{
    const struct space *space = &problem->bench->space;
    enum status status = OK;
    uint64_t most = 0;
    *obstacle = NULL;
    for (size_t c = 0; status == OK && c < space_constraints(space); c++) {
        struct allowed without = {.problem = problem, .device = device};
        size_t culprit;
        without.left_out = allocate(space_constraints(space) * sizeof *without.left_out);
        without.left_out[c] = true;
        status = try_to_solve(&without, restriction, &culprit, fault);
        if (status == OK && without.solved.count > most) {
            most = without.solved.count;
            *obstacle = &space->constraints[c];
        }
        allowed_free(&without);
    }
    *obstacle = status == OK ? *obstacle : NULL;
    return status;
}
