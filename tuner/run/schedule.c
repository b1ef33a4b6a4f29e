/* The scheduler, in the parent: which targets are active, and when each ends. */
#include "tuner/run/run.h"

#include "base/clock.h"
#include "base/memory.h"

#include <poll.h>
#include <stdlib.h>

/* ---- beginning ---- */

static void append(struct tuner *tuner, struct run *run)
{
    struct run **end = &tuner->first;
    while (*end)
        end = &(*end)->next;
    *end = run;
}

static void add(struct tuner *tuner, const struct target *target, const struct run_options *options)
{
    struct run *run = allocate(sizeof *run);
    struct search *search = &run->search;
    ahead_pass(tuner, target);
    run_start(run, tuner, target, options);
    append(tuner, run);
    if (run_start_search(run, &run->unfit) != OK)
        return;
    run->best.allowed = search->allowed;
    run_take_known(run);
    run->progress.total = target->fixed_count             ? target->fixed_count
                          : search->most < search->budget ? search->most
                                                          : search->budget;
}

/* A strategy in another program runs one search at a time. */
static bool allows_another(const struct run *run)
{
    return (!run_is_alone(run) || run_shares_host(run)) && strategy_find(run->options.strategy->name);
}

/* Takes the next target while there are fewer than workers of devices, since a search waits for outcomes; and one more
 * when the active ones leave compile workers idle. False: it takes none. */
static bool admit(struct tuner *tuner)
{
    const struct target *target;
    struct run_options options;
    size_t active = 0;
    bool may = !*tuner->options.stop && !tuner->exhausted, through = true;
    for (const struct run *run = tuner->first; run; run = run->next)
        if (run->stage != RUN_OVER) {
            active++;
            may = may && tuner->devices && allows_another(run);
            through = through && compile_is_through(run);
        }
    if (!may || active > tuner->workers || (!through && active == tuner->workers))
        return false;
    const enum next_target next = tuner->source->next(tuner->source->user, active > 0, &target, &options);
    if (next == TARGET_NEXT)
        add(tuner, target, &options);
    tuner->exhausted = next == TARGET_NONE;
    return next == TARGET_NEXT;
}

bool tuner_searches(const struct tuner *tuner, const struct target *target)
{
    bool searches = false;
    for (const struct run *run = tuner->first; run; run = run->next)
        searches = searches || (run->target == target && run->stage < RUN_PLAYING);
    return searches;
}

/* ---- ending ---- */

/* Whether the search ends now: compiled configurations are dropped. Waits for those being measured, but not beyond the
 * budget if one is good already. */
static bool ends_here(const struct run *run)
{
    const bool hurried = run->reached || (run->options.budget.seconds > 0 && run->ready_at);
    if (!run_spent(run) || !hurried)
        return false;
    return ((run->set_up || !run->tuner->devices) && !run->measuring) ||
           (run->progress.good && run_seconds_left(run) < 0);
}

/* Whether it ends at once, in any state. */
static bool is_over(const struct run *run)
{
    const double most = run->options.most_seconds;
    return *run->tuner->options.stop || (most > 0 && clock_seconds() - run->started >= most);
}

/* Whether no work is left for a problem that was set up. */
static bool is_idle(const struct run *run)
{
    return !run->in_flight && !run->measuring && run->ready_at == run->ready_count &&
           (run->set_up || !run->tuner->devices) && (run->search.done || run_spent(run));
}

/* Ends the workers whose replies are no longer needed. A preparation in progress may serve the play-off. */
static void end_workers(struct run *run)
{
    struct tuner *tuner = run->tuner;
    for (unsigned i = 0; i < tuner->options.jobs; i++)
        if (tuner->compiler[i].run == run) {
            process_end(&tuner->compiler[i].process);
            tuner->compiler[i].run = NULL;
        }
    for (size_t i = 0; i < tuner->workers; i++) {
        struct device_worker *worker = &tuner->device[i];
        if (worker->run != run)
            continue;
        if (worker->process.busy && (worker->state == DEVICE_BUSY || is_over(run))) {
            device_close(worker);
            worker->returning = true;
        }
        worker->task = TASK_NONE;
    }
    run->in_flight = run->measuring = 0;
}

