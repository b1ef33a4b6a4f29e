#include "tuner/worker/worker.h"

#include "base/memory.h"
#include "tuner/job/job.h"
#include "tuner/worker/message.h"
#include "tuner/job/program.h"
#include "tuner/job/source.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

/* What a worker has: a compile worker nothing but the store; a device worker one device and one prepared bench. */
struct worker_state {
    struct workplace place;
    struct meter meter;
    struct bench_at at;
    struct inputs inputs; /* of the bench */
    struct store_blob structure;
    const struct bench *bench;
    struct job job[MAX_VARIANTS];
};

static const struct bench *bench_of(const struct bench_at *at)
{
    return suite_bench(all_suites[at->suite], at->bench);
}

const char *bench_lacks(const struct bench *bench, const struct compute_device *device)
{
    bool is_cuda = !strcmp(device->backend, "cuda") || !strcmp(device->backend, "nvrtc");
    if (bench->needs & NEEDS_CUDA && !is_cuda)
        return "needs CUDA";
    if (bench->needs & NEEDS_OPENCL && strcmp(device->backend, "opencl"))
        return "needs OpenCL";
    if (bench->needs & NEEDS_CUB && device->lacks_cub[0])
        return device->lacks_cub;
    if (bench->needs & NEEDS_FP64 && !device->fp64)
        return "needs double precision, which this device lacks";
    if (bench->needs & NEEDS_INT64_ATOMICS && !device->int64_atomics)
        return "needs 64-bit atomics, which this device lacks";
    if (bench->needs & NEEDS_IMAGES && !device->images)
        return "needs textures, which this device lacks";
    if (bench->needs & NEEDS_CHILD_LAUNCH && device->lacks_child_launch[0])
        return device->lacks_child_launch;
    if (bench->needs & NEEDS_GRAPHS && !device->graphs)
        return "needs graphs, which this device lacks";
    return NULL;
}

/* ---- compiling ---- */

static void compile(struct worker_state *state, const struct request *request, struct reply *reply)
{
    const struct bench *bench = bench_of(&request->at);
    struct config config = space_config(&bench->space, request->index);
    struct inputs inputs = {.atom = NULL}; /* the settings alone: no structure is compiled in */
    memcpy(inputs.setting, request->at.setting, sizeof inputs.setting);
    config.inputs = &inputs;
    program_make(state->place.store, &request->device, bench, &config, &reply->compiled, &reply->fault);
}

/* ---- measuring ---- */

static void open_device(struct worker_state *state, const struct request *request, struct reply *reply)
{
    if (compute_context_new(&request->device, &state->place.context, &reply->fault) == OK)
        meter_open(&state->meter, state->place.context, request->cold, state->place.store, &reply->fault);
    reply->opened.tick_ns = state->meter.tick_ns;
}

static void close_bench(struct worker_state *state)
{
    for (int v = 0; v < MAX_VARIANTS; v++)
        job_close(&state->job[v]);
    state->bench = NULL;
}

/* The inputs that a bench is asked for; a structure comes from the store. */
static enum status take_inputs(struct worker_state *state, const struct bench_at *at, struct fault *fault)
{
    store_release(&state->structure);
    state->inputs = (struct inputs){0};
    memcpy(state->inputs.setting, at->setting, sizeof at->setting);
    state->place.inputs = &state->inputs;
    if (!at->structure.text[0])
        return OK;
    state->structure = store_get(state->place.store, at->structure);
    if (!state->structure.bytes)
        return fail(fault, INVALID, "%s: the structure is no longer in the cache", state->place.store);
    state->inputs.atom = state->structure.bytes;
    state->inputs.atoms = state->structure.size / sizeof *state->inputs.atom;
    return OK;
}

static void prepare(struct worker_state *state, const struct request *request, struct reply *reply)
{
    close_bench(state);
    const struct bench *bench = bench_of(&request->at);
    enum status status = take_inputs(state, &request->at, &reply->fault);
    for (int v = 0; v < bench->variants && status == OK; v++)
        status = job_open(&state->job[v], bench, &state->place, request->at.size, request->at.seed, v, &reply->fault);
    if (status != OK) {
        close_bench(state);
        return;
    }
    state->bench = bench;
    state->at = request->at;
}

/* Of a reference nothing is known but that it is right. */
static void take_figures(const struct job *job, const struct config *config, struct result *row)
{
    const char *const *names = job->bench->figures;
    double values[MAX_FIGURES] = {0};
    if (!names || config->reference)
        return;
    job->bench->figure(job, config, values);
    for (size_t i = 0; i < MAX_FIGURES && names[i]; i++)
        if (isfinite(values[i])) {
            snprintf(row->figure[row->figures].name, MAX_WORD, "%s", names[i]);
            row->figure[row->figures++].value = values[i];
        }
}

