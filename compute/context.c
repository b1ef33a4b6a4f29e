/* Contexts, programs and kernels: what is the same for all backends, and the limits that are checked before a launch.
 */
#include "compute/context.h"
#include "compute/memory.h"

#include <stdlib.h>

/* ---- contexts ---- */

enum status compute_context_new(const struct compute_device *device, struct compute_context **context,
                                struct fault *fault)
{
    *context = NULL;
    const struct compute_backend *backend = compute_backend_of(device->backend);
    if (!backend)
        return fail(fault, INVALID, "unknown backend \"%s\"", device->backend);
    if (!device->can_run || !backend->context_new) {
        const char *target = device->architecture;
        return fail(fault, UNSUPPORTED, "%s%s%s compiles but does not run", backend->name, *target ? ":" : "", target);
    }
    struct compute_context *made = allocate(sizeof *made);
    made->device = *device;
    made->backend = backend;
    enum status status = backend->context_new(device, &made->handle, fault);
    if (status != OK)
        free(made);
    else
        *context = made;
    return status;
}

void compute_context_free(struct compute_context *context)
{
    if (!context)
        return;
    context->backend->context_free(context->handle);
    free(context);
}

const struct compute_device *compute_context_device(const struct compute_context *context)
{
    return &context->device;
}

enum status compute_context_finish(struct compute_context *context, struct fault *fault)
{
    return context->backend->finish(context->handle, fault);
}

static enum status check_stream(int stream, struct fault *fault)
{
    if (stream < 0 || stream >= COMPUTE_STREAMS)
        return fail(fault, INVALID, "stream %d: there are %d, counted from 0", stream, COMPUTE_STREAMS);
    return OK;
}

enum status compute_stream_wait(struct compute_context *context, int stream, int awaited, struct fault *fault)
{
    enum status status = check_stream(stream, fault);
    if (status == OK)
        status = check_stream(awaited, fault);
    if (status != OK || stream == awaited)
        return status;
    return context->backend->stream_wait(context->handle, stream, awaited, fault);
}

enum status compute_mark(struct compute_context *context, int marker, struct fault *fault)
{
    if (marker != 0 && marker != 1)
        return fail(fault, INVALID, "marker %d: there are 0 and 1", marker);
    enum status status = context->backend->mark(context->handle, marker, fault);
    if (status == OK)
        context->marked[marker] = true;
    return status;
}

enum status compute_elapsed(struct compute_context *context, double *nanoseconds, struct fault *fault)
{
    *nanoseconds = 0;
    if (!context->marked[0] || !context->marked[1])
        return fail(fault, INVALID, "elapsed time asked for before marker %d was queued", context->marked[0] ? 1 : 0);
    return context->backend->elapsed(context->handle, nanoseconds, fault);
}

/* ---- programs ---- */

enum status compute_program_load(struct compute_context *context, const void *bytes, size_t size,
                                 struct compute_program **program, struct fault *fault)
{
    *program = NULL;
    if (!bytes || !size)
        return fail(fault, INVALID, "a program of 0 bytes");
    struct compute_program *made = allocate(sizeof *made);
    made->context = context;
    enum status status = context->backend->program_load(context->handle, bytes, size, &made->handle, fault);
    if (status != OK)
        free(made);
    else
        *program = made;
    return status;
}

void compute_program_free(struct compute_program *program)
{
    if (!program)
        return;
    program->context->backend->program_free(program->handle);
    free(program);
}

/* ---- kernels ---- */

enum status compute_kernel_new(struct compute_program *program, const char *entry, struct compute_kernel **kernel,
                               struct fault *fault)
{
    *kernel = NULL;
    struct compute_kernel *made = allocate(sizeof *made);
    made->context = program->context;
    made->resources = (struct compute_resources){-1, -1, -1};
    enum status status = program->context->backend->kernel_new(program->handle, entry, &made->handle, &made->resources,
                                                               &made->max_group, fault);
    if (status != OK)
        free(made);
    else
        *kernel = made;
    return status;
}

void compute_kernel_free(struct compute_kernel *kernel)
{
    if (!kernel)
        return;
    kernel->context->backend->kernel_free(kernel->handle);
    free(kernel);
}

struct compute_resources compute_kernel_resources(const struct compute_kernel *kernel)
{
    return kernel->resources;
}

