/* CUDA graphs, captured from stream 0 and the streams that take part in its work. */
#include "base/memory.h"
#include "compute/cuda/context.h"

#include <stdlib.h>

struct cuda_graph {
    struct cuda_context *context;
    struct CUgraphExec_st *executable;
};

/* Launches keep the priorities of their streams, if the driver supports that (CUDA 11.7). */
static unsigned instantiate(const struct cuda_api *api, struct CUgraph_st *captured, struct CUgraphExec_st **executable)
{
    const unsigned error = api->cuGraphInstantiateWithFlags(executable, captured, GPU_GRAPH_USE_NODE_PRIORITY);
    return error ? api->cuGraphInstantiateWithFlags(executable, captured, 0) : 0;
}

/* Relaxed: the driver may load a kernel at its first launch, which the other modes forbid while they capture. */
enum status cuda_graph_begin(void *handle, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(api, api->cuStreamBeginCapture_v2(context->stream[0], GPU_STREAM_CAPTURE_MODE_RELAXED),
                      LAUNCH_FAILED, "capturing a graph", fault);
}

enum status cuda_graph_end(void *handle, void **result, struct fault *fault)
{
    struct cuda_context *context = handle;
    const struct cuda_api *api = context->api;
    struct CUgraph_st *captured = NULL;
    struct CUgraphExec_st *executable = NULL;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    unsigned error = api->cuStreamEndCapture(context->stream[0], &captured);
    if (error == GPU_ERROR_STREAM_CAPTURE_UNJOINED)
        status =
            fail(fault, INVALID, "a stream takes part in this graph, and stream 0 does not wait for it in the end");
    else
        status = cuda_check(api, error, LAUNCH_FAILED, "capturing a graph", fault);
    if (status == OK)
        status = cuda_check(api, instantiate(api, captured, &executable), LAUNCH_FAILED, "making a graph", fault);
    if (captured)
        api->cuGraphDestroy(captured);
    if (status != OK)
        return status;
    struct cuda_graph *graph = allocate(sizeof *graph);
    *graph = (struct cuda_graph){context, executable};
    *result = graph;
    return OK;
}

void cuda_graph_free(void *handle)
{
    struct cuda_graph *graph = handle;
    if (!graph)
        return;
    if (cuda_enter(graph->context, NULL) == OK)
        graph->context->api->cuGraphExecDestroy(graph->executable);
    free(graph);
}

enum status cuda_graph_launch(void *handle, struct fault *fault)
{
    struct cuda_graph *graph = handle;
    struct cuda_context *context = graph->context;
    enum status status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    return cuda_check(context->api, context->api->cuGraphLaunch(graph->executable, context->stream[0]), LAUNCH_FAILED,
                      "launching a graph", fault);
}
