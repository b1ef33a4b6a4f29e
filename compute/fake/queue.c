/* The fake device's streams. Steps run at once, an order that every wait allows, until a copy to or from host memory is
 * queued: copies are deferred as long as possible, until the host waits for their stream, and so are all later steps.
 * So reading a result too early, or overwriting a source too early, is detected. */
#include "base/memory.h"
#include "compute/fake/handles.h"

#include <stdlib.h>
#include <string.h>

/* ---- steps ---- */

void fake_step_free(struct fake_step *step)
{
    for (size_t i = 0; i < step->count; i++)
        free((void *)(uintptr_t)step->arguments[i].value);
}

static enum status run_launch(UNNEEDED struct fake_context *context, const struct fake_step *step, struct fault *fault)
{
    return fake_run(step->kernel, step->launch, step->arguments, step->count, fault);
}

static enum status run_fill(UNNEEDED struct fake_context *context, const struct fake_step *step,
                            UNNEEDED struct fault *fault)
{
    memset(step->memory->bytes + step->offset, step->value, step->bytes);
    return OK;
}

static enum status run_copy(UNNEEDED struct fake_context *context, const struct fake_step *step,
                            UNNEEDED struct fault *fault)
{
    memcpy(step->memory->bytes + step->offset, step->from, step->bytes);
    return OK;
}

static enum status run_mark(struct fake_context *context, const struct fake_step *step, UNNEEDED struct fault *fault)
{
    context->mark[step->value] = context->clock;
    context->idle = true;
    return OK;
}

/* ---- queues ---- */

/* Takes the first step of a stream that was queued before `end`; NULL if there is none. */
static struct fake_step *take(struct fake_context *context, int stream, uint64_t end)
{
    for (struct fake_step **at = &context->pending; *at && (*at)->number < end; at = &(*at)->next)
        if ((*at)->stream == stream) {
            struct fake_step *taken = *at;
            *at = taken->next;
            return taken;
        }
    return NULL;
}

/* Runs all steps queued on a stream before `end`, even after a failure; the first fault stands. */
static enum status run_stream(struct fake_context *context, int stream, uint64_t end, struct fault *fault)
{
    enum status status = OK;
    for (struct fake_step *step; (step = take(context, stream, end));) {
        enum status one = step->run(context, step, fault);
        status = status == OK ? one : status;
        fake_step_free(step);
        free(step);
    }
    return status;
}

static enum status run_wait(struct fake_context *context, const struct fake_step *step, struct fault *fault)
{
    return run_stream(context, step->value, step->number, fault);
}

static bool is_idle(const struct fake_context *context, int stream)
{
    for (const struct fake_step *step = context->pending; step; step = step->next)
        if (step->stream == stream)
            return false;
    return true;
}

static void append(struct fake_context *context, const struct fake_step *step)
{
    struct fake_step **end = &context->pending, *made = allocate(sizeof *made);
    while (*end)
        end = &(*end)->next;
    *made = *step;
    made->number = context->queued++;
    *end = made;
}

enum status fake_step_queue(struct fake_context *context, struct fake_step *step, struct fault *fault)
{
    if (!is_idle(context, step->stream)) {
        append(context, step);
        return OK;
    }
    enum status status = step->run(context, step, fault);
    fake_step_free(step);
    return status;
}

void fake_drop(struct fake_context *context)
{
    for (struct fake_step *step = context->pending, *next; step; step = next) {
        next = step->next;
        fake_step_free(step);
        free(step);
    }
    context->pending = NULL;
}

enum status fake_stream_finish(void *handle, int stream, struct fault *fault)
{
    return run_stream(handle, stream, UINT64_MAX, fault);
}

enum status fake_finish(void *handle, struct fault *fault)
{
    enum status status = OK;
    for (int i = 0; i < COMPUTE_STREAMS; i++) {
        enum status one = fake_stream_finish(handle, i, fault);
        status = status == OK ? one : status;
    }
    return status;
}

/* ---- operations of the backend ---- */

