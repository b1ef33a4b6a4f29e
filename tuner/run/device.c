/* The device workers of a tuner: opening them, and closing lost ones. */
#include "tuner/run/run.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/run/finders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool in_playoff(const struct device_worker *worker)
{
    return worker->run && worker->run->player == worker && !worker->run->options.verify_only;
}

/* In a play-off all that its device does. */
static void count_play(struct tuner *tuner, const struct device_worker *worker)
{
    if (in_playoff(worker))
        tuner->seconds[PHASE_PLAYOFF] += (clock_seconds() - worker->sent) / (double)tuner->devices;
}

void tuner_count(struct tuner *tuner, const struct device_worker *worker, const struct reply *reply)
{
    count_play(tuner, worker);
    for (int phase = 0; phase < PHASES && !in_playoff(worker); phase++)
        tuner->seconds[phase] += reply->seconds[phase] / (double)tuner->devices;
}

void tuner_count_as(struct tuner *tuner, enum phase phase, const double before[PHASES], double started)
{
    const double seconds = before[phase] + clock_seconds() - started;
    memcpy(tuner->seconds, before, sizeof tuner->seconds);
    tuner->seconds[phase] = seconds;
}

/* The time of opening counts as the phase `starting`. */
static void count_start(struct tuner *tuner, const struct device_worker *worker, const struct reply *reply)
{
    count_play(tuner, worker);
    for (int phase = 0; phase < PHASES && !in_playoff(worker); phase++)
        tuner->seconds[PHASE_STARTING] += reply->seconds[phase] / (double)tuner->devices;
}

uint32_t device_of_row(const struct tuner *tuner, const struct device_worker *worker)
{
    return tuner->devices > 1 ? (uint32_t)worker->number + 1 : 0;
}

size_t tuner_alive(const struct tuner *tuner)
{
    size_t alive = 0;
    for (size_t i = 0; i < tuner->devices; i++)
        alive += !tuner->device[i].gone;
    return alive;
}

void device_close(struct device_worker *worker)
{
    process_end(&worker->process);
    worker->state = DEVICE_CLOSED;
    worker->stage = worker->stage == STAGE_ALL ? STAGE_ALL : STAGE_VERIFY;
}

size_t device_worker_number(const struct tuner *tuner, const struct device_worker *worker)
{
    return tuner->options.jobs + (size_t)(worker - tuner->device);
}

struct device_worker *device_other(const struct tuner *tuner, const struct device_worker *worker, size_t i)
{
    const size_t own = (size_t)(worker - tuner->device), step = i * tuner->devices;
    return step < tuner->workers ? &tuner->device[(own + step) % tuner->workers] : NULL;
}

bool device_is_usable(const struct device_worker *worker)
{
    return !worker->gone && !worker->parked;
}

bool device_has_other(const struct tuner *tuner, const struct device_worker *worker)
{
    const struct device_worker *other;
    bool has = false;
    for (size_t i = 1; (other = device_other(tuner, worker, i)) && !has; i++)
        has = device_is_usable(other);
    return has;
}

void device_give_up(struct tuner *tuner, struct device_worker *worker, const struct fault *fault)
{
    struct device_worker *each;
    for (size_t i = 0; (each = device_other(tuner, worker, i)); i++) {
        device_close(each);
        each->gone = true;
        snprintf(each->why, sizeof each->why, "%.*s", (int)sizeof each->why - 1, fault->text);
    }
}

bool device_park(struct tuner *tuner, struct device_worker *worker)
{
    if (!device_has_other(tuner, worker))
        return false;
    device_close(worker);
    worker->parked = true;
    return true;
}

bool device_disturbs(const struct device_worker *worker)
{
    const bool verifies = worker->stage == STAGE_VERIFY || worker->stage == STAGE_CHECK;
    return worker->process.busy && !(worker->state == DEVICE_BUSY && verifies);
}

bool device_takes_times(const struct device_worker *worker)
{
    return worker->process.busy && worker->state == DEVICE_BUSY && worker->stage == STAGE_TIME;
}

void device_leave_run(struct device_worker *worker)
{
    if (worker->state == DEVICE_READY)
        worker->state = DEVICE_OPEN;
    worker->run = NULL;
    worker->task = TASK_NONE;
}

static struct request request_to_open(const struct tuner *tuner, const struct device_worker *worker)
{
    return (struct request){
        .kind = REQUEST_OPEN, .device = worker->device, .cold = tuner->options.cold, .secret = tuner->options.secret};
}

enum status device_request_open(struct tuner *tuner, struct device_worker *worker, struct fault *fault)
{
    const struct launcher *launcher = &tuner->options.launcher;
    const struct request request = request_to_open(tuner, worker);
    worker->state = DEVICE_OPENING;
    const enum status status = worker->process.pid ? OK : process_start(&worker->process, launcher, fault);
    return status == OK ? process_send(&worker->process, &request, tuner_device_seconds(launcher), fault) : status;
}

void device_take_open(struct tuner *tuner, struct device_worker *worker, const struct reply *reply, bool opened)
{
    count_start(tuner, worker, reply);
    worker->state = DEVICE_OPEN;
    if (opened)
        tuner->clock = reply->opened;
    else
        device_close(worker); /* a half-open device must not measure */
}