/* Verifies on each of the bench's inputs. */
static enum status verify_once(struct worker_state *state, const struct config *config, struct result *row,
                               struct fault *fault)
{
    enum status status = OK;
    for (int v = 0; v < state->bench->variants && status == OK; v++) {
        struct verdict verdict = {0};
        status = job_arrange(&state->job[v], config, fault);
        if (status == OK)
            status = job_verify(&state->job[v], config, &verdict, fault);
        if (!v) {
            row->error = verdict.error;
            row->tolerance = verdict.tolerance;
        }
    }
    if (status == OK)
        take_figures(&state->job[0], config, row);
    return status;
}

static enum status restore(struct worker_state *state, struct fault *fault)
{
    enum status status = OK;
    for (int v = 0; v < state->bench->variants && status == OK; v++)
        status = job_restore(&state->job[v], fault);
    return status;
}

/* A wrong result may be the fault of a configuration before this one, which spoilt the inputs: they are restored, and
 * this one has a second try. */
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

/* The configuration that a request is for; a reference stands in for the default one. */
static struct config config_of(const struct worker_state *state, const struct request *request)
{
    const struct bench *bench = state->bench;
    uint64_t index = request->reference ? space_index(&bench->space, bench->defaults) : request->index;
    struct config config = space_config(&bench->space, index);
    config.inputs = &state->inputs;
    if (request->reference)
        config.reference = &bench->references[request->reference - 1];
    return config;
}

/* Loads what a configuration runs; a reference has no program of ours. */
static enum status load(struct worker_state *state, const struct request *request, struct loaded *loaded,
                        struct fault *fault)
{
    *loaded = (struct loaded){.resources = {-1, -1, -1}};
    if (request->reference)
        return OK;
    return program_load(state->place.store, state->place.context, request->binary, state->bench, loaded, fault);
}

static void measure(struct worker_state *state, const struct request *request, struct reply *reply)
{
    struct result *row = &reply->result;
    struct fault *fault = &reply->fault;
    struct config config = config_of(state, request);
    struct loaded loaded;
    row->reference = config.reference != NULL;
    row->config = config_words(&config);
    row->size = state->at.size;
    snprintf(row->suite, sizeof row->suite, "%s", all_suites[state->at.suite]->name);
    snprintf(row->bench, sizeof row->bench, "%s", state->bench->name);
    snprintf(row->binary, sizeof row->binary, "%s", request->binary.text);

    enum status status = load(state, request, &loaded, fault);
    row->resources = loaded.resources;
    for (int v = 0; v < state->bench->variants; v++)
        job_use(&state->job[v], &loaded);
    if (status == OK && request->verified)
        status = job_arrange(&state->job[0], &config, fault);
    else if (status == OK)
        status = verify(state, &config, row, fault);
    if (status == OK)
        meter_measure(&state->meter, &state->job[0], &config, request->effort, row, fault);
    for (int v = 0; v < state->bench->variants; v++)
        job_use(&state->job[v], NULL);
    program_unload(&loaded);
}

/* ---- serving ---- */

static void serve(struct worker_state *state, const struct request *request, struct reply *reply)
{
    switch (request->kind) {
    case REQUEST_INVENTORY:
        compute_inventory(&reply->inventory);
        break;
    case REQUEST_FIND:
        compute_find(request->target, request->device.index, &reply->device, &reply->fault);
        break;
    case REQUEST_COMPILE:
        compile(state, request, reply);
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
}

int worker_main(int argc, char **argv)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* no worker outlives its parent, not even one in an endless kernel */
    if (argc < 4)
        return 2;
    struct worker_state state = {.place.store = argv[2]};
    compute_set_cache(argv[2]);
    if (argv[3][0])
        source_folder(argv[3]);
    struct request *request = allocate(sizeof *request);
    struct reply *reply = allocate(sizeof *reply);
    while (request_receive(WORKER_REQUESTS, request)) {
        memset(reply, 0, sizeof *reply);
        reply->kind = request->kind;
        serve(&state, request, reply);
        if (!reply_send(WORKER_REPLIES, reply))
            break;
    }
    close_bench(&state);
    meter_close(&state.meter);
    workplace_close(&state.place);
    store_release(&state.structure);
    compute_context_free(state.place.context);
    free(request);
    free(reply);
    return 0;
}
