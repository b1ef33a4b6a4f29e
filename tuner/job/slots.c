/* Slots that a bench declares in setup(), host memory included, and the host's view of them afterwards. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The slot to be declared. For an invalid one, a substitute, and job_open fails after setup(). */
static struct slot *new_slot(struct job *job, int slot, const char *name)
{
    struct job_state *state = job->state;
    if (slot < 0 || slot >= MAX_SLOTS)
        fail(&state->setup, INVALID, "%s: slot %d: there are %d, counted from 0", name, slot, MAX_SLOTS);
    else if (state->slot[slot].role != SLOT_NONE)
        fail(&state->setup, INVALID, "%s: slot %d is %s already", name, slot, state->slot[slot].name);
    else
        return &state->slot[slot];
    state->refused = grow(state->refused, state->refusals, &state->refused_capacity, sizeof *state->refused);
    state->refused[state->refusals] = (struct slot){0};
    return &state->refused[state->refusals++];
}

enum { MOST_LOCKED = 1 << 28 }; /* maximum bytes of a page-locked output: locking more takes as long as it saves */

/* The host memory to which an output is read back: for a GPU page-locked memory, at the rate of the bus; else, or if
 * there is none, pageable memory. */
static void make_output(struct job *job, struct slot *output)
{
    struct compute_context *context = job->state->place->context;
    const bool locked = !job->device->is_cpu && output->bytes <= MOST_LOCKED;
    if (locked && compute_host_new(context, output->bytes, true, &output->memory, NULL) == OK)
        output->host = compute_host_bytes(output->memory);
    else
        output->host = allocate(output->bytes);
    output->room = output->bytes;
}

static void grow_output(struct job *job, struct slot *output)
{
    if (output->bytes <= output->room)
        return;
    if (output->memory)
        compute_host_free(output->memory);
    else
        free(output->host);
    output->memory = NULL;
    make_output(job, output);
}

static struct slot *declare(struct job *job, int slot, enum slot_role role, const char *name, size_t bytes)
{
    struct slot *made = new_slot(job, slot, name);
    made->role = role;
    made->name = name;
    made->bytes = bytes;
    if (role == SLOT_INPUT || role == SLOT_TEXTURE)
        made->host = allocate(bytes);
    else if (role == SLOT_OUTPUT)
        make_output(job, made);
    return made;
}

void *job_input(struct job *job, int slot, const char *name, size_t bytes)
{
    return declare(job, slot, SLOT_INPUT, name, bytes)->host;
}

void job_output(struct job *job, int slot, const char *name, size_t bytes)
{
    declare(job, slot, SLOT_OUTPUT, name, bytes);
}

void job_scratch(struct job *job, int slot, const char *name, size_t bytes)
{
    declare(job, slot, SLOT_SCRATCH, name, bytes);
}

void job_zeroed(struct job *job, int slot, const char *name, size_t bytes)
{
    declare(job, slot, SLOT_ZEROED, name, bytes);
}

void job_generate(struct job *job, int slot, const char *name, uint64_t count, enum generator generator, uint64_t seed,
                  uint64_t row)
{
    struct recipe recipe = {generator, count, seed, row};
    declare(job, slot, SLOT_GENERATED, name, recipe_bytes(recipe))->recipe = recipe;
}

float *job_texture(struct job *job, int slot, const char *name, struct compute_texture texture)
{
    struct slot *made = declare(job, slot, SLOT_TEXTURE, name, compute_texture_bytes(texture));
    made->texture = texture;
    return made->host;
}

/* Without memory, too, job_open fails after setup(). */
void *job_host_memory(struct job *job, int slot, const char *name, size_t bytes, enum host_role role, bool pinned)
{
    static const enum slot_role roles[] = {
        [HOST_INPUT] = SLOT_HOST_INPUT, [HOST_OUTPUT] = SLOT_HOST_OUTPUT, [HOST_SCRATCH] = SLOT_HOST_SCRATCH};
    struct job_state *state = job->state;
    struct slot *made = new_slot(job, slot, name);
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

const void *job_host(const struct job *job, int slot)
{
    return job->state->slot[slot].host;
}

size_t job_bytes(const struct job *job, int slot)
{
    return job->state->slot[slot].bytes;
}

void job_consumed(struct job *job, int slot)
{
    job->state->slot[slot].consumed = true;
}

void *job_refill(struct job *job, int slot)
{
    slot_forget(&job->state->slot[slot]);
    job->state->slot[slot].refilled = true;
    return job->state->slot[slot].host;
}

float *job_refill_texture(struct job *job, int slot, struct compute_texture texture)
{
    struct slot *input = &job->state->slot[slot];
    const struct compute_texture *is = &input->texture;
    if (is->width != texture.width || is->height != texture.height || is->filter != texture.filter ||
        is->addressing != texture.addressing || is->dimensions != texture.dimensions || is->depth != texture.depth) {
        input->texture = texture;
        input->bytes = compute_texture_bytes(texture);
        input->host = resize(input->host, input->bytes);
        input->reshaped = true;
    }
    return job_refill(job, slot);
}

void job_resize(struct job *job, int slot, size_t bytes)
{
    struct slot *of = &job->state->slot[slot];
    if (of->bytes != bytes) {
        of->bytes = bytes;
        of->reshaped = true;
        if (of->role == SLOT_OUTPUT)
            grow_output(job, of);
    }
    of->refilled = true;
}

const void *job_expected_before(const struct job *job)
{
    const struct job_state *state = job->state;
    return state->computed ? state->computed : state->stored.bytes;
}

const void *job_expected(const struct job *job)
{
    return job->state->corrected ? job->state->corrected : job_expected_before(job);
}

enum status job_read(const struct job *job, int slot, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    struct job_state *state = job->state;
    state->slot[slot].judged = state->slot[slot].role == SLOT_SCRATCH;
    return compute_array_read(state->sets[state->judged].array[slot], offset, to, bytes, fault);
}

enum status job_fetch(const struct job *job, int slot, struct fault *fault)
{
    const struct slot *output = &job->state->slot[slot];
    return job_read(job, slot, 0, output->host, output->bytes, fault);
}
