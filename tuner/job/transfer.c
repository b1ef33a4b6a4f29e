/* Host memory of a job, and copies that a bench makes itself. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <string.h>

/* Where there is no memory, job_open fails after setup() too. */
void *job_host_memory(struct job *job, int slot, const char *name, size_t bytes, enum host_role role, bool pinned)
{
    static const enum slot_role roles[] = {
        [HOST_INPUT] = SLOT_HOST_INPUT, [HOST_OUTPUT] = SLOT_HOST_OUTPUT, [HOST_SCRATCH] = SLOT_HOST_SCRATCH};
    struct job_state *state = job->state;
    struct slot *made = job_new_slot(job, slot, name);
    *made = (struct slot){.role = roles[role], .name = name, .bytes = bytes};
    enum status status = compute_host_new(state->place->context, bytes, pinned, &made->memory, &state->setup);
    made->host = status == OK ? compute_host_bytes(made->memory) : allocate(bytes);
    return made->host;
}

void *job_memory(const struct job *job, int slot)
{
    return job->state->slot[slot].host;
}

void job_poison_host(struct job *job, uint8_t byte)
{
    job->state->filled = byte;
    for (int s = 0; s < MAX_SLOTS; s++) {
        const struct slot *slot = &job->state->slot[s];
        if (slot->role == SLOT_HOST_OUTPUT || (slot->role == SLOT_HOST_SCRATCH && byte == POISON))
            memset(slot->host, byte, slot->bytes);
    }
}

/* A copy to the device, or from it. */
static enum status begin_copy(struct job *job, bool back, int slot, size_t offset, size_t bytes, int stream,
                              struct fault *fault)
{
    const uint64_t numbers[] = {back, (uint64_t)slot, offset, bytes, (uint64_t)stream};
    trace_work(&job->state->trace, TRACE_COPY, numbers, sizeof numbers / sizeof *numbers);
    return job_begin_work(job, stream, "a copy", fault);
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

/* What the host waited for is over before the iteration ends. */
enum status job_stream_finish(struct job *job, int stream, struct fault *fault)
{
    if (!job->bench->device.host_timed)
        return fail(fault, INVALID, "waiting for stream %d in an iteration that the device's clock times", stream);
    enum status status = compute_stream_finish(job->state->place->context, stream, fault);
    if (status == OK)
        job->state->awaited[stream] = true;
    return status;
}
