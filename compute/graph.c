/* Graphs: checks what is called between the begin and the end of a capture. */
#include "base/memory.h"
#include "compute/context.h"

#include <stdlib.h>

enum status compute_not_capturing(const struct compute_context *context, const char *what, struct fault *fault)
{
    if (context->capturing)
        return fail(fault, INVALID, "%s while a graph is captured: only launches, fills and waits of streams are",
                    what);
    return OK;
}

enum status compute_graph_begin(struct compute_context *context, struct fault *fault)
{
    const struct compute_backend *backend = context->backend;
    enum status status = compute_not_capturing(context, "another graph", fault);
    if (status == OK && (!compute_has(&context->device, COMPUTE_GRAPHS) || !backend->graph_begin))
        status = fail(fault, UNSUPPORTED, "%s has no graphs", backend->name);
    if (status == OK)
        status = backend->graph_begin(context->handle, fault);
    context->capturing = context->capturing || status == OK;
    return status;
}

enum status compute_graph_end(struct compute_context *context, struct compute_graph **graph, struct fault *fault)
{
    void *handle = NULL;
    *graph = NULL;
    if (!context->capturing)
        return fail(fault, INVALID, "the end of a graph that was not begun");
    context->capturing = false;
    enum status status = context->backend->graph_end(context->handle, &handle, fault);
    if (status != OK)
        return status;
    *graph = allocate(sizeof **graph);
    **graph = (struct compute_graph){context, handle};
    return OK;
}

void compute_graph_free(struct compute_graph *graph)
{
    if (!graph)
        return;
    graph->context->backend->graph_free(graph->handle);
    free(graph);
}

enum status compute_graph_launch(struct compute_graph *graph, struct fault *fault)
{
    enum status status = compute_not_capturing(graph->context, "launching a graph", fault);
    return status == OK ? graph->context->backend->graph_launch(graph->handle, fault) : status;
}
