/* OpenCL contexts: a queue for each stream, and two markers. */
#include "base/memory.h"
#include "compute/opencl/handles.h"

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
    for (int i = 0; i < COMPUTE_STREAMS; i++)
        if (context->queue[i])
            api->clReleaseCommandQueue(context->queue[i]);
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
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++) {
        context->queue[i] =
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
    enum status status = OK;
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++)
        status =
            opencl_check(context->device.api->clFinish(context->queue[i]), LAUNCH_FAILED, "a kernel failed", fault);
    return status;
}

/* OpenCL requires the flush before one queue waits for another's event. */
enum status opencl_stream_wait(void *handle, int stream, int awaited, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_api *api = context->device.api;
    cl_event joint = NULL;
    cl_int error = api->clEnqueueMarkerWithWaitList(context->queue[awaited], 0, NULL, &joint);
    if (error == CL_SUCCESS)
        error = api->clFlush(context->queue[awaited]);
    if (error == CL_SUCCESS)
        error = api->clEnqueueBarrierWithWaitList(context->queue[stream], 1, &joint, NULL);
    if (joint)
        api->clReleaseEvent(joint);
    return opencl_check(error, LAUNCH_FAILED, "making a stream wait", fault);
}

enum status opencl_mark(void *handle, int marker, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_api *api = context->device.api;
    if (context->marker[marker])
        api->clReleaseEvent(context->marker[marker]);
    context->marker[marker] = NULL;
    return opencl_check(api->clEnqueueMarkerWithWaitList(context->queue[0], 0, NULL, &context->marker[marker]),
                        LAUNCH_FAILED, "queueing a marker", fault);
}

/* A marker ends when all work before it has ended, so two markers enclose the time of the work between them. */
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