static void end_search(struct run *run)
{
    end_workers(run);
    run_doubt(run, &run->best);
    run->stage = RUN_OVER;
    if (!run->target->fixed_count && (run->contenders || (run->options.verify_only && run->progress.good)))
        playoff_start(run);
}

/* Whether its one device is lost. */
static bool is_orphaned(const struct run *run)
{
    const size_t device = run->target->device;
    return device && run->tuner->device[device - 1].gone;
}

/* Advances a run as far as possible without a worker's reply; false: it could not advance. */
static bool advance(struct run *run)
{
    const enum run_stage stage = run->stage;
    if (stage != RUN_OVER && is_orphaned(run)) {
        end_workers(run);
        run->left_out = stage == RUN_COMING;
        run->stage = RUN_OVER;
    } else if (stage == RUN_COMING && run == run->tuner->first)
        run_begin(run);
    else if (stage == RUN_SEARCHING && (run->given_up || is_over(run) || ends_here(run) || is_idle(run)))
        end_search(run);
    else if (stage == RUN_PLAYING && !playoff_next(run)) {
        end_workers(run);
        playoff_end(run);
    }
    return run->stage != stage;
}

/* Ends the first run, which is over. */
static void retire(struct tuner *tuner)
{
    const struct target_source *source = tuner->source;
    struct run *run = tuner->first;
    end_workers(run);
    for (size_t i = 0; i < tuner->workers; i++)
        if (tuner->device[i].run == run)
            device_leave_run(&tuner->device[i]);
    if (!run->reported && !run->left_out && run->unfit.status == OK)
        run_report(run);
    tuner->first = run->next;
    if (!run->left_out)
        source->end(source->user, run->target, &run->best);
    run_free(run);
}

/* Ends the runs that are over, in order. */
static void retire_all(struct tuner *tuner)
{
    while (tuner->first && tuner->first->stage == RUN_OVER)
        retire(tuner);
}

/* Ends all active runs. Without a device, a search without a play-off has no best. */
static void end_all(struct tuner *tuner, enum status status)
{
    for (struct run *run = tuner->first; run; run = run->next) {
        if (run->stage == RUN_COMING)
            run->left_out = true;
        if (run->stage == RUN_SEARCHING && status != OK) {
            end_workers(run);
            run_doubt(run, &run->best);
        } else if (run->stage == RUN_SEARCHING) {
            end_search(run);
        }
        if (run->stage == RUN_PLAYING)
            playoff_end(run);
        run->stage = RUN_OVER;
    }
    retire_all(tuner);
}

/* ---- waiting ---- */

static struct process *process_at(struct tuner *tuner, size_t i)
{
    const size_t jobs = tuner->options.jobs;
    return i < jobs ? &tuner->compiler[i].process : &tuner->device[i - jobs].process;
}

static bool any_busy(struct tuner *tuner, size_t from, size_t to)
{
    bool busy = false;
    for (size_t i = from; i < to; i++)
        busy = busy || process_at(tuner, i)->busy;
    return busy;
}

/* Waits until a worker sends something, 0.1 s at most. */
static void await_any(struct tuner *tuner)
{
    const size_t jobs = tuner->options.jobs, workers = jobs + tuner->workers;
    struct pollfd *watched = allocate(2 * workers * sizeof *watched);
    for (size_t i = 0; i < workers; i++)
        process_poll_fds(process_at(tuner, i), watched + 2 * i);
    const bool compiles = any_busy(tuner, 0, jobs) && !any_busy(tuner, jobs, workers);
    const double start = clock_seconds();
    poll(watched, 2 * workers, 100);
    tuner->seconds[PHASE_COMPILING] += compiles ? clock_seconds() - start : 0;
    free(watched);
}

static void poll_compiler(struct tuner *tuner, size_t i, struct reply *reply)
{
    struct compile_worker *worker = &tuner->compiler[i];
    struct fault fault = {0};
    if (!worker->process.busy || !process_receive(&worker->process, reply, &fault) ||
        (worker->run && again_compile(tuner, worker, &fault)))
        return;
    if (worker->run)
        again_end(tuner, i, &fault);
    compile_finish(tuner, worker, reply, &fault);
}

