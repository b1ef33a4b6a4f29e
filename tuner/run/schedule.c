/* The parent's side of a run: what to compile and measure next, and what to do when a worker dies. */
#include "tuner/run/run.h"

#include "base/memory.h"
#include "tuner/worker/worker.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_AHEAD = 256 };

/* ---- rows ---- */

void run_name(const struct run *run, const struct config *config, struct result *row)
{
    row->config = config_words(config);
    row->size = run->target->size;
    row->resources = (struct compute_resources){-1, -1, -1};
    snprintf(row->suite, sizeof row->suite, "%s", all_suites[run->target->suite]->name);
    snprintf(row->bench, sizeof row->bench, "%s", run->bench->name);
}

void run_limit(const struct run *run, struct result *row)
{
    const struct tuner_options *options = &run->tuner->options;
    if (row->status == OK && run->target->ceilings)
        row->limit =
            resource_limit(row->amount, row->median_ns, row->cold, options->device.l2_bytes, run->target->ceilings);
}

static void give_out(struct run *run, const struct result *row)
{
    struct progress *progress = &run->progress;
    double until = run->tuner->options.until;
    run->reached = run->reached || (until > 0 && !row->dropped && row->limit.fraction >= until);
    progress->done++;
    if (row->status == OK)
        progress->good++;
    else if (row->status != UNSUPPORTED)
        progress->failed++;
    if (row->status == OK && !row->dropped && (!progress->best_ns || row->median_ns < progress->best_ns)) {
        progress->best_ns = row->median_ns;
        progress->best = row->config;
    }
    run->tuner->options.row(run->tuner->options.user, row);
    run_report(run);
}

static void keep_contender(struct run *run, const struct candidate *candidate, const struct result *row)
{
    run->contenders = grow(run->contenders, run->contender_count, &run->contender_capacity, sizeof *run->contenders);
    run->contenders[run->contender_count++] = (struct contender){candidate->index, candidate->program, *row};
}

/* The row of a configuration that came to an end before it was measured. */
static void give_out_failure(struct run *run, uint64_t index, const struct program *program, const struct fault *fault)
{
    struct result row = {0};
    struct config config = space_config(&run->bench->space, index);
    run_name(run, &config, &row);
    row.status = fault->status;
    snprintf(row.reason, sizeof row.reason, "%s", fault->text);
    if (program) {
        row.resources = program->resources;
        row.compile_ms = program->milliseconds;
        snprintf(row.binary, sizeof row.binary, "%s", program->key.text);
    }
    give_out(run, &row);
}

void run_report(struct run *run)
{
    struct progress *progress = &run->progress;
    const struct target *target = run->target;
    progress->seconds = clock_seconds() - run->started;
    progress->seconds_left = -1;
    if (progress->done && !run->preparing) {
        double spent = clock_seconds() - run->measuring_since;
        progress->seconds_left = spent / (double)progress->done * (double)(progress->total - progress->done);
    }
    double budget = target->budget_seconds - progress->seconds;
    if (target->budget_seconds > 0 && (progress->seconds_left < 0 || progress->seconds_left > budget))
        progress->seconds_left = budget > 0 ? budget : 0;
    run->tuner->options.progress(run->tuner->options.user, progress);
}

/* ---- compiling ---- */

static bool spent(const struct run *run)
{
    const struct tuner_options *options = &run->tuner->options;
    return *options->stop || run->reached || (options->budget_count && run->issued >= options->budget_count) ||
           (run->target->budget_seconds > 0 && clock_seconds() - run->started > run->target->budget_seconds &&
            run->issued > 0);
}

/* On a CPU device, and where the host has a part in what is timed, compiling and measuring must not overlap: compile a
 * batch, then measure it. */
static bool may_compile(const struct run *run)
{
    const struct tuner_options *options = &run->tuner->options;
    size_t waiting = run->ready_count - run->ready_at, coming = waiting + run->in_flight;
    if (!options->device.is_cpu && !run->bench->host_timed)
        return coming < LOOK_AHEAD;
    bool filling = !run->tuner->device.busy && (run->in_flight || !waiting);
    return filling && coming < 2 * (size_t)options->jobs;
}

static void compile_next(struct run *run, struct process *compiler, size_t slot)
{
    struct tuner *tuner = run->tuner;
    struct fault fault = {0};
    uint64_t index = search_next(&run->search);
    struct request request = {.kind = REQUEST_COMPILE, .device = tuner->options.device, .index = index};
    request.at = run->prepared.at;
    enum status status = OK;
    if (!compiler->pid)
        status = process_start(compiler, &tuner->options.launcher, &fault);
    if (status == OK)
        status = process_ask(compiler, &request, tuner->options.time_limit, &fault);
    run->issued++;
    if (status != OK) {
        give_out_failure(run, index, NULL, &fault);
        return;
    }
    run->compiling[slot] = index;
    run->in_flight++;
}

