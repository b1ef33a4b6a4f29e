/* What a bench declares in setup(), and what it sees of it afterwards on the host. */
#include "tuner/job/job.h"

#include "base/memory.h"

static void declare(struct job *job, int slot, enum slot_role role, const char *name, size_t bytes)
{
    job->state->slot[slot].role = role;
    job->state->slot[slot].name = name;
    job->state->slot[slot].bytes = bytes;
    if (role == SLOT_INPUT || role == SLOT_TEXTURE || role == SLOT_OUTPUT)
        job->state->slot[slot].host = allocate(bytes);
}

void *job_input(struct job *job, int slot, const char *name, size_t bytes)
{
    declare(job, slot, SLOT_INPUT, name, bytes);
    return job->state->slot[slot].host;
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
    declare(job, slot, SLOT_GENERATED, name, recipe_bytes(recipe));
    job->state->slot[slot].recipe = recipe;
}

float *job_texture(struct job *job, int slot, const char *name, struct compute_texture texture)
{
    declare(job, slot, SLOT_TEXTURE, name, texture.width * texture.height * sizeof(float));
    job->state->slot[slot].texture = texture;
    return job->state->slot[slot].host;
}

const void *job_host(const struct job *job, int slot)
{
    return job->state->slot[slot].host;
}

void *job_refill(struct job *job, int slot)
{
    job->state->slot[slot].refilled = true;
    return job->state->slot[slot].host;
}

const void *job_expected(const struct job *job)
{
    return job->state->computed ? job->state->computed : job->state->stored.bytes;
}

enum status job_read(const struct job *job, int slot, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    return compute_array_read(job->state->sets[0].array[slot], offset, to, bytes, fault);
}
