/* Steps while a graph is captured: they are recorded, not run. */
#include "compute/fake/handles.h"

#include "base/memory.h"

bool fake_capture(struct fake_context *context, const struct fake_step *step)
{
    struct fake_graph *graph = context->captured;
    if (!graph || !context->takes_part[step->stream])
        return false;
    graph->steps = resize(graph->steps, (graph->count + 1) * sizeof *graph->steps);
    graph->steps[graph->count++] = *step;
    context->awaited[step->stream] = step->stream == 0;
    return true;
}

enum status fake_capture_wait(struct fake_context *context, int stream, int awaited, struct fault *fault)
{
    if (context->takes_part[stream] && !context->takes_part[awaited])
        return fail(fault, INVALID, "stream %d takes no part in the graph that stream %d is captured in", awaited,
                    stream);
    context->takes_part[stream] = context->takes_part[awaited];
    if (stream == 0)
        context->awaited[awaited] = true;
    return OK;
}
