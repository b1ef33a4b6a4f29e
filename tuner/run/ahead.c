/* While a problem has the device, and compilers have nothing to do for it, as in a play-off, they compile what the next
 * problem tries first. Not of more: a worker keeps one precompiled header, and may need it for the next. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FIRSTS = 64 }; /* of a problem */

/* A first configuration of what comes. */
struct early {
    size_t problem; /* of the list */
    uint64_t index;
    enum { UNASKED, AT_WORK, MADE } state;
    size_t slot; /* of the compile worker that is at it */
    struct program program;
};

struct ahead {
    struct problem_at *problem; /* whose first ones were listed */
    size_t problems, problem_capacity;
    struct early *early; /* in their order */
    size_t count, capacity;
};

void ahead_free(struct tuner *tuner)
{
    if (tuner->ahead) {
        free(tuner->ahead->problem);
        free(tuner->ahead->early);
    }
    free(tuner->ahead);
    tuner->ahead = NULL;
}

static bool is_of(const struct ahead *ahead, const struct early *early, const struct problem_at *at)
{
    return !memcmp(&ahead->problem[early->problem], at, sizeof *at);
}

static struct early *at_work(const struct tuner *tuner, size_t slot)
{
    struct ahead *ahead = tuner->ahead;
    for (size_t i = 0; ahead && i < ahead->count; i++)
        if (ahead->early[i].state == AT_WORK && ahead->early[i].slot == slot)
            return &ahead->early[i];
    return NULL;
}

static void leave_out(struct ahead *ahead, struct early *early)
{
    const size_t behind = (size_t)(ahead->early + --ahead->count - early);
    memmove(early, early + 1, behind * sizeof *early);
}

/* ---- what comes ---- */

static bool is_listed(const struct ahead *ahead, const struct problem_at *at)
{
    for (size_t i = 0; i < ahead->problems; i++)
        if (!memcmp(&ahead->problem[i], at, sizeof *at))
            return true;
    return false;
}

/* Lists what its search asks before it is told anything, once. Another program is not asked before its time. */
static void list_coming(struct tuner *tuner)
{
    struct ahead *ahead = tuner->ahead;
    const struct target *target = tuner->coming.target;
    const struct run_options *options = tuner->coming.options;
    const struct problem_at at = run_problem_at(tuner, &target->problem);
    struct search search;
    uint64_t index;
    if (is_listed(ahead, &at))
        return;
    for (size_t i = ahead->count; i-- > 0;) /* what came before it */
        if (ahead->early[i].state == UNASKED)
            leave_out(ahead, &ahead->early[i]);
    ahead->problem = grow(ahead->problem, ahead->problems, &ahead->problem_capacity, sizeof *ahead->problem);
    memcpy(&ahead->problem[ahead->problems++], &at, sizeof at);
    if (target->pins || !strategy_find(options->strategy->name) ||
        bench_lacks(target->problem.bench, &tuner->options.device) ||
        run_search_known(&search, tuner, target, options) != OK)
        return;
    for (size_t i = 0; i < MOST_FIRSTS && search_ask(&search, &index) == ASK_INDEX; i++) {
        ahead->early = grow(ahead->early, ahead->count, &ahead->capacity, sizeof *ahead->early);
        ahead->early[ahead->count++] = (struct early){.problem = ahead->problems - 1, .index = index};
    }
    search_end(&search);
}

/* The next one that no worker was asked; NULL: all were. */
static struct early *next(const struct ahead *ahead)
{
    for (size_t i = 0; i < ahead->count; i++)
        if (ahead->early[i].state == UNASKED)
            return &ahead->early[i];
    return NULL;
}

/* ---- compiling it ---- */

bool ahead_has(const struct tuner *tuner, size_t slot)
{
    return at_work(tuner, slot) != NULL;
}

bool ahead_is_at_work(const struct tuner *tuner)
{
    for (size_t i = 0; i < tuner->options.jobs; i++)
        if (ahead_has(tuner, i))
            return true;
    return false;
}

void ahead_forget(struct tuner *tuner, size_t slot)
{
    leave_out(tuner->ahead, at_work(tuner, slot));
}

/* What does not compile is left to its own problem's run, where it is a row. */
void ahead_finish(struct tuner *tuner, size_t slot, const struct reply *reply, const struct fault *fault)
{
    struct early *early = at_work(tuner, slot);
    if (fault->status != OK) {
        ahead_forget(tuner, slot);
        return;
    }
    early->state = MADE;
    early->program = reply->compiled;
}

static void ask(struct run *run, size_t slot, struct early *early)
{
    struct tuner *tuner = run->tuner;
    struct process *compiler = &tuner->compiler[slot];
    struct fault fault = {0};
    struct request request = {.kind = REQUEST_COMPILE, .device = tuner->options.device, .index = early->index};
    request.at = tuner->ahead->problem[early->problem];
    enum status status = compiler->pid ? OK : process_start(compiler, &tuner->options.launcher, &fault);
    early->state = AT_WORK;
    early->slot = slot;
    if (status == OK)
        status = process_ask(compiler, &request, tuner->coming.options->time_limit, &fault);
    if (status != OK)
        leave_out(tuner->ahead, early);
}

static void hear(struct tuner *tuner)
{
    struct reply *reply = allocate(sizeof *reply);
    for (size_t i = 0; i < tuner->options.jobs; i++) {
        struct fault fault = {0};
        if (ahead_has(tuner, i) && process_hear(&tuner->compiler[i], reply, &fault))
            ahead_finish(tuner, i, reply, &fault);
    }
    free(reply);
}

void run_look_ahead(struct run *run)
{
    struct tuner *tuner = run->tuner;
    const struct compute_device *device = &tuner->options.device;
    if (!tuner->coming.target || !device->can_run || run_takes_turns(run->options, device, run->bench) ||
        *tuner->options.stop)
        return;
    tuner->ahead = tuner->ahead ? tuner->ahead : allocate(sizeof *tuner->ahead);
    struct early *early;
    list_coming(tuner);
    hear(tuner);
    for (size_t i = 0; i < tuner->options.jobs; i++)
        if (!tuner->compiler[i].busy && (early = next(tuner->ahead)))
            ask(run, i, early);
}

/* ---- its own problem's run ---- */

enum ahead_answer ahead_take(struct run *run, uint64_t index, struct program *program, size_t *slot)
{
    struct ahead *ahead = run->tuner->ahead;
    for (size_t i = 0; ahead && i < ahead->count; i++) {
        struct early *early = &ahead->early[i];
        if (early->index != index || early->state == UNASKED || !is_of(ahead, early, &run->prepared.at))
            continue;
        const bool made = early->state == MADE;
        *program = early->program;
        *slot = early->slot;
        leave_out(ahead, early);
        return made ? AHEAD_MADE : AHEAD_AT_WORK;
    }
    return AHEAD_NONE;
}

void ahead_drop(struct run *run)
{
    struct ahead *ahead = run->tuner->ahead;
    for (size_t i = ahead ? ahead->count : 0; i-- > 0;)
        if (ahead->early[i].state != AT_WORK && is_of(ahead, &ahead->early[i], &run->prepared.at))
            leave_out(ahead, &ahead->early[i]);
}
