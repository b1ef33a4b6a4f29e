/* The fake device's streams and graphs. What is queued runs at once, which is an order that every wait allows, unless a
 * graph is captured: then it is kept, and run when the graph is launched. */
#include "compute/fake.h"
#include "compute/memory.h"

#include <stdlib.h>
#include <string.h>

/* A launch, or a fill where `kernel` is NULL. The arguments' values are copies. */
struct fake_step {
    void *kernel, *memory;
    struct compute_launch launch;
    struct backend_argument arguments[MAX_ARGUMENTS];
    size_t count, offset, bytes;
    uint8_t value;
};

struct fake_graph {
    struct fake_context *context;
    struct fake_step *steps;
    size_t count;
};

static struct fake_step *add_step(struct fake_graph *graph)
{
    graph->steps = resize(graph->steps, (graph->count + 1) * sizeof *graph->steps);
    struct fake_step *step = &graph->steps[graph->count++];
    *step = (struct fake_step){0};
    return step;
}

static void add_launch(struct fake_graph *graph, void *kernel, struct compute_launch launch,
                       const struct backend_argument *arguments, size_t count)
{
    struct fake_step *step = add_step(graph);
    step->kernel = kernel;
    step->launch = launch;
    step->count = count;
    for (size_t i = 0; i < count; i++) {
        step->arguments[i] = arguments[i];
        if (arguments[i].value)
            step->arguments[i].value = memcpy(allocate(arguments[i].size), arguments[i].value, arguments[i].size);
    }
}

enum status fake_queue_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                              size_t count, struct fault *fault)
{
    struct fake_context *context = ((struct fake_program *)kernel)->context;
    if (!context->captured || !context->takes_part[launch.stream])
        return fake_launch(kernel, launch, arguments, count, fault);
    add_launch(context->captured, kernel, launch, arguments, count);
    context->awaited[launch.stream] = launch.stream == 0;
    return OK;
}

enum status fake_queue_fill(void *memory, size_t offset, size_t bytes, uint8_t value, struct fault *fault)
{
    struct fake_context *context = ((struct fake_memory *)memory)->context;
    if (!context->captured)
        return fake_fill(memory, offset, bytes, value, fault);
    struct fake_step *step = add_step(context->captured);
    step->memory = memory;
    step->offset = offset;
    step->bytes = bytes;
    step->value = value;
    return OK;
}

/* The rules of CUDA: a stream takes part from its wait for one that does, and stream 0 must wait for it in the end. */
enum status fake_stream_wait(void *handle, int stream, int awaited, struct fault *fault)
{
    struct fake_context *context = handle;
    if (!context->captured)
        return OK;
    if (context->takes_part[stream] && !context->takes_part[awaited])
        return fail(fault, INVALID, "stream %d takes no part in the graph that stream %d is captured in", awaited,
                    stream);
    context->takes_part[stream] = context->takes_part[awaited];
    if (stream == 0)
        context->awaited[awaited] = true;
    return OK;
}

enum status fake_graph_begin(void *handle, struct fault *fault)
{
    (void)fault;
    struct fake_context *context = handle;
    context->captured = allocate(sizeof *context->captured);
    *context->captured = (struct fake_graph){.context = context};
    for (int i = 0; i < COMPUTE_STREAMS; i++) {
        context->takes_part[i] = i == 0;
        context->awaited[i] = true;
    }
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
    return OK;
}

void fake_graph_free(void *handle)
{
    struct fake_graph *graph = handle;
    if (!graph)
        return;
    for (size_t s = 0; s < graph->count; s++)
        for (size_t i = 0; i < graph->steps[s].count; i++)
            free((void *)(uintptr_t)graph->steps[s].arguments[i].value);
    free(graph->steps);
    free(graph);
}

enum status fake_graph_launch(void *handle, struct fault *fault)
{
    const struct fake_graph *graph = handle;
    enum status status = OK;
    for (size_t s = 0; s < graph->count && status == OK; s++) {
        const struct fake_step *step = &graph->steps[s];
        if (step->kernel)
            status = fake_launch(step->kernel, step->launch, step->arguments, step->count, fault);
        else
            status = fake_fill(step->memory, step->offset, step->bytes, step->value, fault);
    }
    return status;
}
