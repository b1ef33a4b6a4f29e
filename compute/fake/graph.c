/* The fake device's graphs: recorded steps, which run when the graph is launched. */
#include "base/memory.h"
#include "compute/fake/handles.h"

#include <stdlib.h>

enum status fake_graph_begin(void *handle, UNNEEDED struct fault *fault)
{
    struct fake_context *context = handle;
    context->captured = allocate(sizeof *context->captured);
    *context->captured = (struct fake_graph){.context = context};
    for (int i = 0; i < COMPUTE_STREAMS; i++) {
        context->takes_part[i] = i == 0;
        context->awaited[i] = true;
    }
    return OK;
}

/* The device waits for the host meanwhile. */
static enum status run_capture(struct fake_context *context, UNNEEDED const struct fake_step *step,
                               UNNEEDED struct fault *fault)
{
    context->clock += FAKE_CAPTURE_NS;
    return OK;
}

enum status fake_graph_end(void *handle, void **graph, struct fault *fault)
{
    struct fake_context *context = handle;
    struct fake_graph *captured = context->captured;
    context->captured = NULL;
    for (int i = 0; i < COMPUTE_STREAMS; i++)
        if (!context->awaited[i]) {
            fake_graph_free(captured);
            return fail(fault, INVALID,
                        "stream %d takes part in this graph, and stream 0 does not wait for it in the end", i);
        }
    *graph = captured;
    return fake_step_queue(context, &(struct fake_step){.run = run_capture}, fault);
}

/* Its queued steps run before. */
void fake_graph_free(void *handle)
{
    struct fake_graph *graph = handle;
    if (!graph)
        return;
    fake_finish(graph->context, NULL);
    for (size_t s = 0; s < graph->count; s++)
        fake_step_free(&graph->steps[s]);
    free(graph->steps);
    free(graph);
}

static enum status run_graph(struct fake_context *context, const struct fake_step *step, struct fault *fault)
{
    enum status status = OK;
    for (size_t s = 0; s < step->graph->count && status == OK; s++)
        status = step->graph->steps[s].run(context, &step->graph->steps[s], fault);
    return status;
}

enum status fake_graph_launch(void *handle, struct fault *fault)
{
    const struct fake_graph *graph = handle;
    struct fake_step step = {.run = run_graph, .graph = graph};
    return fake_step_queue(graph->context, &step, fault);
}
