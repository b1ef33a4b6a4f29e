/* The device workers of a tuner: their next tasks, and their replies. */
#include "tuner/run/run.h"

#include "base/clock.h"

#include <math.h>

enum { OPEN_ATTEMPTS = 3, PREPARE_SECONDS = 900 };

/* ---- losing a device ---- */

/* Returns its task to the other devices. */
static void return_task(struct device_worker *worker)
{
    struct run *run = worker->run;
    if (worker->task == TASK_MEASURE || worker->task == TASK_REPORT) {
        run->measuring--;
        run_wait_again(run, &worker->candidate);
    }
    if (run && run->player == worker && tuner_alive(run->tuner))
        playoff_start(run);
    device_leave_run(worker);
}

/* Not OK: there are no other devices. If its device has another worker, that shows whether the device is at fault. */
static enum status lose(struct tuner *tuner, struct device_worker *worker, const struct fault *fault,
                        struct fault *fatal)
{
    if (!device_park(tuner, worker))
        device_give_up(tuner, worker, fault);
    return_task(worker);
    return tuner_alive(tuner) ? OK : fail(fatal, fault->status, "the device does not come back: %s", fault->text);
}

static enum status fail_to_return(struct tuner *tuner, struct device_worker *worker, const struct fault *fault,
                                  struct fault *fatal)
{
    device_close(worker);
    worker->returning = true;
    if (++worker->attempts < OPEN_ATTEMPTS || *tuner->options.stop)
        return OK;
    return lose(tuner, worker, fault, fatal);
}

/* After a crash, a time-out or a lost context. */
static bool is_lost(const struct device_worker *worker, const struct fault *fault)
{
    return !worker->process.pid || fault->status == LAUNCH_FAILED; /* which may make the context unusable */
}

static void await_return(struct device_worker *worker)
{
    device_close(worker);
    worker->returning = true;
}

/* ---- replies ---- */

static void fail_candidate(struct device_worker *worker, const struct fault *fault)
{
    struct run *run = worker->run;
    const struct candidate *candidate = &worker->candidate;
    worker->task = TASK_NONE;
    run->measuring--;
    run_emit_unmeasured(run, candidate->index, &candidate->program, fault, device_of_row(run->tuner, worker));
}

/* If there are other devices: reopening a lost one shows whether the candidate is at fault. */
static void finish_failure(struct device_worker *worker, const struct fault *fault)
{
    const struct tuner *tuner = worker->run->tuner;
    const bool lost = is_lost(worker, fault) && !*tuner->options.stop;
    if (lost)
        await_return(worker);
    if (!lost || (tuner_alive(tuner) < 2 && !device_has_other(tuner, worker))) {
        fail_candidate(worker, fault);
        return;
    }
    worker->task = TASK_REPORT;
    worker->failure = *fault;
}

static void finish_measure(struct device_worker *worker, struct reply *reply, const struct fault *fault)
{
    struct run *run = worker->run;
    const struct candidate *candidate = &worker->candidate;
    struct result *row = &reply->result;
    run_reply(run, worker, reply);
    run_count_program(run, &reply->counting);
    worker->previous = candidate->index;
    if (fault->status != OK) {
        finish_failure(worker, fault);
        return;
    }
    worker->task = TASK_NONE;
    run->measuring--;
    worker->warm_until = clock_seconds() + METER_STAYS_WARM;
    row->device = device_of_row(run->tuner, worker);
    row->compile_ms = candidate->program.milliseconds + reply->counting.milliseconds;
    run->sampling = sampling_join(run->sampling, row->sampling);
    run_limit(run, row);
    run_judge(run, row);
    if (row->status == OK)
        run_contend(run, candidate, reply);
    run_emit(run, row, run_reason(row).text);
}

static void finish_play(struct device_worker *worker, struct reply *reply, const struct fault *fault)
{
    worker->task = TASK_NONE;
    worker->warm_until = clock_seconds() + METER_STAYS_WARM;
    playoff_take(worker->run, reply, fault);
    if (fault->status != OK && is_lost(worker, fault) && !*worker->run->tuner->options.stop)
        await_return(worker);
}

static void begin_measuring(struct run *run)
{
    run->set_up = !run->given_up;
    run->progress.phase = run->options.verify_only ? "verifying" : "measuring";
    run->measuring_since = clock_seconds();
}

/* Whether another stage of the measurement follows. */
static bool continue_stages(struct tuner *tuner, struct device_worker *worker, const struct reply *reply)
{
    if (worker->stage == STAGE_ALL || worker->stage == STAGE_CHECK)
        return false;
    tuner_count(tuner, worker, reply);
    worker->stage++;
    return true;
}

