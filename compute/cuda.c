/* The backend "cuda": the driver API for everything that runs, NVRTC (nvrtc.c) for everything that compiles. */
#include "compute/cuda.h"

#include "compute/memory.h"
#include "compute/nvrtc.h"

#include <stdlib.h>
#include <string.h>

struct cuda_context {
    const struct cuda_api *api;
    int device;
    struct CUctx_st *context;
    struct CUstream_st *stream[COMPUTE_STREAMS];
    struct CUevent_st *marker[2];
    struct CUevent_st *joint; /* of stream_wait */
};

struct cuda_program {
    struct cuda_context *context;
    struct CUmod_st *module;
};

struct cuda_kernel {
    struct cuda_context *context;
    struct CUfunc_st *function;
};

struct cuda_memory {
    struct cuda_context *context;
    unsigned long long base, view;
};

/* Makes the context the current one of this thread. */
static enum status enter(struct cuda_context *context, struct fault *fault)
{
    return cuda_check(context->api, context->api->cuCtxSetCurrent(context->context), LAUNCH_FAILED,
                      "entering the CUDA context", fault);
}

/* Waits for stream 0. Errors of work that was queued earlier show here too. */
static enum status wait(struct cuda_context *context, const char *what, struct fault *fault)
{
    return cuda_check(context->api, context->api->cuStreamSynchronize(context->stream[0]), LAUNCH_FAILED, what, fault);
}

static void context_free(void *handle)
{
    struct cuda_context *context = handle;
    if (!context)
        return;
    const struct cuda_api *api = context->api;
    if (context->context) {
        api->cuCtxSetCurrent(context->context);
        for (int i = 0; i < 2; i++)
            if (context->marker[i])
                api->cuEventDestroy_v2(context->marker[i]);
        if (context->joint)
            api->cuEventDestroy_v2(context->joint);
        for (int i = 0; i < COMPUTE_STREAMS; i++)
            if (context->stream[i])
                api->cuStreamDestroy_v2(context->stream[i]);
        api->cuCtxSetCurrent(NULL);
        api->cuDevicePrimaryCtxRelease_v2(context->device);
    }
    free(context);
}

static enum status make_streams(struct cuda_context *context, struct fault *fault)
{
    const struct cuda_api *api = context->api;
    enum status status = OK;
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++)
        status = cuda_check(api, api->cuStreamCreate(&context->stream[i], GPU_STREAM_NON_BLOCKING), UNSUPPORTED,
                            "making a CUDA stream", fault);
    for (int i = 0; i < 2 && status == OK; i++)
        status = cuda_check(api, api->cuEventCreate(&context->marker[i], GPU_EVENT_DEFAULT), UNSUPPORTED,
                            "making a CUDA event", fault);
    if (status == OK)
        status = cuda_check(api, api->cuEventCreate(&context->joint, GPU_EVENT_DISABLE_TIMING), UNSUPPORTED,
                            "making a CUDA event", fault);
    return status;
}

static enum status context_new(const struct compute_device *device, void **handle, struct fault *fault)
{
    const struct cuda_api *api;
    enum status status = cuda_open(&api, fault);
    if (status != OK)
        return status;
    struct cuda_context *context = allocate(sizeof *context);
    context->api = api;
    status = cuda_check(api, api->cuDeviceGet(&context->device, device->index), UNSUPPORTED, "opening the GPU", fault);
    if (status == OK)
        status = cuda_check(api, api->cuDevicePrimaryCtxRetain(&context->context, context->device), UNSUPPORTED,
                            "making a CUDA context", fault);
    if (status == OK)
        status = enter(context, fault);
    if (status == OK)
        status = make_streams(context, fault);
    if (status != OK) {
        context_free(context);
        return status;
    }
    *handle = context;
    return OK;
}

static enum status finish(void *handle, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = enter(context, fault);
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++)
        status = cuda_check(context->api, context->api->cuStreamSynchronize(context->stream[i]), LAUNCH_FAILED,
                            "a kernel failed", fault);
    return status;
}

