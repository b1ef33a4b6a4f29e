#include "tuner/worker/worker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/job/job.h"
#include "tuner/job/program.h"
#include "tuner/job/program_cache.h"
#include "tuner/worker/memory.h"
#include "tuner/worker/message.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* A worker's state: a compile worker has the store alone; a device worker has one device and one prepared problem. */
struct worker_state {
    struct worker_context place;
    struct meter meter;
    struct program_cache program_cache;
    struct store_key registry; /* the context's */
    struct problem problem;    /* its bench is NULL if none is prepared */
    struct store_blob structure;
    struct job job[MAX_VARIANTS];
    double seconds[PHASES]; /* of this reply, until: */
    double counted;
};

/* Adds the time since the last call to a phase. */
static void count(struct worker_state *state, enum phase phase)
{
    const double now = clock_seconds();
    state->seconds[phase] += now - state->counted;
    state->counted = now;
}

/* The problem of a request, without the atoms of a structure; its bench is NULL if the registry has no such bench, or
 * differs from the parent's. */
static struct problem problem_at(const struct worker_state *state, const struct problem_at *at)
{
    bool same = !strcmp(at->registry.text, state->registry.text);
    struct problem problem = {.suite = registry_suite(state->place.registry, at->suite),
                              .bench = same ? registry_bench(state->place.registry, at->suite, at->bench) : NULL,
                              .n = at->n,
                              .seed = at->seed,
                              .inputs.types = at->types};
    memcpy(problem.inputs.setting, at->setting, sizeof at->setting);
    memcpy(problem.inputs.type, at->type, sizeof at->type);
    memcpy(problem.inputs.box, at->box, sizeof at->box);
    return problem;
}

static enum status fail_unknown(struct fault *fault)
{
    return fail(fault, INVALID, "this worker does not know the bench: its suites are not those of its parent");
}

/* ---- compiling ---- */

static void compile(struct worker_state *state, const struct request *request, struct reply *reply)
{
    struct problem problem = problem_at(state, &request->at);
    if (!problem.bench) {
        fail_unknown(&reply->fault);
        return;
    }
    struct config *config = config_new(&problem, request->index);
    const struct worker_context *place = &state->place;
    struct program counting;
    struct fault none = {0};
    const enum status status = program_make(request->anew ? NULL : place->store, place->registry, &request->device,
                                            config, &reply->compiled, &reply->fault);
    if (status == OK && !request->device.can_run && problem.bench->kernel.counted) /* else when it is measured */
        job_make_counting(place->store, place->registry, &request->device, config, &counting, &none);
    free(config);
}

/* The tuner's own kernels, which every run on a device needs: first what opening a device needs. */
static void compile_own(struct worker_state *state, const struct request *request, struct reply *reply)
{
    const struct worker_context *place = &state->place;
    if (sampler_compile(place->store, place->registry, &request->device, &reply->fault) == OK)
        worker_context_compile(place->store, place->registry, &request->device, &reply->fault);
}

/* ---- measuring ---- */

static void open_device(struct worker_state *state, const struct request *request, struct reply *reply)
{
    if (compute_context_new(&request->device, &state->place.context, &reply->fault) == OK)
        meter_open(&state->meter, state->place.context, request->cold, state->place.store, state->place.registry,
                   &reply->fault);
    state->place.secret = request->secret;
    reply->opened =
        (struct opened){state->meter.sampler.tick_ns, state->meter.sampler.start_ns, state->meter.sampler.marker_ns};
}

static void close_problem(struct worker_state *state)
{
    for (int v = 0; v < MAX_VARIANTS; v++)
        job_close(&state->job[v]);
    state->problem = (struct problem){0};
    store_release(&state->structure);
}

