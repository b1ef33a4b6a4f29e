#include "tuner/worker/measurement.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void worker_count(struct worker_state *state, enum phase phase)
{
    const double now = clock_seconds();
    state->seconds[phase] += now - state->counted;
    state->counted = now;
}

/* ---- verifying ---- */

/* A reference has no figures: it is only verified. */
static void take_figures(const struct job *job, const struct config *config, struct result *result)
{
    size_t count = bench_figures(job->bench);
    double values[MAX_FIGURES] = {0};
    if (!count || config->reference)
        return;
    job->bench->report.figure(job, config, values);
    memcpy(result->figure, values, count * sizeof *values);
}

/* If the bench's kernels have a counting build: computes the figures again, with its counters. A counting build that
 * does not compile or start changes nothing, since it is not measured. */
static enum status take_counted(struct worker_state *state, const struct config *config, const struct loaded *loaded,
                                struct reply *reply)
{
    double values[MAX_FIGURES] = {0};
    const struct bench *bench = state->problem.bench;
    if (!bench->kernel.counted || config->reference)
        return OK;
    struct fault none = {0};
    const struct worker_context *place = &state->place;
    enum status status = job_make_counting(place->store, place->registry, compute_context_device(place->context),
                                           config, &reply->counting, &none);
    worker_count(state, PHASE_COMPILING);
    if (status != OK)
        return OK;
    status = job_count(&state->job[0], config, &reply->counting, loaded, values, &none);
    if (status == OK)
        memcpy(reply->result.figure, values, bench_figures(bench) * sizeof *values);
    worker_count(state, PHASE_VERIFYING);
    if (status != LAUNCH_FAILED) /* after which the device is unusable */
        return OK;
    reply->fault = none;
    return status;
}

static enum status arrange(struct worker_state *state, int variant, const struct config *config, struct fault *fault)
{
    const enum status status = job_arrange(&state->job[variant], config, fault);
    worker_count(state, PHASE_PREPARING);
    return status;
}

/* Verifies on each of the bench's inputs. */
static enum status verify_once(struct worker_state *state, const struct config *config, struct result *row,
                               struct fault *fault)
{
    enum status status = OK;
    for (int v = 0; v < state->problem.bench->problem.variants && status == OK; v++) {
        struct verdict verdict = {0};
        status = arrange(state, v, config, fault);
        if (status == OK)
            status = job_verify(&state->job[v], config, &verdict, fault);
        worker_count(state, PHASE_VERIFYING);
        if (!v) {
            row->error = verdict.error;
            row->tolerance = verdict.tolerance;
            if (!config->reference && status == OK)
                snprintf(row->launches, sizeof row->launches, "%s", job_trace(&state->job[v]).text);
        }
    }
    if (status == OK)
        take_figures(&state->job[0], config, row);
    worker_count(state, PHASE_VERIFYING);
    return status;
}

static enum status restore(struct worker_state *state, struct fault *fault)
{
    enum status status = OK;
    for (int v = 0; v < state->problem.bench->problem.variants && status == OK; v++)
        status = job_restore(&state->job[v], fault);
    worker_count(state, PHASE_PREPARING);
    return status;
}

/* A wrong result may be due to an earlier configuration that overwrote the inputs: restores them, and tries a second
 * time. */
static enum status verify(struct worker_state *state, const struct config *config, struct result *row,
                          struct fault *fault)
{
    struct fault first = {0};
    enum status status = verify_once(state, config, row, &first);
    if (status != WRONG_RESULT)
        return status == OK ? OK : fail(fault, status, "%s", first.text);
    status = restore(state, fault);
    if (status == OK)
        status = verify_once(state, config, row, fault);
    if (status == WRONG_RESULT)
        restore(state, NULL);
    return status;
}

/* Check number `i` of a measurement. The secret chooses the kind of a thorough one; otherwise the kinds alternate. */
static struct timed_check check_of(const struct request *request, uint32_t i)
{
    const uint64_t secret = job_random(request->secret, i);
    return (struct timed_check){secret, request->thorough, request->thorough ? secret >> 62 & 1 : i % 2};
}

