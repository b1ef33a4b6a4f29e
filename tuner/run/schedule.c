/* The parent's side of a run: what to compile and measure next, and what to do when a worker dies. */
#include "tuner/run/run.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- compiling ---- */

static bool spent(const struct run *run)
{
    const struct run_options *options = run->options;
    return *run->tuner->options.stop || run->reached ||
           (run->search.asked > 0 &&
            run_seconds_left(run) < fmin(run_playoff_seconds(run), options->budget.seconds / 2));
}

static bool may_compile(const struct run *run)
{
    const struct tuner_options *options = &run->tuner->options;
    size_t waiting = run->ready_count - run->ready_at, coming = waiting + run->in_flight;
    if (coming >= run->search.strategy->ahead)
        return false;
    if (!run_takes_turns(run->options, &options->device, run->bench))
        return true;
    bool filling = !run->tuner->device.busy && (run->in_flight || !waiting);
    return filling && coming < 2 * (size_t)options->jobs;
}

/* Has a worker, started if need be, compile a configuration. One that cannot be asked is a row. */
static void compile(struct run *run, size_t slot, uint64_t index)
{
    struct tuner *tuner = run->tuner;
    struct process *compiler = &tuner->compiler[slot];
    struct fault fault = {0};
    struct request request = {.kind = REQUEST_COMPILE, .device = tuner->options.device, .index = index};
    request.at = run->prepared.at;
    enum status status = OK;
    if (!compiler->pid)
        status = process_start(compiler, &tuner->options.launcher, &fault);
    if (status == OK)
        status = process_ask(compiler, &request, run->options->time_limit, &fault);
    if (status != OK) {
        run_give_out_unmeasured(run, index, NULL, &fault);
        return;
    }
    run->compiling[slot] = index;
    run->in_flight++;
}

static void count_program(struct run *run, const struct program *program)
{
    if (*program->unkept)
        snprintf(run->tuner->unkept, sizeof run->tuner->unkept, "%.*s", (int)sizeof program->unkept, program->unkept);
    const bool compiled = program->milliseconds > 0, is_kernel = program->key.text[0] != 0;
    run->progress.compiled += compiled;
    run->progress.cached += is_kernel && !compiled;
}

/* What was compiled before this run began, or is just being. */
static bool take_early(struct run *run, uint64_t index)
{
    size_t slot;
    struct candidate candidate = {.index = index};
    switch (ahead_take(run, index, &candidate.program, &slot)) {
    case AHEAD_NONE:
        return false;
    case AHEAD_MADE:
        count_program(run, &candidate.program);
        run_wait(run, &candidate);
        break;
    case AHEAD_AT_WORK:
        run->compiling[slot] = index;
        run->in_flight++;
    }
    return true;
}

static void dispatch_compilers(struct run *run)
{
    uint64_t index;
    bool asks = true;
    for (unsigned i = 0; i < run->tuner->options.jobs && asks; i++)
        while (!run->tuner->compiler[i].busy && asks) {
            asks = !spent(run) && may_compile(run) && search_ask(&run->search, &index) == ASK_INDEX;
            if (asks && !take_early(run, index))
                compile(run, i, index);
        }
    if (run->search.done || spent(run))
        run_look_ahead(run);
}

static void finish_compile(struct run *run, size_t slot, const struct reply *reply, const struct fault *fault)
{
    uint64_t index = run->compiling[slot];
    run->in_flight--;
    if (fault->status != OK) {
        run_give_out_unmeasured(run, index, NULL, fault);
        return;
    }
    count_program(run, &reply->compiled);
    if (!run->tuner->options.device.can_run) {
        struct fault compiled_only = {0};
        fail(&compiled_only, COMPILED, "only compiled, for %s", run->tuner->options.device.name);
        run_give_out_unmeasured(run, index, &reply->compiled, &compiled_only);
        return;
    }
    run_wait(run, &(struct candidate){index, reply->compiled});
}

/* ---- measuring ---- */

static enum status finish_measure(struct run *run, struct reply *reply, const struct fault *fault, struct fault *fatal)
{
    const struct candidate *candidate = &run->measuring;
    struct result *row = &reply->result;
    run_reply(run, reply);
    count_program(run, &reply->counting);
    if (fault->status == OK) {
        row->compile_ms = candidate->program.milliseconds + reply->counting.milliseconds;
        run->sampling = sampling_join(run->sampling, row->sampling);
        run_limit(run, row);
        run_judge(run, row);
        if (row->status == OK)
            run_contend(run, candidate, reply);
        run_give_out(run, row, run_reason(row).text);
        return OK;
    }
    run_give_out_unmeasured(run, candidate->index, &candidate->program, fault);
    bool lost = !run->tuner->device.pid || fault->status == LAUNCH_FAILED; /* a failed launch may poison the context */
    return lost && !*run->tuner->options.stop ? run_replace_device(run, fatal) : OK;
}

