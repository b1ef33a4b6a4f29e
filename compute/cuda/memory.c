/* CUDA device memory: addresses. */
#include "base/memory.h"
#include "compute/cuda/context.h"

#include <stdlib.h>

void cuda_memory_free(void *handle)
{
    struct cuda_memory *memory = handle;
    if (!memory)
        return;
    if (memory->base && cuda_enter(memory->context, NULL) == OK)
        memory->context->api->cuMemFree_v2(memory->base);
    free(memory);
}

enum status cuda_memory_new(void *handle, size_t bytes, size_t offset, size_t view_bytes, void **result,
                            struct fault *fault)
{
    struct cuda_context *context = handle;
    unsigned long long base = 0;
    (void)view_bytes; /* a view is an address here */
    enum status status = cuda_enter(context, fault);
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

enum status cuda_write(void *handle, size_t offset, const void *from, size_t bytes, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    enum status status = cuda_enter(context, fault);
    if (status == OK)
        status = cuda_check(context->api,
                            context->api->cuMemcpyHtoDAsync_v2(memory->base + offset, from, bytes, context->stream[0]),
                            LAUNCH_FAILED, "writing device memory", fault);
    return status == OK ? cuda_wait(context, "writing device memory, or a kernel before it", fault) : status;
}

enum status cuda_read(void *handle, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    enum status status = cuda_enter(context, fault);
    if (status == OK)
        status = cuda_check(context->api,
                            context->api->cuMemcpyDtoHAsync_v2(to, memory->base + offset, bytes, context->stream[0]),
                            LAUNCH_FAILED, "reading device memory", fault);
    return status == OK ? cuda_wait(context, "reading device memory, or a kernel before it", fault) : status;
}

enum status cuda_fill(void *handle, size_t offset, size_t bytes, uint8_t value, struct fault *fault)
{
    struct cuda_memory *memory = handle;
    struct cuda_context *context = memory->context;
    unsigned long long start = memory->base + offset;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    /* Words are several times faster than bytes. */
    unsigned result = start % 4 || bytes % 4
                          ? context->api->cuMemsetD8Async(start, value, bytes, context->stream[0])
                          : context->api->cuMemsetD32Async(start, value * 0x01010101u, bytes / 4, context->stream[0]);
    return cuda_check(context->api, result, LAUNCH_FAILED, "filling device memory", fault);
}

enum status cuda_copy(void *handle, size_t offset, void *source, size_t from_offset, size_t bytes, struct fault *fault)
{
    const struct cuda_memory *to = handle, *from = source;
    struct cuda_context *context = to->context;
    const enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(
        context->api,
        context->api->cuMemcpyDtoDAsync_v2(to->base + offset, from->base + from_offset, bytes, context->stream[0]),
        LAUNCH_FAILED, "copying device memory", fault);
}