/* A problem that cannot be set up is given up; if it was set up before, or on another device, the device is at
 * fault. */
static enum status finish_prepare(struct tuner *tuner, struct device_worker *worker, const struct reply *reply,
                                  const struct fault *fault, struct fault *fatal)
{
    struct run *run = worker->run;
    tuner_count(tuner, worker, reply);
    worker->state = worker->process.pid ? DEVICE_OPEN : DEVICE_CLOSED;
    if (!run)
        return OK;
    if (fault->status != OK && (worker->returning || run->set_up))
        return fail_to_return(tuner, worker, fault, fatal);
    if (!worker->returning)
        again_end(tuner, device_worker_number(tuner, worker), fault);
    if (fault->status == OK) {
        worker->state = DEVICE_READY;
        worker->attempts = 0;
        worker->returning = false;
        worker->second = worker->second && worker->task != TASK_NONE;
    } else if (!run->given_up) {
        run->given_up = true;
        run_emit_bench(run, fault);
    }
    if (!run->set_up)
        begin_measuring(run);
    return OK;
}

static enum status finish_open(struct tuner *tuner, struct device_worker *worker, const struct reply *reply,
                               const struct fault *fault, struct fault *fatal)
{
    device_take_open(tuner, worker, reply, fault->status == OK);
    if (fault->status == OK || again_device(tuner, worker, fault))
        return OK;
    return fail_to_return(tuner, worker, fault, fatal);
}

/* The other worker of its device whose memory is given away first: what an ended run left there; NULL without one. */
static struct device_worker *with_memory(const struct tuner *tuner, const struct device_worker *worker)
{
    struct device_worker *other, *found = NULL;
    for (size_t i = 1; (other = device_other(tuner, worker, i)); i++)
        if (other->state >= DEVICE_OPEN && (!found || (found->run && !other->run)))
            found = other;
    return found;
}

/* Whether another worker of its device gives it its memory, for another try of the same request: what an ended
 * run left there, or all, for good. */
static bool make_room(struct tuner *tuner, struct device_worker *worker, const struct fault *fault)
{
    struct device_worker *other = with_memory(tuner, worker);
    const bool was_ready = worker->state == DEVICE_BUSY;
    if (fault->status != NO_MEMORY || !worker->run || !other || (other->run && !device_park(tuner, other)))
        return false;
    if (other->run)
        return_task(other);
    else
        device_close(other);
    worker->state = was_ready ? DEVICE_READY : DEVICE_OPEN;
    if (worker->process.pid)
        return true;
    device_close(worker); /* the host's memory was lacking */
    worker->returning = worker->returning || was_ready;
    return true;
}

enum status measure_finish(struct tuner *tuner, struct device_worker *worker, struct reply *reply,
                           const struct fault *fault, struct fault *fatal)
{
    if (worker->state > DEVICE_OPEN && make_room(tuner, worker, fault))
        return OK;
    if (worker->state == DEVICE_OPENING)
        return finish_open(tuner, worker, reply, fault, fatal);
    if (fault->status != OK && worker->run && again_device(tuner, worker, fault))
        return OK;
    if (worker->state == DEVICE_PREPARING)
        return finish_prepare(tuner, worker, reply, fault, fatal);
    worker->state = DEVICE_READY;
    worker->second = false;
    again_end(tuner, device_worker_number(tuner, worker), fault);
    if (fault->status == OK && continue_stages(tuner, worker, reply))
        return OK;
    if (worker->task == TASK_PLAY)
        finish_play(worker, reply, fault);
    else
        finish_measure(worker, reply, fault);
    return OK;
}

/* ---- requests ---- */

static enum status send_task(struct tuner *tuner, struct device_worker *worker, enum device_state state,
                             const struct request *request, double seconds, struct fault *fatal)
{
    struct fault fault = {0};
    worker->state = state;
    worker->sent = clock_seconds();
    const enum status status =
        request ? process_send(&worker->process, request, seconds, &fault) : device_request_open(tuner, worker, &fault);
    if (status == OK)
        return OK;
    struct reply none = {.result = result_of(worker->candidate.index, 0)};
    return measure_finish(tuner, worker, &none, &fault, fatal);
}

static struct request request_to_measure(const struct run *run, const struct candidate *candidate)
{
    struct request request = {.kind = REQUEST_MEASURE, .index = candidate->index, .binary = candidate->program.key};
    const size_t fixed_count = run->target->fixed_count; /* slow in a stream, it may be best by another objective: */
    const bool whole = run->objective != OBJECTIVE_STREAM || fixed_count || run->options.measure_all;
    const bool brief = run->options.brief;
    request.checks = !brief; /* it is measured for finalists in any case */
    request.secret = run_secret(run, request.index, 0, 0);
    if (!run->options.verify_only)
        request.effort = (struct effort){.blocks = fixed_count ? run->options.blocks
                                                   : brief     ? 1
                                                               : SEARCH_BLOCKS,
                                         .samples = brief ? BRIEF_SAMPLES : 20,
                                         .stopping = {whole ? 1 : run->options.confidence, run->progress.best_ns},
                                         .alone = run_needs_alone(run),
                                         .sampling = run->sampling,
                                         .forced = run->requested_sampling != SAMPLING_OPEN};
    return request;
}

