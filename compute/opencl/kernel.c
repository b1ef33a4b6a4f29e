/* OpenCL kernels, their arguments and their launches. */
#include "base/memory.h"
#include "compute/opencl/handles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct opencl_kernel {
    struct opencl_context *context;
    cl_kernel kernel;
    char *entry;
    cl_kernel_arg_address_qualifier address[MAX_ARGUMENTS]; /* of a parameter; 0: unknown */
    struct constant {
        cl_mem buffer;
        size_t bytes;
    } constant[MAX_ARGUMENTS]; /* by the argument's number; NULL until a launch needs it */
};

void opencl_kernel_free(void *handle)
{
    struct opencl_kernel *kernel = handle;
    if (!kernel)
        return;
    const struct opencl_api *api = kernel->context->device.api;
    for (int i = 0; i < MAX_ARGUMENTS; i++)
        if (kernel->constant[i].buffer)
            api->clReleaseMemObject(kernel->constant[i].buffer);
    api->clReleaseKernel(kernel->kernel);
    free(kernel->entry);
    free(kernel);
}

enum status opencl_kernel_new(void *handle, const char *entry, void **result, struct backend_kernel *known,
                              struct fault *fault)
{
    struct opencl_program *program = handle;
    const struct opencl_device *device = &program->context->device;
    size_t group = 0;
    cl_uint parameters;
    cl_int error;
    cl_kernel made = device->api->clCreateKernel(program->program, entry, &error);
    if (error == CL_INVALID_KERNEL_NAME)
        return fail(fault, LAUNCH_FAILED, "no kernel \"%s\" in this program", entry);
    enum status status = opencl_check(error, LAUNCH_FAILED, entry, fault);
    if (status != OK)
        return status;

    known->resources.shared_bytes = opencl_local_bytes(device, made);
    if (device->api->clGetKernelInfo(made, CL_KERNEL_NUM_ARGS, sizeof parameters, &parameters, NULL) == CL_SUCCESS)
        known->parameters = (int)parameters;
    if (device->nvidia || device->api->clGetKernelWorkGroupInfo(made, device->id, CL_KERNEL_WORK_GROUP_SIZE,
                                                                sizeof group, &group, NULL) != CL_SUCCESS)
        group = 0; /* NVIDIA's driver reports 256 for kernels that run with 1024; it refuses at the launch what it
                      cannot run */
    known->max_group = group;

    struct opencl_kernel *kernel = allocate(sizeof *kernel);
    *kernel = (struct opencl_kernel){.context = program->context, .kernel = made, .entry = allocate_text(entry)};
    for (cl_uint i = 0; i < MAX_ARGUMENTS && (int)i < known->parameters; i++)
        if (device->api->clGetKernelArgInfo(made, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof kernel->address[i],
                                            &kernel->address[i], NULL) != CL_SUCCESS)
            kernel->address[i] = 0;
    *result = kernel;
    return OK;
}

/* Queues the copy of an array's bytes to the buffer of constant memory argument `i`. */
static enum status fill_constant(struct opencl_kernel *kernel, size_t i, const struct backend_argument *argument,
                                 cl_command_queue queue, struct fault *fault)
{
    const struct opencl_api *api = kernel->context->device.api;
    const struct opencl_memory *memory = argument->memory;
    struct constant *constant = &kernel->constant[i];
    cl_int error = CL_SUCCESS;
    if (constant->buffer && constant->bytes != argument->size) {
        api->clReleaseMemObject(constant->buffer); /* pending launches keep a reference */
        constant->buffer = NULL;
    }
    if (!constant->buffer)
        constant->buffer =
            api->clCreateBuffer(kernel->context->context, CL_MEM_READ_ONLY, argument->size, NULL, &error);
    constant->bytes = argument->size;
    if (error != CL_SUCCESS)
        return opencl_check_memory(error, "allocating constant memory", fault);
    error = api->clEnqueueCopyBuffer(queue, memory->whole, constant->buffer, argument->offset, 0, argument->size, 0,
                                     NULL, NULL);
    return opencl_check(error, LAUNCH_FAILED, "filling constant memory", fault);
}

/* " takes int n", if the driver reports it. */
static void parameter_words(const struct opencl_kernel *kernel, cl_uint index, char *text, size_t size)
{
    const struct opencl_api *api = kernel->context->device.api;
    char type[64] = "", name[64] = "";
    if (api->clGetKernelArgInfo(kernel->kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL) !=
            CL_SUCCESS ||
        api->clGetKernelArgInfo(kernel->kernel, index, CL_KERNEL_ARG_NAME, sizeof name, name, NULL) != CL_SUCCESS)
        *type = '\0';
    snprintf(text, size, "%s%s%s%s", *type ? ": it is " : "", type, *type ? " " : "", *type ? name : "");
}

/* INVALID for an argument of another kind than parameter number `index`. */
static enum status fail_kind(const struct opencl_kernel *kernel, size_t i, cl_uint index,
                             const struct backend_argument *argument, struct fault *fault)
{
    static const struct {
        cl_kernel_arg_address_qualifier address;
        const char *takes;
    } kinds[] = {{CL_KERNEL_ARG_ADDRESS_PRIVATE, "a value"},
                 {CL_KERNEL_ARG_ADDRESS_LOCAL, "local memory"},
                 {CL_KERNEL_ARG_ADDRESS_GLOBAL, "an array"},
                 {CL_KERNEL_ARG_ADDRESS_CONSTANT, "an array"}};
    const char *takes = "something else", *given = argument->memory    ? "an array"
                                                   : argument->texture ? "a texture"
                                                   : argument->local   ? "local memory"
                                                                       : "a value";
    char words[160], name[96] = "";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (index < MAX_ARGUMENTS && kernel->address[index] == kinds[k].address && strcmp(kinds[k].takes, given) != 0)
            takes = kinds[k].takes;
    parameter_words(kernel, index, words, sizeof words);
    if (argument->name)
        snprintf(name, sizeof name, " (%.80s)", argument->name);
    return fail(fault, INVALID, "argument %zu%s of kernel %s takes %s, %s was given%s", i, name, kernel->entry, takes,
                given, words);
}

