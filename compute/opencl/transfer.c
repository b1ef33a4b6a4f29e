/* Page-locked host memory as OpenCL has it, a buffer of the driver's own that stays mapped; and copies that are queued.
 */
#include "base/memory.h"
#include "compute/opencl/handles.h"

#include <stdlib.h>

struct opencl_host {
    struct opencl_context *context;
    cl_mem buffer;
    void *bytes;
};

enum status opencl_host_new(void *handle, size_t bytes, void **result, void **where, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_api *api = context->device.api;
    struct opencl_host *host = allocate(sizeof *host);
    cl_int error;
    host->context = context;
    host->buffer =
        api->clCreateBuffer(context->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
    if (error == CL_SUCCESS)
        host->bytes = api->clEnqueueMapBuffer(context->queue[0], host->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                              bytes, 0, NULL, NULL, &error);
    enum status status = opencl_check_memory(error, "allocating pinned host memory", fault);
    if (status != OK) {
        opencl_host_free(host);
        return status;
    }
    *result = host;
    *where = host->bytes;
    return OK;
}

void opencl_host_free(void *handle)
{
    struct opencl_host *host = handle;
    const struct opencl_api *api = host->context->device.api;
    if (host->bytes &&
        api->clEnqueueUnmapMemObject(host->context->queue[0], host->buffer, host->bytes, 0, NULL, NULL) == CL_SUCCESS)
        api->clFinish(host->context->queue[0]);
    if (host->buffer)
        api->clReleaseMemObject(host->buffer);
    free(host);
}

/* The flush starts the copy while the host continues: a queue may defer commands until it is waited for. */
static enum status flush(const struct opencl_context *context, int stream, cl_int error, const char *what,
                         struct fault *fault)
{
    if (error == CL_SUCCESS)
        error = context->device.api->clFlush(context->queue[stream]);
    return opencl_check(error, LAUNCH_FAILED, what, fault);
}

enum status opencl_send(void *handle, size_t offset, const void *from, size_t bytes, int stream, struct fault *fault)
{
    struct opencl_memory *memory = handle;
    const struct opencl_context *context = memory->context;
    cl_int error = context->device.api->clEnqueueWriteBuffer(context->queue[stream], memory->whole, CL_FALSE, offset,
                                                             bytes, from, 0, NULL, NULL);
    return flush(context, stream, error, "sending to device memory", fault);
}

enum status opencl_receive(void *handle, size_t offset, void *to, size_t bytes, int stream, struct fault *fault)
{
    struct opencl_memory *memory = handle;
    const struct opencl_context *context = memory->context;
    cl_int error = context->device.api->clEnqueueReadBuffer(context->queue[stream], memory->whole, CL_FALSE, offset,
                                                            bytes, to, 0, NULL, NULL);
    return flush(context, stream, error, "receiving from device memory", fault);
}

enum status opencl_stream_finish(void *handle, int stream, struct fault *fault)
{
    struct opencl_context *context = handle;
    return opencl_check(context->device.api->clFinish(context->queue[stream]), LAUNCH_FAILED,
                        "a copy, or a kernel before it, failed", fault);
}