/* As many checks as requested; at least one of each kind if the configuration may be the best. */
static uint32_t checks_of(const struct request *request, const struct result *result)
{
    const double best_ns = request->effort.stopping.best_ns;
    const bool may_be = !(best_ns > 0) || result->median_ns <= STOP_SLOWER * best_ns;
    return may_be && request->checks == 1 && !request->thorough ? 2 : request->checks;
}

/* Verifies the outputs after timing; the first check may judge the last timed iteration itself. */
static enum status check(struct worker_state *state, const struct request *request, const struct config *config,
                         uint32_t i, struct fault *fault)
{
    struct job *job = &state->job[0];
    struct verdict verdict = {0};
    if (!i && state->meter.changed)
        return job_judge_changed(job, config, &verdict, fault);
    return job_verify_changed(job, config, check_of(request, i), &verdict, fault);
}

static enum status verify_other(struct worker_state *state, const struct config *config, struct fault *fault)
{
    struct fault wrong = {0};
    struct verdict verdict = {0};
    const enum status status = job_verify_other(&state->job[0], config, &verdict, &wrong);
    return status == OK ? OK : fail(fault, status, "with inputs of another seed: %s", wrong.text);
}

/* A wrong result may be due to an earlier configuration that overwrote what this one reads: restores everything. A
 * configuration that is right only sometimes gains nothing by this: it must be right several times in a row. */
static enum status check_restored(struct worker_state *state, const struct request *request,
                                  const struct config *config, struct fault *fault)
{
    enum { AGAIN = 3 };
    struct verdict verdict = {0};
    enum status status = restore(state, fault);
    if (status == OK)
        status = arrange(state, 0, config, fault);
    for (uint32_t i = 0; i < AGAIN && status == OK; i++) {
        struct timed_check again = check_of(request, MAX_CHECKS + i);
        again.thorough = true;
        status = job_verify_changed(&state->job[0], config, again, &verdict, fault);
    }
    if (status == OK && request->other && !state->problem.bench->problem.change)
        status = verify_other(state, config, fault);
    return status;
}

static enum status verify_timed(struct worker_state *state, const struct request *request, const struct config *config,
                                const struct result *result, struct fault *fault)
{
    struct fault wrong = {0}, again = {0};
    enum status status = OK;
    for (uint32_t i = 0, checks = checks_of(request, result); i < checks && status == OK; i++)
        status = check(state, request, config, i, &wrong);
    if (status == OK && request->other && !state->problem.bench->problem.change)
        status = verify_other(state, config, &wrong);
    if (status == WRONG_RESULT)
        status = check_restored(state, request, config, &again);
    if (status == WRONG_RESULT)
        restore(state, NULL);
    worker_count(state, PHASE_VERIFYING);
    return status == OK ? OK
                        : fail(fault, status, "after it was timed: %s",
                               status == WRONG_RESULT ? wrong.text
                               : *again.text          ? again.text
                                                      : wrong.text);
}

/* The configuration of a request; for a reference, the default. */
static struct config *config_of(const struct worker_state *state, const struct request *request)
{
    const struct bench *bench = state->problem.bench;
    struct config *config =
        config_new(&state->problem, request->reference ? space_default(&bench->space) : request->index);
    if (request->reference)
        config->reference = &bench->references[request->reference - 1];
    return config;
}

static const struct loaded *take(struct worker_state *state, const struct request *request, const struct config *config,
                                 struct fault *fault)
{
    const struct bench_kernel *kernel;
    const size_t count = config_kernels(config, &kernel);
    return program_cache_load(&state->program_cache, state->place.store, state->place.context, request->binary, kernel,
                              count, fault);
}

/* Loads a configuration's program, and compiles it here if the store does not have it; NULL with a fault. A reference
 * has no program. */
static const struct loaded *load(struct worker_state *state, const struct request *request, const struct config *config,
                                 struct fault *fault)
{
    static const struct loaded none = {.resources = {-1, -1, -1}};
    const struct worker_context *place = &state->place;
    struct fault first = {0};
    struct program again;
    const struct loaded *loaded = request->reference ? &none : take(state, request, config, &first);
    if (loaded)
        return loaded;
    if (program_is_cached(place->store, config, request->binary)) {
        fail(fault, first.status, "%s", first.text);
        return NULL;
    }
    worker_count(state, PHASE_PREPARING);
    const enum status made =
        program_make(place->store, place->registry, compute_context_device(place->context), config, &again, fault);
    worker_count(state, PHASE_COMPILING);
    return made == OK ? take(state, request, config, fault) : NULL;
}