/* A wait is for what the event stands for when it is queued: one event serves all, one after the other. */
static enum status stream_wait(void *handle, int stream, int awaited, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    enum status status = enter(context, fault);
    if (status == OK)
        status = cuda_check(api, api->cuEventRecord(context->joint, context->stream[awaited]), LAUNCH_FAILED,
                            "recording a CUDA event", fault);
    if (status == OK)
        status = cuda_check(api, api->cuStreamWaitEvent(context->stream[stream], context->joint, GPU_WAIT_DEFAULT),
                            LAUNCH_FAILED, "making a stream wait", fault);
    return status;
}

static void program_free(void *handle)
{
    struct cuda_program *program = handle;
    if (!program)
        return;
    if (program->module && enter(program->context, NULL) == OK)
        program->context->api->cuModuleUnload(program->module);
    free(program);
}

static enum status program_load(void *handle, const void *bytes, size_t size, void **result, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = enter(context, fault);
    if (status != OK)
        return status;
    struct cuda_program *program = allocate(sizeof *program);
    program->context = context;
    char *cubin = allocate(size + 1); /* the driver reads what is no cubin as text, up to a NUL */
    memcpy(cubin, bytes, size);
    unsigned error = context->api->cuModuleLoadData(&program->module, cubin);
    free(cubin);
    status =
        cuda_check(context->api, error, LAUNCH_FAILED,
                   error == GPU_ERROR_NO_BINARY_FOR_GPU ? "the binary is for another GPU" : "loading a binary", fault);
    if (status != OK) {
        program_free(program);
        return status;
    }
    *result = program;
    return OK;
}

/* An attribute of a function, -1 where the driver does not say. */
static int attribute(const struct cuda_api *api, struct CUfunc_st *function, enum gpu_function_attribute which)
{
    int value = -1;
    return api->cuFuncGetAttribute(&value, which, function) ? -1 : value;
}

static enum status kernel_new(void *handle, const char *entry, void **result, struct compute_resources *resources,
                              uint64_t *max_group, struct fault *fault)
{
    struct cuda_program *program = handle;
    const struct cuda_api *api = program->context->api;
    struct CUfunc_st *function = NULL;
    enum status status = enter(program->context, fault);
    if (status == OK && api->cuModuleGetFunction(&function, program->module, entry))
        status = fail(fault, LAUNCH_FAILED, "no kernel \"%s\" in this program: is it extern \"C\"?", entry);
    if (status != OK)
        return status;

    /* Local memory is where spills go, and private arrays: the driver does not tell them apart. */
    resources->registers = attribute(api, function, GPU_FUNCTION_NUM_REGS);
    resources->shared_bytes = attribute(api, function, GPU_FUNCTION_SHARED_SIZE_BYTES);
    resources->spill_bytes = attribute(api, function, GPU_FUNCTION_LOCAL_SIZE_BYTES);
    int threads = attribute(api, function, GPU_FUNCTION_MAX_THREADS_PER_BLOCK);
    *max_group = threads > 0 ? (uint64_t)threads : 0;

    struct cuda_kernel *kernel = allocate(sizeof *kernel);
    *kernel = (struct cuda_kernel){program->context, function};
    *result = kernel;
    return OK;
}

static void memory_free(void *handle)
{
    struct cuda_memory *memory = handle;
    if (!memory)
        return;
    if (memory->base && enter(memory->context, NULL) == OK)
        memory->context->api->cuMemFree_v2(memory->base);
    free(memory);
}

static enum status memory_new(void *handle, size_t bytes, size_t offset, size_t view_bytes, void **result,
                              struct fault *fault)
{
    struct cuda_context *context = handle;
    unsigned long long base = 0;
    (void)view_bytes; /* a view is an address here */
    enum status status = enter(context, fault);
    if (status == OK)
        status = cuda_check(context->api, context->api->cuMemAlloc_v2(&base, bytes), LAUNCH_FAILED,
                            "allocating device memory", fault);
    if (status != OK)
        return status;
    struct cuda_memory *memory = allocate(sizeof *memory);
    *memory = (struct cuda_memory){context, base, base + offset};
    *result = memory;
    return OK;
}