static enum status ask_device(struct run *run, struct fault *fatal)
{
    struct tuner *tuner = run->tuner;
    struct request request = {
        .kind = REQUEST_MEASURE, .index = run->measuring.index, .binary = run->measuring.program.key};
    const size_t pins = run->target->pins; /* what is slow in a stream may be best by something else: */
    const bool whole = run->objective != OBJECTIVE_STREAM || pins || run->options->measure_all;
    const bool brief = run->options->brief;
    request.checks = !brief; /* which finalists have in any case */
    request.secret = run_secret(run, request.index, 0, 0);
    if (!run->options->verify_only)
        request.effort = (struct effort){.blocks = pins    ? run->options->blocks
                                                   : brief ? 1
                                                           : SEARCH_BLOCKS,
                                         .samples = brief ? BRIEF_SAMPLES : 20,
                                         .stopping = {whole ? 1 : run->options->confidence, run->progress.best_ns},
                                         .alone = run_needs_alone(run),
                                         .sampling = run->sampling,
                                         .forced = run->asked_sampling != SAMPLING_OPEN};
    struct fault fault = {0};
    if (process_ask(&tuner->device, &request, run->options->time_limit, &fault) == OK)
        return OK;
    struct reply none = {.result = result_of(run->measuring.index, 0)};
    return finish_measure(run, &none, &fault, fatal);
}

/* For this run, or one that comes. */
static bool is_compiling(const struct run *run)
{
    return run->in_flight || ahead_is_at_work(run->tuner);
}

static enum status dispatch_device(struct run *run, struct fault *fatal)
{
    const struct tuner *tuner = run->tuner;
    if (tuner->device.busy || run->ready_at == run->ready_count)
        return OK;
    if (is_compiling(run) && run_takes_turns(run->options, &tuner->options.device, run->bench))
        return OK;
    run->measuring = run_next(run);
    return ask_device(run, fatal);
}

/* ---- setting up ---- */

static void begin(struct run *run, const char *phase)
{
    run->progress.phase = phase;
    run->measuring_since = clock_seconds();
}

static enum status finish_prepare(struct run *run, const struct reply *reply, const struct fault *fault)
{
    tuner_count(run->tuner, reply);
    run->preparing = false;
    run->given_up = fault->status != OK;
    if (run->given_up)
        run_give_out_bench(run, fault);
    begin(run, run->options->verify_only ? "verifying" : "measuring");
    return OK;
}

/* Has the device's worker set the bench up; on a GPU the compilers work meanwhile. */
static enum status prepare(struct run *run, struct fault *fatal)
{
    struct tuner *tuner = run->tuner;
    struct fault fault = {0};
    enum status status = tuner->device.pid ? OK : tuner_open_device(tuner, fatal);
    if (status != OK)
        return status;
    begin(run, "preparing");
    run->preparing = true;
    if (process_ask(&tuner->device, &run->prepared, run_prepare_seconds(run), &fault) != OK)
        return finish_prepare(run, &(struct reply){0}, &fault);
    return OK;
}

/* ---- without the cache ---- */

/* The device's worker, without the cache, and what it was at. */
static enum status begin_device_again(struct run *run, bool measuring, struct fault *fatal)
{
    if (run->preparing) {
        process_end(&run->tuner->device);
        return prepare(run, fatal);
    }
    const enum status status = run_replace_device(run, fatal);
    return status == OK && measuring ? ask_device(run, fatal) : status;
}

/* All workers again, without the cache that is in doubt, each at what it was at; and `failed`, whose try this is. */
static enum status begin_again(struct run *run, size_t failed, struct fault *fatal)
{
    struct tuner *tuner = run->tuner;
    const size_t jobs = tuner->options.jobs;
    const bool measuring = !run->preparing && (tuner->device.busy || failed == jobs);
    run->again = failed + 1;
    for (size_t i = 0; i < jobs; i++) {
        const bool early = ahead_has(tuner, i), busy = !early && (tuner->compiler[i].busy || i == failed);
        process_end(&tuner->compiler[i]);
        if (early)
            ahead_forget(tuner, i);
        run->in_flight -= busy;
        if (busy)
            compile(run, i, run->compiling[i]);
    }
    return tuner->options.device.can_run ? begin_device_again(run, measuring, fatal) : OK;
}

/* Takes note of how a second try ended. */
static void end_again(struct run *run, size_t process, const struct fault *fault)
{
    if (run->again != process + 1)
        return;
    run->again = 0;
    if (fault->status == OK)
        tuner_blame_cache(run->tuner);
}

/* A worker that was killed from outside: another one, and what it was at. */
static enum status begin_killed(struct run *run, size_t killed, struct fault *fatal)
{
    run->second[killed] = true;
    if (killed == run->tuner->options.jobs)
        return begin_device_again(run, !run->preparing, fatal);
    run->in_flight--;
    compile(run, killed, run->compiling[killed]);
    return OK;
}

/* ---- waiting ---- */

static struct process *process_at(struct tuner *tuner, size_t i)
{
    return i < tuner->options.jobs ? &tuner->compiler[i] : &tuner->device;
}