static enum status poll_device(struct tuner *tuner, struct device_worker *worker, struct reply *reply,
                               struct fault *fatal)
{
    struct fault fault = {0};
    if (!worker->process.busy || !process_receive(&worker->process, reply, &fault))
        return OK;
    return measure_finish(tuner, worker, reply, &fault, fatal);
}

static enum status poll_all(struct tuner *tuner, struct fault *fatal)
{
    struct reply *reply = allocate(sizeof *reply);
    enum status status = OK;
    await_any(tuner);
    for (size_t i = 0; i < tuner->options.jobs; i++)
        poll_compiler(tuner, i, reply);
    for (size_t i = 0; i < tuner->workers && status == OK; i++)
        status = poll_device(tuner, &tuner->device[i], reply, fatal);
    free(reply);
    return status;
}

/* ---- the run ---- */

/* Repeats until a worker is busy, or nothing is left. */
static void advance_all(struct tuner *tuner)
{
    bool changed = true;
    while (changed) {
        retire_all(tuner);
        changed = admit(tuner);
        for (struct run *run = tuner->first; run; run = run->next)
            changed = advance(run) || changed;
        if (!changed)
            compile_dispatch(tuner);
        for (struct run *run = tuner->first; run && !changed; run = run->next)
            changed = advance(run);
    }
}

/* A lost device may work again by now. */
static void reset_losses(struct tuner *tuner)
{
    if (tuner_alive(tuner))
        return;
    for (size_t i = 0; i < tuner->workers; i++) {
        tuner->device[i].gone = tuner->device[i].parked = false;
        tuner->device[i].attempts = 0;
    }
}

enum status tuner_run_all(struct tuner *tuner, const struct target_source *source, struct fault *fault)
{
    enum status status = OK;
    const struct target_source *outer = tuner->source; /* it measures ceilings before its own target */
    tuner->source = source;
    tuner->exhausted = false;
    reset_losses(tuner);
    for (;;) {
        advance_all(tuner);
        if (!tuner->first || *tuner->options.stop)
            break;
        status = measure_dispatch(tuner, fault);
        if (status != OK)
            break;
        run_report(tuner->first);
        status = poll_all(tuner, fault);
        if (status != OK)
            break;
    }
    end_all(tuner, status);
    tuner->source = outer;
    return status;
}

/* ---- one target ---- */

struct only {
    const struct target *target;
    const struct run_options *options;
    struct best *best;
};

static enum next_target next_only(void *user, bool early, const struct target **target, struct run_options *options)
{
    struct only *only = user;
    if (early || !only->target)
        return TARGET_NONE;
    *target = only->target;
    *options = *only->options;
    only->target = NULL;
    return TARGET_NEXT;
}

static bool begin_only(void *user, const struct target *target, struct run_options *options)
{
    (void)user, (void)target, (void)options;
    return true;
}

static void end_only(void *user, const struct target *target, const struct best *best)
{
    (void)target;
    *((struct only *)user)->best = *best;
}

enum status tuner_run(struct tuner *tuner, const struct target *target, const struct run_options *options,
                      struct best *best, struct fault *fault)
{
    struct only only = {target, options, best};
    const struct target_source source = {next_only, begin_only, end_only, &only};
    *best = (struct best){0};
    return tuner_run_all(tuner, &source, fault);
}

void tuner_release(struct tuner *tuner)
{
    for (size_t i = 0; i < tuner->workers; i++)
        process_release(&tuner->device[i].process);
    for (unsigned i = 0; i < tuner->options.jobs; i++)
        process_release(&tuner->compiler[i].process);
}

void tuner_close(struct tuner *tuner)
{
    tuner_release(tuner);
    for (size_t i = 0; i < tuner->workers; i++)
        process_close(&tuner->device[i].process);
    for (unsigned i = 0; i < tuner->options.jobs; i++)
        process_close(&tuner->compiler[i].process);
    ahead_free(tuner);
    free(tuner->device);
    free(tuner->compiler);
    *tuner = (struct tuner){0};
}
