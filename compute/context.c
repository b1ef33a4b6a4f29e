/* Contexts, programs and kernels: the part that all backends share. */
#include "compute/context.h"
#include "base/memory.h"

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
    if (context->guards.handle)
        context->backend->host_free(context->guards.handle);
    else
        free(context->guards.bytes);
    context->backend->context_free(context->handle);
    free(context);
}

const struct compute_device *compute_context_device(const struct compute_context *context)
{
    return &context->device;
}

enum status compute_context_finish(struct compute_context *context, struct fault *fault)
{
    enum status status = compute_not_capturing(context, "waiting for the device", fault);
    return status == OK ? context->backend->finish(context->handle, fault) : status;
}

void compute_context_release_caches(struct compute_context *context)
{
    if (context->backend->release_caches)
        context->backend->release_caches(context->handle);
}

enum status compute_mark(struct compute_context *context, int marker, struct fault *fault)
{
    if (marker != 0 && marker != 1)
        return fail(fault, INVALID, "marker %d: there are 0 and 1", marker);
    enum status status = compute_not_capturing(context, "a marker", fault);
    if (status == OK)
        status = context->backend->mark(context->handle, marker, fault);
    if (status == OK)
        context->marked[marker] = true;
    return status;
}

enum status compute_elapsed(struct compute_context *context, double *nanoseconds, struct fault *fault)
{
    *nanoseconds = 0;
    if (!context->marked[0] || !context->marked[1])
        return fail(fault, INVALID, "elapsed time requested before marker %d was queued", context->marked[0] ? 1 : 0);
    enum status status = compute_not_capturing(context, "waiting for a marker", fault);
    return status == OK ? context->backend->elapsed(context->handle, nanoseconds, fault) : status;
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
    made->known = (struct backend_kernel){.resources = {-1, -1, -1}, .parameters = -1};
    enum status status =
        program->context->backend->kernel_new(program->handle, entry, &made->handle, &made->known, fault);
    if (status != OK) {
        free(made);
        return status;
    }
    made->entry = allocate_text(entry);
    *kernel = made;
    return OK;
}

void compute_kernel_free(struct compute_kernel *kernel)
{
    if (!kernel)
        return;
    kernel->context->backend->kernel_free(kernel->handle);
    for (size_t i = 0; i < MAX_ARGUMENTS; i++)
        free(kernel->set[i].copy);
    free(kernel->entry);
    free(kernel);
}

struct compute_resources compute_kernel_resources(const struct compute_kernel *kernel)
{
    return kernel->known.resources;
}

uint64_t compute_kernel_resident(const struct compute_kernel *kernel)
{
    return kernel->known.resident;
}