static enum status write(void *handle, size_t offset, const void *from, size_t bytes, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    enum status status = enter(context, fault);
    if (status == OK)
        status = cuda_check(context->api,
                            context->api->cuMemcpyHtoDAsync_v2(memory->base + offset, from, bytes, context->stream[0]),
                            LAUNCH_FAILED, "writing device memory", fault);
    return status == OK ? wait(context, "writing device memory, or a kernel before it", fault) : status;
}

static enum status read(void *handle, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    enum status status = enter(context, fault);
    if (status == OK)
        status = cuda_check(context->api,
                            context->api->cuMemcpyDtoHAsync_v2(to, memory->base + offset, bytes, context->stream[0]),
                            LAUNCH_FAILED, "reading device memory", fault);
    return status == OK ? wait(context, "reading device memory, or a kernel before it", fault) : status;
}

static enum status fill(void *handle, size_t offset, size_t bytes, uint8_t value, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    unsigned long long start = memory->base + offset;
    enum status status = enter(context, fault);
    if (status != OK)
        return status;
    /* Words are several times faster than bytes. */
    unsigned result = start % 4 || bytes % 4
                          ? context->api->cuMemsetD8Async(start, value, bytes, context->stream[0])
                          : context->api->cuMemsetD32Async(start, value * 0x01010101u, bytes / 4, context->stream[0]);
    return cuda_check(context->api, result, LAUNCH_FAILED, "filling device memory", fault);
}

static enum status launch(void *handle, struct compute_launch launch, const struct backend_argument *arguments,
                          size_t count, struct fault *fault)
{
    struct cuda_kernel *kernel = handle;
    const struct cuda_api *api = kernel->context->api;
    void *parameters[MAX_ARGUMENTS];
    enum status status = enter(kernel->context, fault);
    if (status != OK)
        return status;
    /* The driver copies what these point to; it takes plain void pointers, and writes to none. */
    for (size_t i = 0; i < count; i++)
        parameters[i] = arguments[i].memory ? (void *)&((struct cuda_memory *)arguments[i].memory)->view
                                            : (void *)(uintptr_t)arguments[i].value;
    unsigned result = api->cuLaunchKernel(kernel->function, (unsigned)launch.groups[0], (unsigned)launch.groups[1],
                                          (unsigned)launch.groups[2], launch.group[0], launch.group[1], launch.group[2],
                                          0, kernel->context->stream[launch.stream], parameters, NULL);
    return cuda_check(api, result, result == GPU_ERROR_LAUNCH_OUT_OF_RESOURCES ? INVALID : LAUNCH_FAILED,
                      "launching a kernel", fault);
}

static enum status mark(void *handle, int marker, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(context->api, context->api->cuEventRecord(context->marker[marker], context->stream[0]),
                      LAUNCH_FAILED, "recording a CUDA event", fault);
}

static enum status elapsed(void *handle, double *nanoseconds, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    float milliseconds = 0;
    enum status status = enter(context, fault);
    for (int i = 0; i < 2 && status == OK; i++)
        status = cuda_check(api, api->cuEventSynchronize(context->marker[i]), LAUNCH_FAILED, "a kernel failed", fault);
    if (status == OK)
        status = cuda_check(api, api->cuEventElapsedTime(&milliseconds, context->marker[0], context->marker[1]),
                            LAUNCH_FAILED, "reading CUDA events", fault);
    *nanoseconds = (double)milliseconds * 1e6;
    return status;
}

const struct compute_backend cuda_backend = {
    .name = "cuda",
    .listed = true,
    .devices = cuda_devices,
    .compile = nvrtc_compile,
    .context_new = context_new,
    .context_free = context_free,
    .finish = finish,
    .stream_wait = stream_wait,
    .program_load = program_load,
    .program_free = program_free,
    .kernel_new = kernel_new,
    .kernel_free = free,
    .memory_new = memory_new,
    .memory_free = memory_free,
    .write = write,
    .read = read,
    .fill = fill,
    .launch = launch,
    .mark = mark,
    .elapsed = elapsed,
};
