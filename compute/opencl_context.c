/* OpenCL contexts: a queue and two markers. */
#include "compute/memory.h"
#include "compute/opencl.h"

#include <stdlib.h>

void opencl_context_free(void *handle)
{
    struct opencl_context *context = handle;
    if (!context)
        return;
    const struct opencl_api *api = context->device.api;
    for (int i = 0; i < 2; i++)
        if (context->marker[i])
            api->clReleaseEvent(context->marker[i]);
    if (context->queue)
        api->clReleaseCommandQueue(context->queue);
    if (context->context)
        api->clReleaseContext(context->context);
    free(context);
}

enum status opencl_context_new(const struct compute_device *device, void **result, struct fault *fault)
{
    struct opencl_device source;
    enum status status = opencl_find(device->index, &source, fault);
    if (status != OK)
        return status;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)source.platform, 0};
    struct opencl_context *context = allocate(sizeof *context);
    cl_int error;
    context->device = source;
    context->context = source.api->clCreateContext(properties, 1, &source.id, NULL, NULL, &error);
    status = opencl_check(error, UNSUPPORTED, "making a context", fault);
    if (status == OK) {
        context->queue =
            source.api->clCreateCommandQueue(context->context, source.id, CL_QUEUE_PROFILING_ENABLE, &error);
        status = opencl_check(error, UNSUPPORTED, "making a queue", fault);
    }
    if (status != OK) {
        opencl_context_free(context);
        return status;
    }
    *result = context;
    return OK;
}

enum status opencl_finish(void *handle, struct fault *fault)
{
    struct opencl_context *context = handle;
    return opencl_check(context->device.api->clFinish(context->queue), LAUNCH_FAILED, "a kernel failed", fault);
}

enum status opencl_mark(void *handle, int marker, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_api *api = context->device.api;
    if (context->marker[marker])
        api->clReleaseEvent(context->marker[marker]);
    context->marker[marker] = NULL;
    return opencl_check(api->clEnqueueMarkerWithWaitList(context->queue, 0, NULL, &context->marker[marker]),
                        LAUNCH_FAILED, "queueing a marker", fault);
}

/* A marker ends when all work before it has ended: the time of that is what is between two of them. */
enum status opencl_elapsed(void *handle, double *nanoseconds, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_api *api = context->device.api;
    cl_ulong time[2] = {0};
    enum status status =
        opencl_check(api->clWaitForEvents(2, context->marker), LAUNCH_FAILED, "a kernel failed", fault);
    for (int i = 0; i < 2 && status == OK; i++)
        status = opencl_check(
            api->clGetEventProfilingInfo(context->marker[i], CL_PROFILING_COMMAND_END, sizeof time[i], &time[i], NULL),
            LAUNCH_FAILED, "reading a marker's time", fault);
    *nanoseconds = (double)time[1] - (double)time[0];
    return status;
}
