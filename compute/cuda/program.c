/* CUDA programs and kernels: cubins loaded and launched. */
#include "base/memory.h"
#include "compute/cuda/context.h"
#include "compute/cuda/cubin.h"

#include <stdlib.h>
#include <string.h>

struct cuda_program {
    struct cuda_context *context;
    struct CUmod_st *module;
    char *names; /* of kernels of C++, as before the cubin */
    size_t names_bytes;
};

struct cuda_kernel {
    struct cuda_program *program;
    struct CUfunc_st *function;
    size_t dynamic_bytes; /* of shared memory, as set in the driver */
};

void cuda_program_free(void *handle)
{
    struct cuda_program *program = handle;
    if (!program)
        return;
    if (program->module && cuda_enter(program->context, NULL) == OK)
        program->context->api->cuModuleUnload(program->module);
    free(program->names);
    free(program);
}

enum status cuda_program_load(void *handle, const void *bytes, size_t size, void **result, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    struct cuda_program *program = allocate(sizeof *program);
    program->context = context;
    program->names_bytes = cubin_names(bytes, size);
    program->names = memcpy(allocate(program->names_bytes + 1), bytes, program->names_bytes);
    bytes = (const char *)bytes + program->names_bytes;
    size -= program->names_bytes;
    char *cubin = allocate(size + 1); /* the driver reads what is no cubin as text, up to a NUL */
    memcpy(cubin, bytes, size);
    unsigned error = context->api->cuModuleLoadData(&program->module, cubin);
    free(cubin);
    status =
        cuda_check(context->api, error, LAUNCH_FAILED,
                   error == GPU_ERROR_NO_BINARY_FOR_GPU ? "the binary is for another GPU" : "loading a binary", fault);
    if (status != OK) {
        cuda_program_free(program);
        return status;
    }
    *result = program;
    return OK;
}

/* An attribute of a function; -1 if the driver does not report it. */
static int attribute(const struct cuda_api *api, struct CUfunc_st *function, enum gpu_function_attribute which)
{
    int value = -1;
    return api->cuFuncGetAttribute(&value, which, function) ? -1 : value;
}

/* The number of a function's parameters, and the bytes of each, which the driver reports one by one; -1: unknown. */
static int parameters_of(const struct cuda_api *api, struct CUfunc_st *function, size_t bytes_of[MAX_ARGUMENTS])
{
    size_t offset, bytes;
    int count = 0;
    if (!api->cuFuncGetParamInfo)
        return -1;
    unsigned error = 0;
    while (count <= MAX_ARGUMENTS && !(error = api->cuFuncGetParamInfo(function, (size_t)count, &offset, &bytes))) {
        if (count < MAX_ARGUMENTS)
            bytes_of[count] = bytes;
        count++;
    }
    return !error || error == GPU_ERROR_INVALID_VALUE ? count : -1;
}

enum status cuda_kernel_new(void *handle, const char *entry, void **result, struct backend_kernel *known,
                            struct fault *fault)
{
    struct cuda_program *program = handle;
    const struct cuda_api *api = program->context->api;
    struct CUfunc_st *function = NULL;
    FREED char *lowered = cubin_lowered(program->names, program->names_bytes, entry);
    enum status status = cuda_enter(program->context, fault);
    if (status == OK && api->cuModuleGetFunction(&function, program->module, lowered))
        status = cubin_fail_kernel(entry, fault);
    if (status != OK)
        return status;

    /* Local memory has spills and private arrays, which the driver does not distinguish. */
    known->resources.registers = attribute(api, function, GPU_FUNCTION_NUM_REGS);
    known->resources.shared_bytes = attribute(api, function, GPU_FUNCTION_SHARED_SIZE_BYTES);
    known->resources.spill_bytes = attribute(api, function, GPU_FUNCTION_LOCAL_SIZE_BYTES);
    known->parameters = parameters_of(api, function, known->parameter_bytes);
    int threads = attribute(api, function, GPU_FUNCTION_MAX_THREADS_PER_BLOCK);
    known->max_group = threads > 0 ? (uint64_t)threads : 0;
    int blocks = 0;
    if (threads > 0 && !api->cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, 0))
        known->resident = (uint64_t)blocks;

    struct cuda_kernel *kernel = allocate(sizeof *kernel);
    *kernel = (struct cuda_kernel){program, function, 0};
    *result = kernel;
    return OK;
}

