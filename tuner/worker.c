#include "tuner/worker.h"

#include "tuner/job.h"
#include "tuner/memory.h"
#include "tuner/message.h"
#include "tuner/source.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

enum { MAX_VARIANTS = 4 };

/* What a worker has: a compile worker nothing but the store; a device worker one device and one prepared bench. */
struct worker_state {
    const char *store;
    struct compute_context *context;
    struct meter meter;
    struct bench_at at;
    const struct bench *bench;
    struct job job[MAX_VARIANTS];
};

static const struct bench *bench_of(const struct bench_at *at)
{
    return &all_suites[at->suite]->benches[at->bench];
}

const char *bench_lacks(const struct bench *bench, const struct compute_device *device)
{
    bool is_cuda = !strcmp(device->backend, "cuda") || !strcmp(device->backend, "nvrtc");
    if (bench->needs & NEEDS_CUDA && !is_cuda)
        return "needs CUDA";
    if (bench->needs & NEEDS_CUB && device->lacks_cub[0])
        return device->lacks_cub;
    if (bench->needs & NEEDS_FP64 && !device->fp64)
        return "needs double precision, which this device lacks";
    if (bench->needs & NEEDS_INT64_ATOMICS && !device->int64_atomics)
        return "needs 64-bit atomics, which this device lacks";
    return NULL;
}

/* ---- compiling ---- */

/* A stored program: what the compiler said of it, then the binary. */
struct stored_head {
    struct compute_resources resources;
    uint32_t specialised; /* stored again after a launch */
};

static struct store_key program_key(const struct compute_device *device, const char *source)
{
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, "program");
    store_hash_text(&hash, device->backend);
    store_hash_text(&hash, device->compiler);
    store_hash_text(&hash, device->architecture[0] ? device->architecture : device->name);
    store_hash_text(&hash, device->architecture[0] ? "" : device->driver);
    store_hash_text(&hash, source);
    return store_hash_key(&hash);
}

static enum status store_program(const char *store, struct store_key key, struct stored_head head,
                                 const struct compute_binary *binary, struct fault *fault)
{
    char *blob = allocate(sizeof head + binary->size);
    memcpy(blob, &head, sizeof head);
    memcpy(blob + sizeof head, binary->bytes, binary->size);
    enum status status = store_put(store, key, blob, sizeof head + binary->size, fault);
    free(blob);
    return status;
}

static void compile(struct worker_state *state, const struct request *request, struct reply *reply)
{
    const struct bench *bench = bench_of(&request->at);
    struct config config = space_config(&bench->space, request->index);
    char *source = NULL;
    struct compute_binary binary = {0};
    if (source_compose(bench, &config, &source, &reply->fault) != OK)
        return;
    struct compiled *compiled = &reply->compiled;
    compiled->binary = program_key(&request->device, source);
    compiled->resources = (struct compute_resources){-1, -1, -1};
    struct store_blob blob = store_get(state->store, compiled->binary);
    if (blob.size > sizeof(struct stored_head)) {
        compiled->resources = ((const struct stored_head *)blob.bytes)->resources;
    } else {
        double start = clock_seconds();
        if (compute_compile(&request->device, bench->source, source, &binary, &reply->fault) == OK) {
            compiled->resources = binary.resources;
            store_program(state->store, compiled->binary, (struct stored_head){binary.resources, 0}, &binary,
                          &reply->fault);
        }
        compiled->milliseconds = 1e3 * (clock_seconds() - start);
    }
    store_release(&blob);
    compute_binary_free(&binary);
    free(source);
}

/* ---- measuring ---- */

static void open_device(struct worker_state *state, const struct request *request, struct reply *reply)
{
    if (compute_context_new(&request->device, &state->context, &reply->fault) == OK)
        meter_open(&state->meter, state->context, request->cold, &reply->fault);
    reply->opened.tick_ns = state->meter.tick_ns;
}

static void close_bench(struct worker_state *state)
{
    for (int v = 0; v < MAX_VARIANTS; v++)
        job_close(&state->job[v]);
    state->bench = NULL;
}

static void prepare(struct worker_state *state, const struct request *request, struct reply *reply)
{
    close_bench(state);
    const struct bench *bench = bench_of(&request->at);
    enum status status = OK;
    for (int v = 0; v < bench->variants && status == OK; v++)
        status = job_open(&state->job[v], bench, state->context, request->at.size, request->at.seed, v, state->store,
                          &reply->fault);
    if (status != OK) {
        close_bench(state);
        return;
    }
    state->bench = bench;
    state->at = request->at;
}