/* Whether a value is passed for a pointer, which drivers dereference, or the other way round. */
static bool is_other_kind(const struct opencl_kernel *kernel, cl_uint index, const struct backend_argument *argument)
{
    const cl_kernel_arg_address_qualifier address = index < MAX_ARGUMENTS ? kernel->address[index] : 0;
    return address && !argument->texture &&
           (argument->local ? address != CL_KERNEL_ARG_ADDRESS_LOCAL
                            : (argument->value != NULL) != (address == CL_KERNEL_ARG_ADDRESS_PRIVATE));
}

/* OpenCL does not report the sizes of a kernel's arguments; the driver checks each as it is set. */
static enum status check_set(cl_int error, size_t i, cl_uint index, const struct backend_argument *argument,
                             const struct opencl_kernel *kernel, struct fault *fault)
{
    char words[160], name[96] = "";
    if (error == CL_SUCCESS)
        return OK;
    if (error != CL_INVALID_ARG_SIZE && error != CL_INVALID_ARG_VALUE && error != CL_INVALID_MEM_OBJECT &&
        error != CL_INVALID_SAMPLER)
        return opencl_check(error, LAUNCH_FAILED, "setting a kernel's argument", fault);
    if (!argument->value)
        return fail_kind(kernel, i, index, argument, fault);
    parameter_words(kernel, index, words, sizeof words);
    if (argument->name)
        snprintf(name, sizeof name, " (%.80s)", argument->name);
    return fail(fault, INVALID, "argument %zu%s of kernel %s takes another size than %zu byte%s%s", i, name,
                kernel->entry, argument->size, argument->size == 1 ? "" : "s", words);
}

/* Sets an argument from place `index` on, which moves on: a texture takes two places. */
static cl_int set_argument(const struct opencl_kernel *kernel, size_t i, const struct backend_argument *argument,
                           cl_uint *index)
{
    const struct opencl_api *api = kernel->context->device.api;
    const struct opencl_memory *memory = argument->memory;
    const struct opencl_texture *texture = argument->texture;
    if (texture) {
        cl_int error = api->clSetKernelArg(kernel->kernel, (*index)++, sizeof texture->image, &texture->image);
        if (error != CL_SUCCESS)
            return error;
        return api->clSetKernelArg(kernel->kernel, (*index)++, sizeof texture->sampler, &texture->sampler);
    }
    if (argument->constant)
        return api->clSetKernelArg(kernel->kernel, (*index)++, sizeof(cl_mem), &kernel->constant[i].buffer);
    if (argument->local)
        return api->clSetKernelArg(kernel->kernel, (*index)++, argument->size, NULL);
    if (memory)
        return api->clSetKernelArg(kernel->kernel, (*index)++, sizeof memory->view, &memory->view);
    return api->clSetKernelArg(kernel->kernel, (*index)++, argument->size, argument->value);
}

static enum status set(const struct opencl_kernel *kernel, size_t i, const struct backend_argument *argument,
                       cl_uint *index, struct fault *fault)
{
    const cl_uint first = *index;
    if (is_other_kind(kernel, first, argument))
        return fail_kind(kernel, i, first, argument, fault);
    return check_set(set_argument(kernel, i, argument, index), i, first, argument, kernel, fault);
}

/* The reason for a refused launch: the kernel was compiled for another group size, or the driver's error. */
static enum status refuse(const struct opencl_kernel *kernel, const uint32_t group[3], cl_int error,
                          struct fault *fault)
{
    const struct opencl_device *device = &kernel->context->device;
    size_t only[3] = {0};
    if (device->api->clGetKernelWorkGroupInfo(kernel->kernel, device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                              sizeof only, only, NULL) == CL_SUCCESS &&
        only[0] && (only[0] != group[0] || only[1] != group[1] || only[2] != group[2]))
        return fail(fault, INVALID, "work-group of %u x %u x %u work-items: this kernel is for %zu x %zu x %zu alone",
                    group[0], group[1], group[2], only[0], only[1], only[2]);
    return opencl_check(error, INVALID, "launching a kernel", fault);
}

enum status opencl_launch(void *handle, struct compute_launch launch, const struct backend_argument *arguments,
                          size_t count, struct fault *fault)
{
    struct opencl_kernel *kernel = handle;
    const struct opencl_api *api = kernel->context->device.api;
    cl_command_queue queue = kernel->context->queue[launch.stream];
    size_t global[3], local[3];
    cl_uint index = 0;
    for (size_t i = 0; i < count; i++) {
        enum status status = OK;
        if (arguments[i].constant)
            status = fill_constant(kernel, i, &arguments[i], queue, fault);
        if (status == OK)
            status = set(kernel, i, &arguments[i], &index, fault);
        if (status != OK)
            return status;
    }
    for (int i = 0; i < 3; i++) {
        local[i] = launch.group[i];
        global[i] = launch.groups[i] * local[i];
    }
    cl_int error = api->clEnqueueNDRangeKernel(queue, kernel->kernel, 3, NULL, global, local, 0, NULL, NULL);
    bool refused = error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE ||
                   error == CL_INVALID_GLOBAL_WORK_SIZE;
    return refused ? refuse(kernel, launch.group, error, fault)
                   : opencl_check(error, LAUNCH_FAILED, "launching a kernel", fault);
}