/* Reads the atoms of a problem's structure from the store; their types follow them. */
static enum status take_structure(struct worker_state *state, struct store_key key, struct fault *fault)
{
    if (!key.text[0])
        return OK;
    state->structure = store_get(state->place.store, STORE_STRUCTURE, key);
    if (!state->structure.bytes)
        return fail(fault, INVALID, "%s: the structure is no longer in the cache", state->place.store);
    struct inputs *inputs = &state->problem.inputs;
    inputs->atom = state->structure.bytes;
    inputs->atoms = state->structure.size / (sizeof *inputs->atom + (inputs->types ? sizeof *inputs->atom_type : 0));
    inputs->atom_type = inputs->types ? (const uint8_t *)&inputs->atom[inputs->atoms] : NULL;
    for (size_t i = 0; inputs->types && i < inputs->atoms; i++)
        if (inputs->atom_type[i] >= inputs->types)
            return fail(fault, INVALID, "%s: the structure in the cache has an atom of an unknown type",
                        state->place.store);
    return OK;
}

static void prepare(struct worker_state *state, const struct request *request, struct reply *reply)
{
    close_problem(state);
    state->problem = problem_at(state, &request->at);
    const struct bench *bench = state->problem.bench;
    enum status status =
        bench ? take_structure(state, request->at.structure, &reply->fault) : fail_unknown(&reply->fault);
    for (int v = 0; status == OK && v < bench->problem.variants; v++)
        status = job_open(&state->job[v], &state->problem, &state->place, v, &reply->fault);
    if (status != OK)
        close_problem(state);
}

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
    count(state, PHASE_COMPILING);
    if (status != OK)
        return OK;
    status = job_count(&state->job[0], config, &reply->counting, loaded, values, &none);
    if (status == OK)
        memcpy(reply->result.figure, values, bench_figures(bench) * sizeof *values);
    count(state, PHASE_VERIFYING);
    if (status != LAUNCH_FAILED) /* after which the device is unusable */
        return OK;
    reply->fault = none;
    return status;
}

static enum status arrange(struct worker_state *state, int variant, const struct config *config, struct fault *fault)
{
    const enum status status = job_arrange(&state->job[variant], config, fault);
    count(state, PHASE_PREPARING);
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
        count(state, PHASE_VERIFYING);
        if (!v) {
            row->error = verdict.error;
            row->tolerance = verdict.tolerance;
            if (!config->reference && status == OK)
                snprintf(row->launches, sizeof row->launches, "%s", job_trace(&state->job[v]).text);
        }
    }
    if (status == OK)
        take_figures(&state->job[0], config, row);
    count(state, PHASE_VERIFYING);
    return status;
}

static enum status restore(struct worker_state *state, struct fault *fault)
{
    enum status status = OK;
    for (int v = 0; v < state->problem.bench->problem.variants && status == OK; v++)
        status = job_restore(&state->job[v], fault);
    count(state, PHASE_PREPARING);
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
    count(state, PHASE_VERIFYING);
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
    count(state, PHASE_PREPARING);
    const enum status made =
        program_make(place->store, place->registry, compute_context_device(place->context), config, &again, fault);
    count(state, PHASE_COMPILING);
    return made == OK ? take(state, request, config, fault) : NULL;
}

static void use(struct worker_state *state, const struct loaded *loaded)
{
    for (int v = 0; v < state->problem.bench->problem.variants; v++)
        job_use(&state->job[v], loaded);
}

/* Times a verified configuration, and verifies it once more. Restores the inputs after one that consumes them. */
static void take_times(struct worker_state *state, const struct request *request, const struct config *config,
                       struct reply *reply)
{
    struct fault *fault = &reply->fault;
    const bool consumes = job_consumes(&state->job[0], config);
    struct effort effort = request->effort;
    effort.judged = request->checks > 0;
    effort.check = check_of(request, 0);
    enum status status = meter_measure(&state->meter, &state->job[0], config, effort, &reply->result, fault);
    if (status != OK)
        job_take_back(&state->job[0], NULL);
    else if (state->job[0].bench->report.figures_timed)
        take_figures(&state->job[0], config, &reply->result);
    reply->samples = state->meter.samples;
    count(state, PHASE_MEASURING);
    state->seconds[PHASE_MEASURING] -= state->meter.warm_up_seconds;
    state->seconds[PHASE_STARTING] += state->meter.warm_up_seconds;
    if (consumes)
        restore(state, status == OK ? fault : NULL);
    if (fault->status == OK && request->checks && !state->meter.timed_verified) {
        verify_timed(state, request, config, &reply->result, fault);
        if (consumes)
            restore(state, fault->status == OK ? fault : NULL);
    }
}

