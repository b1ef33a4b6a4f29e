#include "tuner/worker/worker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/worker/measurement.h"
#include "tuner/worker/memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

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
    const enum status status =
        program_make(place->store, place->registry, &request->device, config, &reply->compiled, &reply->fault);
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

/* ---- a device and its problem ---- */

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
    state->row = result_of(NO_CONFIGURATION, 0);
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
        worker_measure(state, request, reply);
        break;
    }
    const bool compiles = request->kind == REQUEST_COMPILE || request->kind == REQUEST_COMPILE_OWN;
    worker_count(state, compiles ? PHASE_COMPILING : PHASE_PREPARING);
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
