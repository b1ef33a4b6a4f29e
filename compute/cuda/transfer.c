/* Page-locked host memory, and copies on the streams of CUDA. */
#include "base/memory.h"
#include "compute/cuda/context.h"

#include <stdlib.h>

struct cuda_host {
    struct cuda_context *context;
    void *bytes;
};

enum status cuda_host_new(void *handle, size_t bytes, void **host, void **where, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    enum status status = cuda_enter(context, fault);
    if (status == OK)
        status = cuda_check(api, api->cuMemHostAlloc(where, bytes, GPU_MEMHOSTALLOC_DEFAULT), NO_MEMORY,
                            "allocating pinned host memory", fault);
    if (status != OK)
        return status;
    struct cuda_host *made = allocate(sizeof *made);
    *made = (struct cuda_host){context, *where};
    *host = made;
    return OK;
}

void cuda_host_free(void *handle)
{
    struct cuda_host *host = handle;
    if (cuda_enter(host->context, NULL) == OK)
        host->context->api->cuMemFreeHost(host->bytes);
    free(host);
}

enum status cuda_send(void *handle, size_t offset, const void *from, size_t bytes, int stream, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(context->api,
                      context->api->cuMemcpyHtoDAsync_v2(memory->base + offset, from, bytes, context->stream[stream]),
                      LAUNCH_FAILED, "sending to device memory", fault);
}

enum status cuda_receive(void *handle, size_t offset, void *to, size_t bytes, int stream, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(context->api,
                      context->api->cuMemcpyDtoHAsync_v2(to, memory->base + offset, bytes, context->stream[stream]),
                      LAUNCH_FAILED, "receiving from device memory", fault);
}

enum status cuda_stream_finish(void *handle, int stream, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(context->api, context->api->cuStreamSynchronize(context->stream[stream]), LAUNCH_FAILED,
                      "a copy, or a kernel before it, failed", fault);
}