static void measure(struct worker_state *state, const struct request *request, struct reply *reply)
{
    struct result *result = &reply->result;
    struct fault *fault = &reply->fault;
    *result = result_of(request->reference ? NO_CONFIGURATION : request->index, request->reference);
    snprintf(result->binary, sizeof result->binary, "%s", request->binary.text);
    if (!state->problem.bench) {
        fail(fault, INVALID, "no bench is prepared");
        return;
    }
    struct config *config = config_of(state, request);
    const struct loaded *loaded = load(state, request, config, fault);
    enum status status = loaded ? OK : fault->status;
    if (loaded)
        result->resources = loaded->resources;
    use(state, loaded);
    count(state, PHASE_PREPARING);
    if (status == OK)
        status = request->verified ? arrange(state, 0, config, fault) : verify(state, config, result, fault);
    if (status == OK && request->effort.blocks && !request->verified)
        status = take_counted(state, config, loaded, reply);
    if (status == OK && !request->effort.blocks)
        result->status = VERIFIED;
    else if (status == OK)
        take_times(state, request, config, reply);
    use(state, NULL);
    free(config);
}

/* ---- serving ---- */

/* Compile workers run at a lower priority than the measuring worker and the parent; but not if nothing is measured
 * meanwhile, since they would exceed their time limit on a busy machine. */
static void lower_priority(const struct compute_device *device)
{
    enum { NICENESS = 10 };
    if (device->is_cpu || !device->can_run)
        return;
    if (getpriority(PRIO_PROCESS, 0) < NICENESS)
        setpriority(PRIO_PROCESS, 0, NICENESS);
}

static void serve(struct worker_state *state, const struct request *request, struct reply *reply)
{
    switch (request->kind) {
    case REQUEST_INVENTORY:
        compute_list(request->target, &reply->inventory);
        break;
    case REQUEST_FIND:
        compute_find(request->target, request->device.index, &reply->device, &reply->fault);
        break;
    case REQUEST_COMPILE:
        lower_priority(&request->device);
        memory_keep();
        compile(state, request, reply);
        break;
    case REQUEST_COMPILE_OWN:
        compile_own(state, request, reply);
        break;
    case REQUEST_OPEN:
        open_device(state, request, reply);
        break;
    case REQUEST_PREPARE:
        prepare(state, request, reply);
        break;
    case REQUEST_MEASURE:
        measure(state, request, reply);
        break;
    }
    const bool compiles = request->kind == REQUEST_COMPILE || request->kind == REQUEST_COMPILE_OWN;
    count(state, compiles ? PHASE_COMPILING : PHASE_PREPARING);
    memcpy(reply->seconds, state->seconds, sizeof reply->seconds);
}

int worker_main(const struct registry *registry, const char *cache)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);            /* no worker outlives its parent, not even one in an endless kernel */
    prctl(PR_SET_NAME, "gpubench");              /* for ps and top, which would show "exe" */
    fcntl(WORKER_REQUESTS, F_SETFD, FD_CLOEXEC); /* not inherited by what drivers start */
    fcntl(WORKER_REPLIES, F_SETFD, FD_CLOEXEC);
    memory_yield();
    if (!handshake_send(WORKER_REPLIES))
        return 0;
    struct worker_state state = {.place = {.store = cache, .registry = registry}, .registry = registry_key(registry)};
    compute_set_cache(cache);
    struct request *request = allocate(sizeof *request);
    struct reply *reply = allocate(sizeof *reply);
    while (request_receive(WORKER_REQUESTS, request)) {
        memset(reply, 0, sizeof *reply);
        memset(state.seconds, 0, sizeof state.seconds);
        state.counted = clock_seconds();
        reply->kind = request->kind;
        serve(&state, request, reply);
        if (!reply_send(WORKER_REPLIES, reply))
            break;
    }
    close_problem(&state);
    meter_close(&state.meter);
    program_cache_clear(&state.program_cache);
    worker_context_close(&state.place);
    compute_context_free(state.place.context);
    free(request);
    free(reply);
    return 0;
}
