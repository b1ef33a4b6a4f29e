/* The device of a tuner: opened, and opened again after its worker was lost. */
#include "tuner/run/run.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_ATTEMPTS = 3, PREPARE_SECONDS = 900 };

void tuner_count(struct tuner *tuner, const struct reply *reply)
{
    for (int phase = 0; phase < PHASES; phase++)
        tuner->seconds[phase] += reply->seconds[phase];
}

void tuner_count_as(struct tuner *tuner, enum phase phase, const double before[PHASES], double started)
{
    const double seconds = before[phase] + clock_seconds() - started;
    memcpy(tuner->seconds, before, sizeof tuner->seconds);
    tuner->seconds[phase] = seconds;
}

static enum status open_once(struct tuner *tuner, struct fault *fault)
{
    struct request request = {.kind = REQUEST_OPEN,
                              .device = tuner->options.device,
                              .cold = tuner->options.cold,
                              .secret = tuner->options.secret};
    struct reply *reply = allocate(sizeof *reply);
    enum status status = process_start(&tuner->device, &tuner->options.launcher, fault);
    if (status == OK)
        status = process_call(&tuner->device, &request, tuner_device_seconds(&tuner->options.launcher),
                              tuner->options.stop, reply, fault);
    for (int phase = 0; phase < PHASES; phase++)
        tuner->seconds[PHASE_STARTING] += reply->seconds[phase];
    if (status == OK)
        tuner->clock = reply->opened;
    else
        process_end(&tuner->device); /* what is half open would measure, too */
    free(reply);
    return status;
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

enum status tuner_open_device(struct tuner *tuner, struct fault *fault)
{
    struct fault first = {0};
    if (open_once(tuner, &first) == OK)
        return OK;
    if (tuner_was_killed(tuner, &tuner->device, &first)) {
        first = (struct fault){0};
        if (open_once(tuner, &first) == OK)
            return OK;
    }
    if (!tuner_leave_cache(tuner, &tuner->device, &first))
        return fail(fault, first.status, "%s", first.text);
    const enum status status = open_once(tuner, fault);
    if (status == OK)
        tuner_blame_cache(tuner);
    return status;
}

enum status tuner_open(struct tuner *tuner, const struct tuner_options *options, struct fault *fault)
{
    *tuner = (struct tuner){.options = *options};
    tuner->compiler = allocate(options->jobs * sizeof *tuner->compiler);
    for (unsigned i = 0; i < options->jobs; i++)
        tuner->compiler[i] = (struct process){.to = -1, .from = -1, .log = -1};
    tuner->device = (struct process){.to = -1, .from = -1, .log = -1};
    return options->device.can_run ? tuner_open_device(tuner, fault) : OK;
}

enum status tuner_compile_own(struct tuner *tuner, double time_limit, struct fault *fault)
{
    struct process *compiler = &tuner->compiler[0];
    const struct request request = {.kind = REQUEST_COMPILE_OWN, .device = tuner->options.device};
    struct reply *reply = allocate(sizeof *reply);
    enum status status = compiler->pid ? OK : process_start(compiler, &tuner->options.launcher, fault);
    if (status == OK)
        status = process_call(compiler, &request, time_limit, tuner->options.stop, reply, fault);
    tuner_count(tuner, reply);
    free(reply);
    return status;
}

double run_prepare_seconds(const struct run *run)
{
    return run->options->prepare_seconds > 0 ? run->options->prepare_seconds : PREPARE_SECONDS;
}

enum status run_replace_device(struct run *run, struct fault *fault)
{
    struct tuner *tuner = run->tuner;
    struct reply *reply = allocate(sizeof *reply);
    struct fault last = {0};
    enum status status = CRASHED;
    for (int attempt = 0; attempt < OPEN_ATTEMPTS && status != OK && !*tuner->options.stop; attempt++) {
        last = (struct fault){0};
        process_end(&tuner->device);
        status = tuner_open_device(tuner, &last);
        if (status == OK)
            status = process_call(&tuner->device, &run->prepared, run_prepare_seconds(run), tuner->options.stop, reply,
                                  &last);
    }
    tuner_count(tuner, reply);
    free(reply);
    return status == OK ? OK : fail(fault, status, "the device does not come back: %s", last.text);
}
