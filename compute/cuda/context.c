/* CUDA's contexts, streams and time. */
#include "compute/cuda/context.h"
#include "base/memory.h"

#include <stdlib.h>

enum status cuda_enter(struct cuda_context *context, struct fault *fault)
{
    return cuda_check(context->api, context->api->cuCtxSetCurrent(context->context), LAUNCH_FAILED,
                      "entering the CUDA context", fault);
}

enum status cuda_wait(struct cuda_context *context, const char *what, struct fault *fault)
{
    return cuda_check(context->api, context->api->cuStreamSynchronize(context->stream[0]), LAUNCH_FAILED, what, fault);
}

void cuda_context_free(void *handle)
{
    struct cuda_context *context = handle;
    if (!context)
        return;
    const struct cuda_api *api = context->api;
    if (context->context) {
        api->cuCtxSetCurrent(context->context);
        for (int i = 0; i < 2; i++)
            if (context->marker[i])
                api->cuEventDestroy_v2(context->marker[i]);
        if (context->joint)
            api->cuEventDestroy_v2(context->joint);
        for (int i = 0; i < COMPUTE_STREAMS; i++)
            if (context->stream[i])
                api->cuStreamDestroy_v2(context->stream[i]);
        api->cuCtxSetCurrent(NULL);
        api->cuDevicePrimaryCtxRelease_v2(context->device);
    }
    free(context);
}

static enum status make_streams(struct cuda_context *context, struct fault *fault)
{
    const struct cuda_api *api = context->api;
    int least = 0, greatest = 0;
    enum status status = cuda_check(api, api->cuCtxGetStreamPriorityRange(&least, &greatest), UNSUPPORTED,
                                    "asking for priorities of CUDA streams", fault);
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++)
        status = cuda_check(api,
                            api->cuStreamCreateWithPriority(&context->stream[i], GPU_STREAM_NON_BLOCKING,
                                                            i == COMPUTE_YIELDING ? least : greatest),
                            UNSUPPORTED, "making a CUDA stream", fault);
    for (int i = 0; i < 2 && status == OK; i++)
        status = cuda_check(api, api->cuEventCreate(&context->marker[i], GPU_EVENT_DEFAULT), UNSUPPORTED,
                            "making a CUDA event", fault);
    if (status == OK)
        status = cuda_check(api, api->cuEventCreate(&context->joint, GPU_EVENT_DISABLE_TIMING), UNSUPPORTED,
                            "making a CUDA event", fault);
    return status;
}

/* More than 2048 pending child launches fail, unless this limit is raised before the first kernel runs. If the driver
 * refuses, for lack of memory, 2048 remains. */
static void allow_children(const struct cuda_context *context)
{
    context->api->cuCtxSetLimit(GPU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, COMPUTE_CHILD_LAUNCHES);
}

enum status cuda_context_new(const struct compute_device *device, void **handle, struct fault *fault)
{
    const struct cuda_api *api;
    enum status status = cuda_open(&api, fault);
    if (status != OK)
        return status;
    struct cuda_context *context = allocate(sizeof *context);
    context->api = api;
    status = cuda_check(api, api->cuDeviceGet(&context->device, device->index), UNSUPPORTED, "opening the GPU", fault);
    if (status == OK)
        status = cuda_check(api, api->cuDevicePrimaryCtxRetain(&context->context, context->device), UNSUPPORTED,
                            "making a CUDA context", fault);
    if (status == OK)
        status = cuda_enter(context, fault);
    if (status == OK)
        status = make_streams(context, fault);
    if (status == OK && compute_has(device, COMPUTE_CHILD_LAUNCH))
        allow_children(context);
    if (status != OK) {
        cuda_context_free(context);
        return status;
    }
    *handle = context;
    return OK;
}

enum status cuda_finish(void *handle, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = cuda_enter(context, fault);
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++)
        status = cuda_check(context->api, context->api->cuStreamSynchronize(context->stream[i]), LAUNCH_FAILED,
                            "a kernel failed", fault);
    return status;
}

/* A GPU without persisting cache lines returns an error: then there is nothing to do. */
void cuda_release_caches(void *handle)
{
    struct cuda_context *context = handle;
    struct fault none = {0};
    if (cuda_enter(context, &none) == OK)
        context->api->cuCtxResetPersistingL2Cache();
}

/* A wait refers to the event's state when the wait is queued: so one event serves all waits in turn. */
enum status cuda_stream_wait(void *handle, int stream, int awaited, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    enum status status = cuda_enter(context, fault);
    if (status == OK)
        status = cuda_check(api, api->cuEventRecord(context->joint, context->stream[awaited]), LAUNCH_FAILED,
                            "recording a CUDA event", fault);
    if (status == OK)
        status = cuda_check(api, api->cuStreamWaitEvent(context->stream[stream], context->joint, GPU_WAIT_DEFAULT),
                            LAUNCH_FAILED, "making a stream wait", fault);
    return status;
}

enum status cuda_mark(void *handle, int marker, struct fault *fault)
{
    struct cuda_context *context = handle;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(context->api, context->api->cuEventRecord(context->marker[marker], context->stream[0]),
                      LAUNCH_FAILED, "recording a CUDA event", fault);
}

enum status cuda_elapsed(void *handle, double *nanoseconds, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    float milliseconds = 0;
    enum status status = cuda_enter(context, fault);
    for (int i = 0; i < 2 && status == OK; i++)
        status = cuda_check(api, api->cuEventSynchronize(context->marker[i]), LAUNCH_FAILED, "a kernel failed", fault);
    if (status == OK)
        status = cuda_check(api, api->cuEventElapsedTime(&milliseconds, context->marker[0], context->marker[1]),
                            LAUNCH_FAILED, "reading CUDA events", fault);
    *nanoseconds = (double)milliseconds * 1e6;
    return status;
}