/* Queues the copy of an array's bytes to the __constant__ variable of a name. */
static enum status fill_constant(const struct cuda_program *program, const struct backend_argument *argument,
                                 struct CUstream_st *stream, struct fault *fault)
{
    const struct cuda_api *api = program->context->api;
    const struct cuda_memory *memory = argument->memory;
    unsigned long long constant = 0;
    size_t bytes = 0;
    unsigned result = api->cuModuleGetGlobal_v2(&constant, &bytes, program->module, argument->constant);
    if (result == GPU_ERROR_NOT_FOUND)
        return fail(fault, INVALID,
                    "no constant memory \"%s\" in this program: is it declared with CONSTANT, and used?",
                    argument->constant);
    if (!result && bytes < argument->size)
        return fail(fault, INVALID, "constant memory \"%s\" has %zu bytes, %zu are wanted", argument->constant, bytes,
                    argument->size);
    if (!result)
        result = api->cuMemcpyDtoDAsync_v2(constant, memory->base + argument->offset, argument->size, stream);
    return cuda_check(api, result, LAUNCH_FAILED, "filling constant memory", fault);
}

/* The address from which the driver copies a parameter; the driver's type is void *, but it does not write. */
static void *parameter(const struct backend_argument *argument)
{
    if (argument->memory)
        return &((struct cuda_memory *)argument->memory)->view;
    if (argument->texture)
        return &((struct cuda_texture *)argument->texture)->object;
    return (void *)(uintptr_t)argument->value;
}

/* Raises the limit of dynamic shared memory before a launch that needs more than earlier ones. */
static enum status allow_dynamic(struct cuda_kernel *kernel, size_t bytes, struct fault *fault)
{
    const struct cuda_context *context = kernel->program->context;
    int own, most = 0;
    if (bytes <= kernel->dynamic_bytes)
        return OK;
    own = attribute(context->api, kernel->function, GPU_FUNCTION_SHARED_SIZE_BYTES);
    own = own > 0 ? own : 0;
    context->api->cuDeviceGetAttribute(&most, GPU_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, context->device);
    if (bytes > INT32_MAX || (most > 0 && bytes + (size_t)own > (size_t)most))
        return fail(fault, INVALID, "%zu bytes of shared memory beside the kernel's own %d: this device allows %d",
                    bytes, own, most);
    const unsigned error =
        context->api->cuFuncSetAttribute(kernel->function, GPU_FUNCTION_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)bytes);
    if (!error)
        kernel->dynamic_bytes = bytes;
    return cuda_check(context->api, error, INVALID, "setting shared memory aside", fault);
}

/* The launch before it on the stream may still run: the kernel waits for it (AWAIT_PRECEDING). */
static unsigned launch_dependent(const struct cuda_context *context, struct CUfunc_st *function,
                                 const struct compute_launch *launch, unsigned shared, void **parameters)
{
    struct gpu_launch_attribute attribute = {.id = GPU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                                             .value.allowed = 1};
    struct gpu_launch described = {
        .shared_bytes = shared, .stream = context->stream[launch->stream], .attribute = &attribute, .attributes = 1};
    for (int i = 0; i < 3; i++) {
        described.groups[i] = (unsigned)launch->groups[i];
        described.group[i] = launch->group[i];
    }
    return context->api->cuLaunchKernelEx((struct CUlaunchConfig_st *)&described, function, parameters, NULL);
}

enum status cuda_launch(void *handle, struct compute_launch launch, const struct backend_argument *arguments,
                        size_t count, struct fault *fault)
{
    struct cuda_kernel *kernel = handle;
    struct cuda_context *context = kernel->program->context;
    struct CUstream_st *stream = context->stream[launch.stream];
    void *parameters[MAX_ARGUMENTS];
    enum status status = cuda_enter(context, fault);
    size_t shared = 0, at = 0;
    for (size_t i = 0; i < count && status == OK; i++)
        if (arguments[i].constant)
            status = fill_constant(kernel->program, &arguments[i], stream, fault);
        else if (arguments[i].local)
            shared += arguments[i].size;
        else
            parameters[at++] = parameter(&arguments[i]);
    if (status == OK)
        status = allow_dynamic(kernel, shared, fault);
    if (status != OK)
        return status;
    unsigned result =
        launch.dependent && context->api->cuLaunchKernelEx
            ? launch_dependent(context, kernel->function, &launch, (unsigned)shared, parameters)
            : context->api->cuLaunchKernel(kernel->function, (unsigned)launch.groups[0], (unsigned)launch.groups[1],
                                           (unsigned)launch.groups[2], launch.group[0], launch.group[1],
                                           launch.group[2], (unsigned)shared, stream, parameters, NULL);
    return cuda_check(context->api, result, result == GPU_ERROR_LAUNCH_OUT_OF_RESOURCES ? INVALID : LAUNCH_FAILED,
                      "launching a kernel", fault);
}