bool tuner_was_killed(struct tuner *tuner, const struct process *process, const struct fault *fault)
{
    if (fault->status != CRASHED || !process->killed || *tuner->options.stop)
        return false;
    tuner->killed++;
    snprintf(tuner->killed_how, sizeof tuner->killed_how, "%.*s", (int)sizeof tuner->killed_how - 1,
             fault->text + strlen(PROCESS_DIED));
    return true;
}

static enum status open_once(struct tuner *tuner, struct device_worker *worker, struct fault *fault)
{
    const struct launcher *launcher = &tuner->options.launcher;
    const struct request request = request_to_open(tuner, worker);
    struct reply *reply = allocate(sizeof *reply);
    enum status status = worker->process.pid ? OK : process_start(&worker->process, launcher, fault);
    if (status == OK)
        status =
            process_call(&worker->process, &request, tuner_device_seconds(launcher), tuner->options.stop, reply, fault);
    device_take_open(tuner, worker, reply, status == OK);
    free(reply);
    return status;
}

static enum status open_waiting(struct tuner *tuner, struct device_worker *worker, struct fault *fault)
{
    struct fault first = {0};
    if (open_once(tuner, worker, &first) == OK)
        return OK;
    if (tuner_was_killed(tuner, &worker->process, &first)) {
        first = (struct fault){0};
        if (open_once(tuner, worker, &first) == OK)
            return OK;
    }
    if (!tuner_leave_cache(tuner, &worker->process, &first))
        return fail(fault, first.status, "%s", first.text);
    const enum status status = open_once(tuner, worker, fault);
    if (status == OK)
        tuner_blame_cache(tuner);
    return status;
}

static struct tuner tuner_made(const struct tuner_options *options)
{
    const struct process none = {.to = -1, .from = -1, .log = -1};
    const bool alone = !options->devices;
    struct tuner tuner = {.options = *options};
    tuner.devices = !options->device.can_run ? 0 : alone ? 1 : options->device_count;
    tuner.workers = tuner.devices * (options->workers_per_device ? options->workers_per_device : 1);
    tuner.compiler = allocate(options->jobs * sizeof *tuner.compiler);
    tuner.device = allocate(tuner.workers * sizeof *tuner.device);
    for (unsigned i = 0; i < options->jobs; i++)
        tuner.compiler[i].process = none;
    for (size_t i = 0; i < tuner.workers; i++) {
        const size_t number = i % tuner.devices;
        tuner.device[i] = (struct device_worker){
            .number = number, .process = none, .device = alone ? options->device : options->devices[number]};
    }
    return tuner;
}

/* Opens a device by the worker that found it, if there is one; a new one tries after it, unless its driver hangs. */
static enum status open_found(struct tuner *tuner, struct device_worker *worker, struct fault *fault)
{
    struct finders *finders = tuner->options.launcher.finders;
    struct fault first = {0};
    if (finders)
        worker->process = finders_take(finders, worker->device.backend);
    const enum status status = worker->process.pid ? open_once(tuner, worker, &first) : CRASHED;
    if (status == OK || status == TIMED_OUT)
        return status == OK ? OK : fail(fault, status, "%s", first.text);
    tuner_was_killed(tuner, &worker->process, &first);
    return open_waiting(tuner, worker, fault);
}

/* What the tuner itself needs is compiled while a GPU opens, which takes as long. */
static void begin_to_compile_own(struct tuner *tuner)
{
    struct process *compiler = &tuner->compiler[0].process;
    const struct launcher *launcher = &tuner->options.launcher;
    const struct request request = {.kind = REQUEST_COMPILE_OWN, .device = tuner->options.device};
    if (tuner->devices && !request.device.is_cpu && *request.device.architecture &&
        compile_start(tuner, compiler, NULL) == OK)
        process_send(compiler, &request, tuner_device_seconds(launcher), NULL);
}

/* The others open meanwhile; their replies are taken when they are needed. */
static void begin_to_open(struct tuner *tuner)
{
    for (size_t i = 1; i < tuner->devices; i++) {
        struct fault none = {0};
        if (device_request_open(tuner, &tuner->device[i], &none) != OK)
            device_close(&tuner->device[i]);
    }
}

/* Waits for the first device that opens; those before it are given up. */
enum status tuner_open(struct tuner *tuner, const struct tuner_options *options, struct fault *fault)
{
    enum status status = OK;
    *tuner = tuner_made(options);
    begin_to_open(tuner);
    begin_to_compile_own(tuner);
    for (size_t i = 0; i < tuner->devices && !*options->stop; i++) {
        struct device_worker *worker = &tuner->device[i];
        struct fault own = {0};
        device_close(worker);
        status = i ? open_waiting(tuner, worker, &own) : open_found(tuner, worker, &own);
        if (status == OK)
            return OK;
        device_give_up(tuner, worker, &own);
        if (!i)
            fail(fault, status, "%s", own.text);
    }
    return status;
}

enum status tuner_compile_own(struct tuner *tuner, double time_limit, struct fault *fault)
{
    struct process *compiler = &tuner->compiler[0].process;
    const struct request request = {.kind = REQUEST_COMPILE_OWN, .device = tuner->options.device};
    struct reply *reply = allocate(sizeof *reply);
    enum status status = compiler->pid ? OK : compile_start(tuner, compiler, fault);
    if (status == OK)
        status = process_call(compiler, &request, time_limit, tuner->options.stop, reply, fault);
    for (int phase = 0; phase < PHASES; phase++)
        tuner->seconds[phase] += reply->seconds[phase];
    free(reply);
    return status;
}
