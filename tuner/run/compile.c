/* The compile workers of a tuner: each takes the next configuration of the first run that has one. While the current
 * target has none, as in a play-off, they compile the first configurations of the next target. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>

/* How many are compiled ahead of a run's begin. Few: a worker keeps one precompiled header, and may need it for another
 * run. */
enum { MOST_EARLY = 64 };

bool run_spent(const struct run *run)
{
    const struct run_options *options = &run->options;
    return *run->tuner->options.stop || run->reached ||
           (run->search.asked > 0 &&
            run_seconds_left(run) < fmin(run_playoff_seconds(run), options->budget.seconds / 2));
}

static bool is_filling(const struct run *run, size_t waiting, size_t coming)
{
    const struct tuner *tuner = run->tuner;
    for (size_t i = 0; i < tuner->workers; i++)
        if (device_disturbs(&tuner->device[i]))
            return false;
    return (run->in_flight || !waiting) && coming < 2 * (size_t)tuner->options.jobs;
}

static bool may_compile(const struct run *run)
{
    const size_t waiting = run->ready_count - run->ready_at, coming = waiting + run->in_flight;
    if (coming >= run->search.strategy->ahead)
        return false;
    if (run->stage == RUN_COMING)
        return coming + run->unmade_count < MOST_EARLY && !run_is_alone(run->tuner->first);
    return run_is_alone(run) ? is_filling(run, waiting, coming) : !run_is_alone(run->tuner->first);
}

static bool may_propose(const struct run *run)
{
    return (run->stage == RUN_COMING || run->stage == RUN_SEARCHING) && run->unfit.status == OK && !run->given_up &&
           !run_spent(run);
}

static void fail_compile(struct run *run, uint64_t index, const struct fault *fault)
{
    if (run->stage != RUN_COMING) {
        run_emit_unmeasured(run, index, NULL, fault, 0);
        return;
    }
    run->unmade = grow(run->unmade, run->unmade_count, &run->unmade_capacity, sizeof *run->unmade);
    run->unmade[run->unmade_count++] = (struct unmade){index, *fault};
}

void compile_report_failures(struct run *run)
{
    for (size_t i = 0; i < run->unmade_count; i++)
        run_emit_unmeasured(run, run->unmade[i].index, NULL, &run->unmade[i].fault, 0);
    run->unmade_count = 0;
}

void compile_request(struct run *run, struct compile_worker *worker, uint64_t index)
{
    struct tuner *tuner = run->tuner;
    struct fault fault = {0};
    struct request request = {.kind = REQUEST_COMPILE, .device = tuner->options.device, .index = index};
    request.at = run->prepared.at;
    enum status status = OK;
    if (!worker->process.pid)
        status = compile_start(tuner, &worker->process, &fault);
    if (status == OK)
        status = process_send(&worker->process, &request, run->options.time_limit, &fault);
    if (status != OK) {
        fail_compile(run, index, &fault);
        return;
    }
    worker->run = run;
    worker->index = index;
    worker->includes_cub = run->bench->includes_cub;
    run->in_flight++;
}

bool compile_is_through(const struct run *run)
{
    return !may_propose(run) || run->search.done;
}

/* Among the runs that may request a compilation: one that a device began with, and of these the one with the fewest
 * compilations in flight. */
static struct run *least_served(const struct tuner *tuner)
{
    struct run *least = NULL;
    for (struct run *run = tuner->first; run; run = run->next) {
        const bool coming = run->stage == RUN_COMING, before = least && least->stage == RUN_COMING;
        if (!run->waits && may_propose(run) && may_compile(run) && !headers_awaited(tuner, run->bench) &&
            (!least || coming < before || (coming == before && run->in_flight < least->in_flight)))
            least = run;
    }
    return least;
}

void compile_dispatch(struct tuner *tuner)
{
    uint64_t index;
    struct run *run;
    for (run = tuner->first; run; run = run->next)
        run->waits = false;
    for (unsigned i = 0; i < tuner->options.jobs; i++)
        while (!tuner->compiler[i].process.busy && (run = least_served(tuner)))
            if (search_ask(&run->search, &index) == ASK_INDEX)
                compile_request(run, &tuner->compiler[i], index);
            else
                run->waits = true; /* for outcomes */
    ahead_dispatch(tuner);
}

void run_count_program(struct run *run, const struct program *program)
{
    if (*program->unkept)
        snprintf(run->tuner->unkept, sizeof run->tuner->unkept, "%.*s", (int)sizeof program->unkept, program->unkept);
    const bool compiled = program->milliseconds > 0, is_kernel = program->key.text[0] != 0;
    run->progress.compiled += compiled;
    run->progress.cached += is_kernel && !compiled;
}

void compile_finish(struct tuner *tuner, struct compile_worker *worker, const struct reply *reply,
                    const struct fault *fault)
{
    struct run *run = worker->run;
    worker->run = NULL;
    const bool compiled = fault->status != OK || reply->compiled.milliseconds > 0; /* not from the store */
    tuner->has_cub = tuner->has_cub || (worker->includes_cub && compiled);
    worker->includes_cub = false;
    if (!run) {
        if (fault->status == OK)
            ahead_take(tuner, &reply->compiled);
        return;
    }
    run->in_flight--;
    if (fault->status != OK) {
        fail_compile(run, worker->index, fault);
        return;
    }
    struct program program = reply->compiled;
    ahead_claim(tuner, &program);
    run_count_program(run, &program);
    if (!run->tuner->options.device.can_run) {
        struct fault compiled_only = {0};
        fail(&compiled_only, COMPILED, "only compiled, for %s", run->tuner->options.device.name);
        run_emit_unmeasured(run, worker->index, &program, &compiled_only, 0);
        return;
    }
    run_wait(run, &(struct candidate){worker->index, program});
}