static enum status request_task(struct tuner *tuner, struct device_worker *worker, struct fault *fatal)
{
    const struct run *run = worker->run;
    double seconds = run->options.time_limit;
    struct request request =
        worker->task == TASK_PLAY ? *playoff_request(run, &seconds) : request_to_measure(run, &worker->candidate);
    const struct device_worker *each;
    for (size_t i = 1; (each = device_other(tuner, worker, i)); i++)
        request.warm_until = fmax(request.warm_until, each->warm_until);
    request.stage = worker->stage;
    if (request.stage == STAGE_TIME)
        tuner->turn = (worker->number + 1) % tuner->devices;
    return send_task(tuner, worker, DEVICE_BUSY, &request, seconds, fatal);
}

/* ---- the next task ---- */

static bool is_first_alive(const struct tuner *tuner, const struct device_worker *worker)
{
    const struct device_worker *first = tuner->device;
    while (first < worker && !device_is_usable(first))
        first++;
    return first == worker;
}

static bool has_work_for(const struct run *run, const struct device_worker *worker)
{
    const size_t device = run->target->device;
    const bool comes = run->in_flight || (!run->search.done && !run_spent(run));
    if (device && device != worker->number + 1)
        return false;
    switch (run->stage) {
    case RUN_COMING:
        return true;
    case RUN_SEARCHING:
        return !run->given_up && (!run->set_up || run->ready_at < run->ready_count || comes);
    case RUN_PLAYING:
        return !run->player || run->player == worker;
    case RUN_OVER:
        break;
    }
    return false;
}

static bool has_other(const struct tuner *tuner, const struct device_worker *worker, const struct run *run)
{
    bool has = false;
    for (size_t i = 0; i < tuner->workers; i++)
        has =
            has || (&tuner->device[i] != worker && device_is_usable(&tuner->device[i]) && tuner->device[i].run == run);
    return has;
}

/* Whether another worker of its device has the run, which the two cannot share. */
static bool other_has(const struct tuner *tuner, const struct device_worker *worker, const struct run *run)
{
    const struct device_worker *other;
    bool has = false;
    for (size_t i = 1; (other = device_other(tuner, worker, i)) && !has; i++)
        has = device_is_usable(other) && other->run == run;
    return has;
}

/* Whether any worker of its device is busy. */
static bool is_device_busy(const struct tuner *tuner, const struct device_worker *worker)
{
    const struct device_worker *each;
    bool busy = false;
    for (size_t i = 0; (each = device_other(tuner, worker, i)) && !busy; i++)
        busy = each->process.busy;
    return busy;
}

/* Whether a device may take part in a run: others wait for one before them that must not be disturbed. This has one
 * device, and waits, too; or several that share the host, on which it is prepared meanwhile. */
static bool may_join(const struct tuner *tuner, const struct device_worker *worker, const struct run *run)
{
    if (!run_is_alone(run))
        return !run_is_alone(tuner->first);
    return run_shares_host(run) || (run == tuner->first && (run->target->device || is_first_alive(tuner, worker)));
}

/* A device stays with its run while that has tasks; then it goes to the first run that has tasks and no other device,
 * or that it can share; then to one that waits for these. */
static struct run *choose(const struct tuner *tuner, const struct device_worker *worker)
{
    struct run *free = NULL, *shared = NULL;
    for (struct run *run = tuner->first; run; run = run->next) {
        if (run->stage == RUN_OVER)
            continue;
        const bool waits = run_is_alone(run) && !run_is_alone(tuner->first);
        if (!may_join(tuner, worker, run) || (waits && (free || shared)))
            break;
        if (!has_work_for(run, worker) || other_has(tuner, worker, run))
            continue;
        if (run == worker->run)
            return run;
        if (has_other(tuner, worker, run))
            shared = shared ? shared : run;
        else
            free = free ? free : run;
    }
    return free ? free : shared;
}

/* Whether others are busy that would disturb what must not be disturbed, or about to be. */
static bool is_disturbed(const struct tuner *tuner)
{
    bool busy = !run_is_alone(tuner->first);
    for (size_t i = 0; i < tuner->options.jobs; i++)
        busy = busy || tuner->compiler[i].process.busy;
    for (size_t i = 0; i < tuner->workers; i++)
        busy = busy || device_disturbs(&tuner->device[i]);
    return busy;
}