/* Waits until a worker has something to say, a tenth of a second at most. */
static void await_any(struct run *run)
{
    struct tuner *tuner = run->tuner;
    const size_t workers = tuner->options.jobs + 1;
    struct pollfd *watched = allocate(2 * workers * sizeof *watched);
    for (size_t i = 0; i < workers; i++)
        process_watch(process_at(tuner, i), watched + 2 * i);
    const bool compiles = is_compiling(run) && !tuner->device.busy;
    const double start = clock_seconds();
    poll(watched, 2 * workers, 100);
    tuner->seconds[PHASE_COMPILING] += compiles ? clock_seconds() - start : 0;
    free(watched);
}

static enum status hear_all(struct run *run, struct fault *fatal)
{
    struct tuner *tuner = run->tuner;
    const size_t jobs = tuner->options.jobs;
    struct reply *reply = allocate(sizeof *reply);
    enum status status = OK;
    await_any(run);
    for (size_t i = 0; i <= jobs && status == OK; i++) {
        struct process *process = process_at(tuner, i);
        struct fault fault = {0};
        if (!process->busy || !process_hear(process, reply, &fault))
            continue;
        if (i < jobs && ahead_has(tuner, i)) {
            ahead_finish(tuner, i, reply, &fault);
            continue;
        }
        if (!run->second[i] && tuner_was_killed(tuner, process, &fault)) {
            status = begin_killed(run, i, fatal);
            continue;
        }
        run->second[i] = false;
        if (tuner_leave_cache(tuner, process, &fault)) {
            status = begin_again(run, i, fatal);
            break;
        }
        end_again(run, i, &fault);
        if (i < jobs)
            finish_compile(run, i, reply, &fault);
        else if (run->preparing)
            status = finish_prepare(run, reply, &fault);
        else
            status = finish_measure(run, reply, &fault, fatal);
    }
    free(reply);
    return status;
}

/* Whether the search ends here: what is compiled but not measured stays so. What is being measured is waited for; but
 * not beyond the end of a budget, if something is good already. */
static bool ends_here(const struct run *run)
{
    const bool hurried = run->reached || (run->options->budget.seconds > 0 && run->ready_at);
    if (!spent(run) || !hurried)
        return false;
    return !run->tuner->device.busy || (run->progress.good && run_seconds_left(run) < 0);
}

/* Whether it ends at once, whatever it is at. */
static bool is_over(const struct run *run)
{
    const double most = run->options->most_seconds;
    return *run->tuner->options.stop || (most > 0 && clock_seconds() - run->started >= most);
}

static enum status search_all(struct run *run, struct fault *fatal)
{
    enum status status = OK;
    while (status == OK && !run->given_up && !is_over(run)) {
        dispatch_compilers(run);
        if (ends_here(run))
            break;
        status = dispatch_device(run, fatal);
        bool idle = !run->in_flight && !run->tuner->device.busy && run->ready_at == run->ready_count;
        if (status != OK || (idle && (spent(run) || run->search.done)))
            break;
        run_report(run);
        status = hear_all(run, fatal);
    }
    return status;
}

/* Ends the workers whose answers nobody waits for any more. */
static void abandon(struct run *run)
{
    struct tuner *tuner = run->tuner;
    for (unsigned i = 0; i < tuner->options.jobs; i++)
        if (tuner->compiler[i].busy && !ahead_has(tuner, i))
            process_end(&tuner->compiler[i]);
    if (tuner->device.busy)
        process_end(&tuner->device);
}

static enum status run_all(struct run *run, struct best *best, struct fault *fault)
{
    enum status status = OK;
    if (run->tuner->options.device.can_run)
        status = prepare(run, fault);
    else
        begin(run, "compiling");
    if (status == OK)
        status = search_all(run, fault);
    abandon(run);
    run_doubt(run, best);
    if (run->target->pins)
        return status;
    if (status == OK && run->contenders)
        status = run_playoff(run, best, fault);
    else if (status == OK && run->options->verify_only && run->progress.good)
        status = run_references(run, fault);
    return status;
}

enum status tuner_run(struct tuner *tuner, const struct target *target, const struct run_options *options,
                      struct best *best, struct fault *fault)
{
    struct run *run = allocate(sizeof *run);
    struct fault none = {0};
    enum status status = OK;
    *best = (struct best){0};
    run_start(run, tuner, target, options);
    if (run_start_search(run, &none) != OK)
        run_give_out_bench(run, &none);
    else {
        best->allowed = run->search.allowed;
        run_take_known(run);
        run->progress.total = target->pins                            ? target->pins
                              : run->search.most < run->search.budget ? run->search.most
                                                                      : run->search.budget;
        status = run_all(run, best, fault);
    }
    ahead_drop(run);
    search_end(&run->search);
    tries_free(run->tries);
    free(run->second);
    free(run->compiling);
    free(run->ready);
    free(run);
    return status;
}

void tuner_close(struct tuner *tuner)
{
    process_close(&tuner->device);
    for (unsigned i = 0; i < tuner->options.jobs; i++)
        process_close(&tuner->compiler[i]);
    free(tuner->compiler);
    ahead_free(tuner);
    *tuner = (struct tuner){0};
}