static void dispatch_compilers(struct run *run)
{
    for (unsigned i = 0; i < run->tuner->options.jobs; i++) {
        struct process *compiler = &run->tuner->compiler[i];
        if (compiler->busy)
            continue;
        if (spent(run) || run->search.at == run->search.count || !may_compile(run))
            return;
        compile_next(run, compiler, i);
    }
}

/* What came last is measured next: the default, with which others are compared, must not miss the end of a budget. */
static void hurry(struct run *run)
{
    struct candidate *next = &run->ready[run->ready_at], *last = &run->ready[run->ready_count - 1], swap = *next;
    *next = *last;
    *last = swap;
}

static void finish_compile(struct run *run, size_t slot, const struct reply *reply, const struct fault *fault)
{
    uint64_t index = run->compiling[slot];
    run->in_flight--;
    if (fault->status != OK) {
        give_out_failure(run, index, NULL, fault);
        return;
    }
    if (reply->compiled.milliseconds > 0)
        run->progress.compiled++;
    else if (reply->compiled.key.text[0]) /* none where there is no kernel */
        run->progress.cached++;
    if (!run->tuner->options.device.can_run) {
        struct fault compiled_only = {0};
        fail(&compiled_only, UNSUPPORTED, "compiled; %s does not run anything", run->tuner->options.device.name);
        give_out_failure(run, index, &reply->compiled, &compiled_only);
        return;
    }
    run->ready = grow(run->ready, run->ready_count, &run->ready_capacity, sizeof *run->ready);
    run->ready[run->ready_count++] = (struct candidate){index, reply->compiled};
    if (index == run->search.first)
        hurry(run);
}

/* ---- measuring ---- */

static enum status finish_measure(struct run *run, struct result *row, const struct fault *fault, struct fault *fatal)
{
    const struct candidate *candidate = &run->measuring;
    if (fault->status == OK) {
        row->compile_ms = candidate->program.milliseconds;
        run_limit(run, row);
        keep_contender(run, candidate, row);
        give_out(run, row);
        return OK;
    }
    give_out_failure(run, candidate->index, &candidate->program, fault);
    bool lost = !run->tuner->device.pid || fault->status == LAUNCH_FAILED; /* a failed launch may poison the context */
    return lost && !*run->tuner->options.stop ? run_replace_device(run, fatal) : OK;
}

static enum status dispatch_device(struct run *run, struct fault *fatal)
{
    struct tuner *tuner = run->tuner;
    bool compiling = run->in_flight && tuner->options.device.is_cpu;
    if (tuner->device.busy || run->ready_at == run->ready_count || compiling)
        return OK;
    run->measuring = run->ready[run->ready_at++];
    struct request request = {.kind = REQUEST_MEASURE,
                              .at = run->prepared.at,
                              .index = run->measuring.index,
                              .binary = run->measuring.program.key,
                              .effort = {.blocks = 5, .samples = 20, .best_ns = run->progress.best_ns}};
    struct fault fault = {0};
    if (process_ask(&tuner->device, &request, tuner->options.time_limit, &fault) == OK)
        return OK;
    struct result none = {0};
    return finish_measure(run, &none, &fault, fatal);
}

/* ---- setting up ---- */

/* A bench that cannot be set up is one row without a configuration. */
static void give_out_bench(struct run *run, const struct fault *fault)
{
    struct result row = {.size = run->target->size, .status = fault->status, .resources = {-1, -1, -1}};
    snprintf(row.suite, sizeof row.suite, "%s", all_suites[run->target->suite]->name);
    snprintf(row.bench, sizeof row.bench, "%s", run->bench->name);
    snprintf(row.reason, sizeof row.reason, "%s", fault->text);
    run->tuner->options.row(run->tuner->options.user, &row);
}

static void begin(struct run *run, const char *phase)
{
    run->progress.phase = phase;
    run->measuring_since = clock_seconds();
}

static enum status finish_prepare(struct run *run, const struct fault *fault)
{
    run->preparing = false;
    run->given_up = fault->status != OK;
    if (run->given_up)
        give_out_bench(run, fault);
    begin(run, "measuring");
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
    if (process_ask(&tuner->device, &run->prepared, PREPARE_SECONDS, &fault) != OK)
        return finish_prepare(run, &fault);
    return OK;
}

/* ---- waiting ---- */

