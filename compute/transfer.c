/* Host memory and queued copies: checks before the backend's call. */
#include "base/memory.h"
#include "compute/context.h"

#include <stdlib.h>

/* ---- host memory ---- */

enum status compute_host_new(struct compute_context *context, size_t bytes, bool pinned, struct compute_host **memory,
                             struct fault *fault)
{
    *memory = NULL;
    if (!bytes)
        return fail(fault, INVALID, "host memory of 0 bytes");
    enum status status = compute_not_capturing(context, "making host memory", fault);
    if (status != OK)
        return status;
    struct compute_host *made = allocate(sizeof *made);
    made->context = context;
    if (pinned)
        status = context->backend->host_new(context->handle, bytes, &made->handle, &made->bytes, fault);
    else if (!(made->bytes = malloc(bytes)))
        status = fail(fault, NO_MEMORY, "%zu bytes of host memory", bytes);
    if (status != OK)
        free(made);
    else
        *memory = made;
    return status;
}

void compute_host_free(struct compute_host *memory)
{
    if (!memory)
        return;
    memory->context->backend->finish(memory->context->handle, NULL);
    if (memory->handle)
        memory->context->backend->host_free(memory->handle);
    else
        free(memory->bytes);
    free(memory);
}

void *compute_host_bytes(const struct compute_host *memory)
{
    return memory->bytes;
}

/* ---- copies ---- */

static enum status check_copy(const struct compute_array *array, size_t offset, size_t bytes, int stream,
                              const char *what, struct fault *fault)
{
    enum status status = compute_array_range(array, offset, bytes, what, fault);
    if (status == OK && array->is_texture)
        status = fail(fault, INVALID, "%s: a texture is written and read at once, not on a stream", what);
    return status == OK ? compute_stream_check(stream, fault) : status;
}

enum status compute_array_send(struct compute_array *array, size_t offset, const void *from, size_t bytes, int stream,
                               struct fault *fault)
{
    enum status status = check_copy(array, offset, bytes, stream, "send", fault);
    if (status != OK || !bytes)
        return status;
    return array->context->backend->send(array->handle, array->guard + offset, from, bytes, stream, fault);
}

enum status compute_array_receive(struct compute_array *array, size_t offset, void *to, size_t bytes, int stream,
                                  struct fault *fault)
{
    enum status status = check_copy(array, offset, bytes, stream, "receive", fault);
    if (status != OK || !bytes)
        return status;
    return array->context->backend->receive(array->handle, array->guard + offset, to, bytes, stream, fault);
}

enum status compute_stream_finish(struct compute_context *context, int stream, struct fault *fault)
{
    enum status status = compute_not_capturing(context, "waiting for a stream", fault);
    if (status == OK)
        status = compute_stream_check(stream, fault);
    return status == OK ? context->backend->stream_finish(context->handle, stream, fault) : status;
}