static void use(struct worker_state *state, const struct loaded *loaded)
{
    for (int v = 0; v < state->problem.bench->problem.variants; v++)
        job_use(&state->job[v], loaded);
}

/* ---- the stages of a measurement ---- */

static enum status verify_first(struct worker_state *state, const struct request *request, const struct config *config,
                                const struct loaded *loaded, struct reply *reply)
{
    reply->result.resources = loaded->resources;
    if (request->verified)
        return arrange(state, 0, config, &reply->fault);
    const enum status status = verify(state, config, &reply->result, &reply->fault);
    return status == OK && request->effort.blocks ? take_counted(state, config, loaded, reply) : status;
}

/* Restores the inputs after a configuration that consumes them. */
static enum status take_times(struct worker_state *state, const struct request *request, const struct config *config,
                              struct reply *reply)
{
    struct fault *fault = &reply->fault;
    struct effort effort = request->effort;
    effort.judged = request->checks > 0;
    effort.check = check_of(request, 0);
    enum status status = meter_measure(&state->meter, &state->job[0], config, effort, &reply->result, fault);
    if (status != OK)
        job_take_back(&state->job[0], NULL);
    else if (state->job[0].bench->report.figures_timed)
        take_figures(&state->job[0], config, &reply->result);
    reply->samples = state->meter.samples;
    worker_count(state, PHASE_MEASURING);
    state->seconds[PHASE_MEASURING] -= state->meter.warm_up_seconds;
    state->seconds[PHASE_STARTING] += state->meter.warm_up_seconds;
    if (job_consumes(&state->job[0], config))
        restore(state, status == OK ? fault : NULL);
    return fault->status;
}

static void verify_last(struct worker_state *state, const struct request *request, const struct config *config,
                        struct reply *reply)
{
    if (!request->checks || state->meter.timed_verified)
        return;
    verify_timed(state, request, config, &reply->result, &reply->fault);
    if (job_consumes(&state->job[0], config))
        restore(state, reply->fault.status == OK ? &reply->fault : NULL);
}

/* All stages, or that of the request. */
static void measure_loaded(struct worker_state *state, const struct request *request, const struct config *config,
                           const struct loaded *loaded, struct reply *reply)
{
    const enum stage stage = request->stage;
    enum status status = OK;
    if (stage == STAGE_ALL || stage == STAGE_VERIFY)
        status = verify_first(state, request, config, loaded, reply);
    if (status == OK && !request->effort.blocks) {
        reply->result.status = VERIFIED;
        return;
    }
    if (status == OK && (stage == STAGE_ALL || stage == STAGE_TIME))
        status = take_times(state, request, config, reply);
    if (status == OK && (stage == STAGE_ALL || stage == STAGE_CHECK))
        verify_last(state, request, config, reply);
}

/* The row: a new one, or that of the stages before this one. */
static enum status begin_row(const struct worker_state *state, const struct request *request, struct reply *reply)
{
    struct result *result = &reply->result;
    *result = result_of(request->reference ? NO_CONFIGURATION : request->index, request->reference);
    snprintf(result->binary, sizeof result->binary, "%s", request->binary.text);
    if (!state->problem.bench)
        return fail(&reply->fault, INVALID, "no bench is prepared");
    if (request->stage == STAGE_ALL || request->stage == STAGE_VERIFY)
        return OK;
    if (state->row.index != result->index || state->row.reference != result->reference)
        return fail(&reply->fault, INVALID, "an earlier stage is missing");
    *result = state->row;
    reply->counting = state->counting;
    reply->samples = state->meter.samples;
    return OK;
}

void worker_measure(struct worker_state *state, const struct request *request, struct reply *reply)
{
    if (begin_row(state, request, reply) != OK)
        return;
    struct config *config = config_of(state, request);
    const struct loaded *loaded = load(state, request, config, &reply->fault);
    use(state, loaded);
    worker_count(state, PHASE_PREPARING);
    state->meter.warm_until = fmax(state->meter.warm_until, request->warm_until);
    if (loaded)
        measure_loaded(state, request, config, loaded, reply);
    use(state, NULL);
    free(config);
    state->row = reply->result;
    state->counting = reply->counting;
}