static enum status hear_all(struct run *run, struct fault *fatal)
{
    struct tuner *tuner = run->tuner;
    size_t jobs = tuner->options.jobs;
    struct pollfd *ready = allocate((jobs + 1) * sizeof *ready);
    struct reply *reply = allocate(sizeof *reply);
    enum status status = OK;
    for (size_t i = 0; i <= jobs; i++) {
        struct process *process = i < jobs ? &tuner->compiler[i] : &tuner->device;
        ready[i] = (struct pollfd){process->busy ? process->from : -1, POLLIN, 0};
    }
    poll(ready, jobs + 1, 100);
    for (size_t i = 0; i <= jobs && status == OK; i++) {
        struct process *process = i < jobs ? &tuner->compiler[i] : &tuner->device;
        if (!process->busy || (!ready[i].revents && clock_seconds() < process->deadline))
            continue;
        struct fault fault = {0};
        if (ready[i].revents)
            process_answer(process, reply, &fault);
        else
            process_expire(process, &fault);
        if (i < jobs)
            finish_compile(run, i, reply, &fault);
        else if (run->preparing)
            status = finish_prepare(run, &fault);
        else
            status = finish_measure(run, &reply->result, &fault, fatal);
    }
    free(reply);
    free(ready);
    return status;
}

static enum status search_all(struct run *run, struct fault *fatal)
{
    enum status status = OK;
    while (status == OK && !run->given_up && !*run->tuner->options.stop) {
        dispatch_compilers(run);
        bool hurried = run->reached || (run->target->budget_seconds > 0 && run->progress.good);
        if (spent(run) && !run->tuner->device.busy && hurried)
            break; /* what is compiled but not measured stays so */
        status = dispatch_device(run, fatal);
        bool idle = !run->in_flight && !run->tuner->device.busy && run->ready_at == run->ready_count;
        if (status != OK || (idle && (spent(run) || run->search.at == run->search.count)))
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
        if (tuner->compiler[i].busy)
            process_end(&tuner->compiler[i]);
    if (tuner->device.busy)
        process_end(&tuner->device);
}

/* Setting number s of a suite: as the user said it, or as it is. */
static double setting_of(const struct suite *suite, const struct inputs *inputs, size_t s)
{
    return s >= suite_settings(suite) ? 0 : inputs ? inputs->setting[s] : suite->settings[s].initial;
}

static void run_start(struct run *run, struct tuner *tuner, const struct target *target)
{
    const struct tuner_options *options = &tuner->options;
    *run = (struct run){.tuner = tuner, .target = target, .started = clock_seconds()};
    run->bench = suite_bench(all_suites[target->suite], target->bench);
    run->prepared = (struct request){.kind = REQUEST_PREPARE};
    run->prepared.at = (struct bench_at){.suite = target->suite,
                                         .bench = target->bench,
                                         .size = target->size,
                                         .seed = options->seed,
                                         .structure = target->structure};
    for (size_t s = 0; s < MAX_SETTINGS; s++)
        run->prepared.at.setting[s] = setting_of(all_suites[target->suite], target->restriction.inputs, s);
    run->compiling = allocate(options->jobs * sizeof *run->compiling);
    search_start(&run->search, run->bench, &target->restriction, &options->device, options->strategy, options->budgeted,
                 options->seed);
    run->progress.suite = all_suites[target->suite]->name;
    run->progress.bench = run->bench->name;
    run->progress.size = target->size;
    run->progress.total = run->search.count;
    if (options->budget_count && options->budget_count < run->search.count)
        run->progress.total = options->budget_count;
}

enum status tuner_run(struct tuner *tuner, const struct target *target, struct best *best, struct fault *fault)
{
    struct run run;
    enum status status = OK;
    *best = (struct best){0};
    run_start(&run, tuner, target);
    best->allowed = run.search.allowed;
    const char *lack = bench_lacks(run.bench, &tuner->options.device);
    struct fault none = {0};
    if (lack || !run.search.allowed) {
        const struct constraint *obstacle =
            lack ? NULL : search_obstacle(run.bench, &target->restriction, &tuner->options.device);
        if (lack)
            fail(&none, UNSUPPORTED, "%s", lack);
        else
            fail(&none, UNSUPPORTED, "no configuration is allowed here: %s%s",
                 obstacle ? "excluded by the constraint: " : "--set and the constraints exclude all",
                 obstacle ? obstacle->text : "");
        give_out_bench(&run, &none);
    } else {
        if (tuner->options.device.can_run)
            status = prepare(&run, fault);
        else
            begin(&run, "compiling");
        if (status == OK)
            status = search_all(&run, fault);
        abandon(&run);
        best->measured = run.progress.done;
        if (status == OK && run.contender_count)
            status = run_playoff(&run, best, fault);
    }
    search_end(&run.search);
    free(run.contenders);
    free(run.compiling);
    free(run.ready);
    return status;
}