/* ---- launches ---- */

static enum status check_group(const struct compute_kernel *kernel, const uint32_t group[3], struct fault *fault)
{
    const struct compute_device *device = &kernel->context->device;
    uint64_t items = 1;
    for (int i = 0; i < 3; i++) {
        if (!group[i])
            return fail(fault, INVALID, "work-group of 0 work-items in dimension %d", i);
        if (__builtin_mul_overflow(items, group[i], &items))
            return fail(fault, INVALID, "work-group of more than 2^64 work-items");
    }
    if (device->max_group && items > device->max_group)
        return fail(fault, INVALID, "work-group of %llu work-items: this device allows %llu", (unsigned long long)items,
                    (unsigned long long)device->max_group);
    for (int i = 0; i < 3; i++)
        if (device->max_group_size[i] && group[i] > device->max_group_size[i])
            return fail(fault, INVALID, "work-group of %u work-items in dimension %d: this device allows %llu",
                        group[i], i, (unsigned long long)device->max_group_size[i]);
    if (kernel->max_group && items > kernel->max_group)
        return fail(fault, INVALID, "work-group of %llu work-items: this kernel allows %llu on this device",
                    (unsigned long long)items, (unsigned long long)kernel->max_group);
    return OK;
}

static enum status check_groups(const struct compute_kernel *kernel, struct compute_launch launch, struct fault *fault)
{
    const struct compute_device *device = &kernel->context->device;
    for (int i = 0; i < 3; i++) {
        uint64_t items;
        if (!launch.groups[i])
            return fail(fault, INVALID, "0 work-groups in dimension %d", i);
        if (device->max_groups[i] && launch.groups[i] > device->max_groups[i])
            return fail(fault, INVALID, "%llu work-groups in dimension %d: this device allows %llu",
                        (unsigned long long)launch.groups[i], i, (unsigned long long)device->max_groups[i]);
        if (__builtin_mul_overflow(launch.groups[i], launch.group[i], &items))
            return fail(fault, INVALID, "%llu work-groups of %u work-items in dimension %d: too many to count",
                        (unsigned long long)launch.groups[i], launch.group[i], i);
    }
    return OK;
}

static enum status check_local(const struct compute_kernel *kernel, struct fault *fault)
{
    uint64_t allowed = kernel->context->device.local_bytes;
    int local = kernel->resources.shared_bytes;
    if (allowed && local > 0 && (uint64_t)local > allowed)
        return fail(fault, INVALID, "%d bytes of local memory: this device allows %llu", local,
                    (unsigned long long)allowed);
    return OK;
}

static enum status check_arguments(const struct compute_kernel *kernel, const struct compute_argument *arguments,
                                   size_t count, struct backend_argument *checked, struct fault *fault)
{
    if (count > MAX_ARGUMENTS)
        return fail(fault, INVALID, "%zu arguments: at most %d", count, MAX_ARGUMENTS);
    for (size_t i = 0; i < count; i++) {
        const struct compute_argument *argument = &arguments[i];
        bool is_value = argument->value && argument->size;
        if (argument->array && argument->value)
            return fail(fault, INVALID, "argument %zu is both an array and a value", i);
        if (!argument->array && !is_value)
            return fail(fault, INVALID, "argument %zu is neither an array nor a value", i);
        if (argument->array && argument->array->context != kernel->context)
            return fail(fault, INVALID, "argument %zu is an array of another context", i);
        checked[i] = (struct backend_argument){argument->array ? argument->array->handle : NULL, argument->value,
                                               argument->size};
    }
    return OK;
}

enum status compute_kernel_launch(struct compute_kernel *kernel, struct compute_launch launch,
                                  const struct compute_argument *arguments, size_t count, struct fault *fault)
{
    struct backend_argument checked[MAX_ARGUMENTS];
    enum status status = check_stream(launch.stream, fault);
    if (status == OK)
        status = check_group(kernel, launch.group, fault);
    if (status == OK)
        status = check_groups(kernel, launch, fault);
    if (status == OK)
        status = check_local(kernel, fault);
    if (status == OK)
        status = check_arguments(kernel, arguments, count, checked, fault);
    if (status != OK)
        return status;
    return kernel->context->backend->launch(kernel->handle, launch, checked, count, fault);
}