/* A configuration's program, loaded. */
struct loaded {
    struct compute_program *program;
    struct compute_kernel *kernel[MAX_KERNELS];
    struct stored_head head;
    size_t size;
};

static void unload(struct loaded *loaded)
{
    for (int k = 0; k < MAX_KERNELS; k++)
        compute_kernel_free(loaded->kernel[k]);
    compute_program_free(loaded->program);
}

static enum status load(struct worker_state *state, struct store_key key, struct loaded *loaded, struct result *row,
                        struct fault *fault)
{
    struct store_blob blob = store_get(state->store, key);
    if (blob.size <= sizeof loaded->head)
        return fail(fault, LAUNCH_FAILED, "the binary is gone from the cache %s", state->store);
    memcpy(&loaded->head, blob.bytes, sizeof loaded->head);
    loaded->size = blob.size - sizeof loaded->head;
    enum status status = compute_program_load(state->context, (const char *)blob.bytes + sizeof loaded->head,
                                              loaded->size, &loaded->program, fault);
    store_release(&blob);
    row->resources = loaded->head.resources;
    for (int k = 0; k < MAX_KERNELS && state->bench->entry[k] && status == OK; k++) {
        status = compute_kernel_new(loaded->program, state->bench->entry[k], &loaded->kernel[k], fault);
        if (status != OK)
            break;
        struct compute_resources said = compute_kernel_resources(loaded->kernel[k]);
        struct compute_resources *kept = &row->resources;
        kept->registers = kept->registers < 0 ? said.registers : kept->registers;
        kept->shared_bytes = kept->shared_bytes < said.shared_bytes ? said.shared_bytes : kept->shared_bytes;
        kept->spill_bytes = kept->spill_bytes < 0 ? said.spill_bytes : kept->spill_bytes;
    }
    for (int v = 0; v < state->bench->variants; v++)
        memcpy(state->job[v].state->kernel, loaded->kernel, sizeof loaded->kernel);
    return status;
}

/* PoCL specialises a program at its first launch: what it has then is stored in place of what was loaded. */
static void store_specialised(struct worker_state *state, struct store_key key, struct loaded *loaded)
{
    if (!compute_context_device(state->context)->is_cpu || loaded->head.specialised)
        return;
    struct compute_binary binary = {0};
    loaded->head.specialised = 1;
    if (compute_program_binary(loaded->program, &binary, NULL) == OK)
        store_program(state->store, key, loaded->head, &binary, NULL);
    compute_binary_free(&binary);
}

static enum status verify(struct worker_state *state, const struct config *config, struct result *row,
                          struct fault *fault)
{
    enum status status = OK;
    for (int v = 0; v < state->bench->variants && status == OK; v++) {
        struct verdict verdict = {0};
        status = job_verify(&state->job[v], config, &verdict, fault);
        if (!v) {
            row->error = verdict.error;
            row->tolerance = verdict.tolerance;
        }
    }
    for (int v = 0; v < state->bench->variants && status == WRONG_RESULT; v++)
        if (job_restore(&state->job[v], fault) != OK)
            break;
    return status;
}

static void measure(struct worker_state *state, const struct request *request, struct reply *reply)
{
    struct result *row = &reply->result;
    struct fault *fault = &reply->fault;
    struct config config = space_config(&state->bench->space, request->index);
    struct loaded loaded = {0};
    row->config = config_words(&config);
    row->size = state->at.size;
    snprintf(row->suite, sizeof row->suite, "%s", all_suites[state->at.suite]->name);
    snprintf(row->bench, sizeof row->bench, "%s", state->bench->name);
    snprintf(row->binary, sizeof row->binary, "%s", request->binary.text);

    enum status status = load(state, request->binary, &loaded, row, fault);
    if (status == OK && !request->verified)
        status = verify(state, &config, row, fault);
    if (status == OK && !request->verified)
        store_specialised(state, request->binary, &loaded);
    if (status == OK)
        meter_measure(&state->meter, &state->job[0], &config, request->effort, row, fault);
    unload(&loaded);
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
    struct worker_state state = {.store = argv[2]};
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
    /* Drivers' own clean-up at exit has been seen to hang; there is nothing left that needs it. */
    _Exit(0);
}