enum status fake_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                        size_t count, struct fault *fault)
{
    struct fake_context *context = ((struct fake_program *)kernel)->context;
    struct fake_step step = {
        .run = run_launch, .stream = launch.stream, .kernel = kernel, .launch = launch, .count = count};
    for (size_t i = 0; i < count; i++) {
        step.arguments[i] = arguments[i];
        if (arguments[i].value)
            step.arguments[i].value = memcpy(allocate(arguments[i].size), arguments[i].value, arguments[i].size);
    }
    return fake_capture(context, &step) ? OK : fake_step_queue(context, &step, fault);
}

enum status fake_fill(void *handle, size_t offset, size_t bytes, uint8_t value, struct fault *fault)
{
    struct fake_memory *memory = handle;
    struct fake_step step = {.run = run_fill, .memory = memory, .offset = offset, .bytes = bytes, .value = value};
    return fake_capture(memory->context, &step) ? OK : fake_step_queue(memory->context, &step, fault);
}

enum status fake_copy(void *handle, size_t offset, void *source, size_t from_offset, size_t bytes, struct fault *fault)
{
    struct fake_memory *memory = handle;
    const struct fake_memory *from = source;
    struct fake_step step = {
        .run = run_copy, .memory = memory, .offset = offset, .bytes = bytes, .from = from->bytes + from_offset};
    return fake_step_queue(memory->context, &step, fault);
}

enum status fake_stream_wait(void *handle, int stream, int awaited, struct fault *fault)
{
    struct fake_context *context = handle;
    struct fake_step step = {.run = run_wait, .stream = stream, .value = (uint8_t)awaited};
    if (context->captured)
        return fake_capture_wait(context, stream, awaited, fault);
    if (!is_idle(context, awaited))
        append(context, &step);
    return OK;
}

enum status fake_mark(void *handle, int marker, struct fault *fault)
{
    struct fake_step step = {.run = run_mark, .value = (uint8_t)marker};
    return fake_step_queue(handle, &step, fault);
}

enum status fake_elapsed(void *handle, double *nanoseconds, struct fault *fault)
{
    const struct fake_context *context = handle;
    enum status status = fake_stream_finish(handle, 0, fault);
    *nanoseconds = (double)context->mark[1] - (double)context->mark[0];
    return status;
}

/* ---- copies ---- */

static enum status run_send(struct fake_context *context, const struct fake_step *step, UNNEEDED struct fault *fault)
{
    memcpy(step->memory->bytes + step->offset, step->from, step->bytes);
    context->clock += step->bytes;
    return OK;
}

static enum status run_receive(struct fake_context *context, const struct fake_step *step, UNNEEDED struct fault *fault)
{
    memcpy(step->to, step->memory->bytes + step->offset, step->bytes);
    context->clock += step->bytes;
    return OK;
}

enum status fake_send(void *handle, size_t offset, const void *from, size_t bytes, int stream,
                      UNNEEDED struct fault *fault)
{
    struct fake_memory *memory = handle;
    append(memory->context,
           &(struct fake_step){
               .run = run_send, .stream = stream, .memory = memory, .offset = offset, .bytes = bytes, .from = from});
    return OK;
}

enum status fake_receive(void *handle, size_t offset, void *to, size_t bytes, int stream, UNNEEDED struct fault *fault)
{
    struct fake_memory *memory = handle;
    append(memory->context,
           &(struct fake_step){
               .run = run_receive, .stream = stream, .memory = memory, .offset = offset, .bytes = bytes, .to = to});
    return OK;
}

/* Host memory, limited to the size of the device's. */
enum status fake_host_new(void *context, size_t bytes, void **host, void **where, struct fault *fault)
{
    const struct fake_context *of = context;
    void *made = bytes <= of->device.memory_bytes ? malloc(bytes) : NULL;
    if (!made)
        return fail(fault, NO_MEMORY, "%zu bytes of pinned host memory", bytes);
    *host = *where = made;
    return OK;
}
