/* The functions by which a bench queues an iteration: device work, copies, waits between streams; and the markers
 * around it. */
#include "tuner/job/job.h"

#include "base/clock.h"

struct compute_array *job_array(const struct job *job, int slot)
{
    return job->state->sets[job->state->current].array[slot];
}

/* ---- marks ---- */

enum status job_mark_first(struct job_state *state, int stream, struct fault *fault)
{
    if (!state->unmarked)
        return OK;
    state->unmarked = false;
    enum status status = compute_mark(state->place->context, 0, fault);
    return status == OK ? compute_stream_wait(state->place->context, stream, 0, fault) : status;
}

enum status job_mark_last(struct job_state *state, struct fault *fault)
{
    if (!state->marks || state->ended)
        return OK;
    enum status status = compute_mark(state->place->context, 1, fault);
    state->ended = status == OK;
    return status;
}

/* ---- work ---- */

/* Before work is queued on a stream, for which stream 0 must wait from then on: INVALID for a stream that does not take
 * part in the iteration. */
static enum status begin_work(struct job *job, int stream, const char *what, struct fault *fault)
{
    bool known = stream >= 0 && stream < COMPUTE_STREAMS;
    if (known && !job->state->takes_part[stream])
        return fail(fault, INVALID, "%s on stream %d, which did not wait for stream 0 before", what, stream);
    if (!known)
        return OK; /* the queueing function reports it */
    job->state->awaited[stream] = stream == 0;
    job->state->ended = false;
    return job_mark_first(job->state, stream, fault);
}

enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, struct fault *fault)
{
    enum status status = begin_work(job, launch.stream, "a launch", fault);
    trace_launch(&job->state->trace, &job->state->sets[job->state->current], kernel, launch, arguments, count);
    return status == OK ? compute_kernel_launch(job->state->kernel[kernel], launch, arguments, count, fault) : status;
}

uint64_t job_resident(const struct job *job, int kernel)
{
    const uint64_t units = job->device->units, resident = compute_kernel_resident(job->state->kernel[kernel]);
    return (units ? units : 1) * (resident ? resident : 1);
}

enum status job_fill(struct job *job, int slot, uint8_t value, struct fault *fault)
{
    enum status status = begin_work(job, 0, "a fill", fault);
    trace_work(&job->state->trace, TRACE_FILL, (uint64_t[]){(uint64_t)slot, value}, 2);
    return status == OK ? compute_array_fill(job_array(job, slot), value, fault) : status;
}

enum status job_stream_wait(struct job *job, int stream, int awaited, struct fault *fault)
{
    struct job_state *state = job->state;
    enum status status = compute_stream_wait(state->place->context, stream, awaited, fault);
    if (status != OK)
        return status;
    trace_work(&state->trace, TRACE_WAIT, (uint64_t[]){(uint64_t)stream, (uint64_t)awaited}, 2);
    state->takes_part[stream] = state->takes_part[stream] || state->takes_part[awaited];
    state->awaited[awaited] = state->awaited[awaited] || stream == 0;
    return OK;
}

/* ---- copies ---- */

/* A copy to the device, or from it. */
static enum status begin_copy(struct job *job, bool back, int slot, size_t offset, size_t bytes, int stream,
                              struct fault *fault)
{
    const uint64_t numbers[] = {back, (uint64_t)slot, offset, bytes, (uint64_t)stream};
    trace_work(&job->state->trace, TRACE_COPY, numbers, sizeof numbers / sizeof *numbers);
    return begin_work(job, stream, "a copy", fault);
}

enum status job_send(struct job *job, int slot, size_t offset, const void *from, size_t bytes, int stream,
                     struct fault *fault)
{
    enum status status = begin_copy(job, false, slot, offset, bytes, stream, fault);
    return status == OK ? compute_array_send(job_array(job, slot), offset, from, bytes, stream, fault) : status;
}

enum status job_receive(struct job *job, int slot, size_t offset, void *to, size_t bytes, int stream,
                        struct fault *fault)
{
    enum status status = begin_copy(job, true, slot, offset, bytes, stream, fault);
    return status == OK ? compute_array_receive(job_array(job, slot), offset, to, bytes, stream, fault) : status;
}

/* Work that the host waited for ends before the iteration does. */
enum status job_stream_finish(struct job *job, int stream, struct fault *fault)
{
    if (!job->bench->device.host_timed)
        return fail(fault, INVALID, "waiting for stream %d in an iteration that the device's clock times", stream);
    enum status status = compute_stream_finish(job->state->place->context, stream, fault);
    if (status == OK)
        job->state->awaited[stream] = true;
    return status;
}

enum status job_renew(struct job *job, int slot, size_t bytes, struct fault *fault)
{
    struct job_state *state = job->state;
    struct array_set *set = &state->sets[state->current];
    struct compute_array *made;
    if (!job->bench->device.host_timed)
        return fail(fault, INVALID, "%s: an array made in an iteration that the device's clock times",
                    state->slot[slot].name);
    trace_work(&state->trace, TRACE_RENEW, (uint64_t[]){(uint64_t)slot, bytes}, 2);
    enum status status = compute_array_new_guarded(state->place->context, bytes, 0, &made, fault);
    if (status != OK)
        return status;
    compute_array_free(set->array[slot]);
    set->array[slot] = made;
    set->renewed[slot] = true;
    return OK;
}

/* ---- the host's own ---- */

double job_seconds(void)
{
    return clock_seconds();
}

void job_host_start(struct job *job)
{
    struct job_state *state = job->state;
    bool awaited = !state->unmarked;
    for (int i = 0; i < COMPUTE_STREAMS; i++)
        awaited = awaited && state->awaited[i];
    if (awaited)
        job_mark_last(state, NULL); /* the device's part may end here; an error now is reported at the end again */
    state->host_started = clock_seconds();
}

void job_host_stop(struct job *job)
{
    job->state->host_seconds += clock_seconds() - job->state->host_started;
}
