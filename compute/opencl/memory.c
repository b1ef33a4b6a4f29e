/* OpenCL buffers: the whole, and a sub-buffer that kernels get. */
#include "base/memory.h"
#include "compute/opencl/handles.h"

#include <stdlib.h>
#include <string.h>

void opencl_memory_free(void *handle)
{
    struct opencl_memory *memory = handle;
    if (!memory)
        return;
    const struct opencl_api *api = memory->context->device.api;
    if (memory->view)
        api->clReleaseMemObject(memory->view);
    if (memory->whole)
        api->clReleaseMemObject(memory->whole);
    free(memory);
}

enum status opencl_check_memory(cl_int error, const char *what, struct fault *fault)
{
    bool too_large = error == CL_INVALID_BUFFER_SIZE || error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY;
    return opencl_check(error, too_large ? NO_MEMORY : LAUNCH_FAILED, what, fault);
}

/* Drivers defer an allocation to the first use: writing one byte now reveals its failure here. */
static enum status force(struct opencl_memory *memory, struct fault *fault)
{
    const char byte = 0;
    return opencl_check_memory(memory->context->device.api->clEnqueueWriteBuffer(
                                   memory->context->queue[0], memory->whole, CL_TRUE, 0, 1, &byte, 0, NULL, NULL),
                               "allocating device memory", fault);
}

enum status opencl_memory_new(void *handle, size_t bytes, size_t offset, size_t view_bytes, void **result,
                              struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_api *api = context->device.api;
    const cl_buffer_region region = {offset, view_bytes};
    cl_int error;
    /* So that an earlier failure of a kernel is not mistaken for a lack of memory. */
    enum status status = opencl_finish(context, fault);
    if (status != OK)
        return status;
    struct opencl_memory *memory = allocate(sizeof *memory);
    memory->context = context;
    memory->whole = api->clCreateBuffer(context->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    status = opencl_check_memory(error, "allocating device memory", fault);
    if (status == OK)
        status = force(memory, fault);
    if (status == OK) {
        memory->view =
            api->clCreateSubBuffer(memory->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
        status = opencl_check_memory(error, "making a sub-buffer", fault);
    }
    if (status != OK) {
        opencl_memory_free(memory);
        return status;
    }
    *result = memory;
    return OK;
}

enum status opencl_write(void *handle, size_t offset, const void *from, size_t bytes, struct fault *fault)
{
    struct opencl_memory *memory = handle;
    return opencl_check(memory->context->device.api->clEnqueueWriteBuffer(memory->context->queue[0], memory->whole,
                                                                          CL_TRUE, offset, bytes, from, 0, NULL, NULL),
                        LAUNCH_FAILED, "writing device memory, or a kernel before it", fault);
}

enum status opencl_read(void *handle, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    struct opencl_memory *memory = handle;
    return opencl_check(memory->context->device.api->clEnqueueReadBuffer(memory->context->queue[0], memory->whole,
                                                                         CL_TRUE, offset, bytes, to, 0, NULL, NULL),
                        LAUNCH_FAILED, "reading device memory, or a kernel before it", fault);
}

enum status opencl_fill(void *handle, size_t offset, size_t bytes, uint8_t value, struct fault *fault)
{
    struct opencl_memory *memory = handle;
    unsigned char pattern[16];
    /* A pattern must divide offset and size, and the longest is the fastest. */
    size_t size = sizeof pattern;
    while ((offset | bytes) % size)
        size /= 2;
    memset(pattern, value, sizeof pattern);
    return opencl_check(memory->context->device.api->clEnqueueFillBuffer(memory->context->queue[0], memory->whole,
                                                                         pattern, size, offset, bytes, 0, NULL, NULL),
                        LAUNCH_FAILED, "filling device memory", fault);
}

enum status opencl_copy(void *handle, size_t offset, void *source, size_t from_offset, size_t bytes,
                        struct fault *fault)
{
    const struct opencl_memory *to = handle, *from = source;
    return opencl_check(to->context->device.api->clEnqueueCopyBuffer(to->context->queue[0], from->whole, to->whole,
                                                                     from_offset, offset, bytes, 0, NULL, NULL),
                        LAUNCH_FAILED, "copying device memory", fault);
}