static bool is_timing(const struct tuner *tuner)
{
    bool timing = false;
    for (size_t i = 0; i < tuner->workers; i++)
        timing = timing || device_takes_times(&tuner->device[i]);
    return timing;
}

/* Takes a task of its run; false: there is none now. */
static bool take_task(const struct tuner *tuner, struct device_worker *worker)
{
    struct run *run = worker->run;
    const bool shares = run_shares_host(run);
    if (run_is_alone(run) && !shares && is_disturbed(tuner))
        return false;
    worker->stage = shares && !run->options.verify_only ? STAGE_VERIFY : STAGE_ALL;
    if (run->stage == RUN_PLAYING) {
        worker->task = TASK_PLAY;
        return true;
    }
    if (run->ready_at == run->ready_count)
        return false;
    worker->candidate = run_next(run, worker->previous);
    worker->task = TASK_MEASURE;
    run->measuring++;
    return true;
}

/* Goes to the first run with a task for it; false: there is none, or it could not begin. */
static bool go_to_run(const struct tuner *tuner, struct device_worker *worker)
{
    struct run *run = choose(tuner, worker);
    if (run && run->stage == RUN_COMING)
        run_begin(run);
    if (!run || run->stage == RUN_OVER)
        return false;
    if (worker->run != run) {
        device_leave_run(worker);
        worker->run = run;
        worker->previous = 0;
    }
    if (run->stage == RUN_PLAYING)
        playoff_assign(run, worker);
    return true;
}

/* Whether a run for which its own waits needs the device: that run has lost another one. */
static bool is_needed_before(const struct tuner *tuner, const struct device_worker *worker)
{
    const struct run *run = tuner->first;
    while (run != worker->run && (run_is_alone(run) || !has_work_for(run, worker) || other_has(tuner, worker, run)))
        run = run->next;
    return run != worker->run;
}

static enum status dispatch(struct tuner *tuner, struct device_worker *worker, struct fault *fatal)
{
    if (!device_is_usable(worker) || is_device_busy(tuner, worker))
        return OK;
    if (worker->task != TASK_NONE && worker->stage == STAGE_TIME && is_needed_before(tuner, worker))
        return_task(worker);
    if (worker->task == TASK_REPORT && worker->state == DEVICE_READY)
        fail_candidate(worker, &worker->failure);
    if (worker->task == TASK_NONE && !go_to_run(tuner, worker))
        return OK;
    struct run *run = worker->run;
    const double prepare_seconds = run->options.prepare_seconds > 0 ? run->options.prepare_seconds : PREPARE_SECONDS;
    if (worker->state < DEVICE_READY && is_timing(tuner))
        return OK;
    if (worker->state == DEVICE_CLOSED)
        return send_task(tuner, worker, DEVICE_OPENING, NULL, 0, fatal);
    if (worker->state == DEVICE_OPEN)
        return send_task(tuner, worker, DEVICE_PREPARING, &run->prepared, prepare_seconds, fatal);
    if (worker->task == TASK_NONE && !take_task(tuner, worker))
        return OK;
    if (worker->stage == STAGE_ALL ? is_timing(tuner) : worker->stage == STAGE_TIME && is_disturbed(tuner))
        return OK;
    return request_task(tuner, worker, fatal);
}

/* How many runs began before a worker's; without one, all. */
static size_t runs_before(const struct tuner *tuner, const struct device_worker *worker)
{
    size_t before = 0;
    for (const struct run *run = tuner->first; run && run != worker->run; run = run->next)
        before++;
    return before;
}

/* To the workers of a device, of which one takes a task: the one whose run began first is asked first. */
static enum status dispatch_device(struct tuner *tuner, const struct device_worker *first, struct fault *fatal)
{
    uint64_t asked = 0;
    for (;;) {
        struct device_worker *each, *next = NULL;
        size_t at = 0;
        for (size_t i = 0; (each = device_other(tuner, first, i)); i++)
            if (!(asked >> i & 1) && (!next || runs_before(tuner, each) < runs_before(tuner, next))) {
                next = each;
                at = i;
            }
        const enum status status = next ? dispatch(tuner, next, fatal) : OK;
        if (!next || status != OK)
            return status;
        asked |= UINT64_C(1) << at;
    }
}

enum status measure_dispatch(struct tuner *tuner, struct fault *fatal)
{
    const size_t first = tuner->turn;
    enum status status = OK;
    for (size_t i = 0; i < tuner->devices && status == OK; i++)
        status = dispatch_device(tuner, &tuner->device[(first + i) % tuner->devices], fatal);
    return status;
}
