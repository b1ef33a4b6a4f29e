#include "tuner/job/record.h"

#include <string.h>

enum kind { LAUNCH_KIND, FILL_KIND, WAIT_KIND, COPY_KIND };

static void add(struct job *job, uint64_t number)
{
    store_hash_add(&job->state->record, &number, sizeof number);
}

static void add_slot(struct job *job, const struct slot *slot)
{
    add(job, slot->role);
    add(job, slot->bytes);
    add(job, slot->role == SLOT_GENERATED ? (uint64_t)slot->recipe.generator : 0);
    add(job, slot->role == SLOT_TEXTURE ? slot->texture.width : 0);
    add(job, slot->role == SLOT_TEXTURE ? (uint64_t)slot->texture.filter * 2 + slot->texture.addressing : 0);
}

static void add_kernel(struct job *job, const struct bench_kernel *kernel, const struct config *config)
{
    for (size_t e = 0; kernel->entries && kernel->entries[e]; e++)
        store_hash_text(&job->state->record, kernel->entries[e]);
    add(job, kernel->options ? kernel->options(config) : 0);
}

void record_begin(struct job *job, const struct config *config, bool captured)
{
    if (!job->state->recording)
        return;
    const struct bench_kernel *kernel;
    const size_t kernels = config_kernels(config, &kernel);
    job->state->record = store_hash_start();
    add(job, captured);
    for (size_t k = 0; k < kernels; k++)
        add_kernel(job, &kernel[k], config);
    for (int s = 0; s < MAX_SLOTS; s++)
        add_slot(job, &job->state->slot[s]);
}

/* MAX_SLOTS for one of no slot. */
static uint64_t slot_of(const struct job *job, const struct compute_array *array)
{
    const struct array_set *set = &job->state->sets[job->state->current];
    uint64_t slot = 0;
    while (slot < MAX_SLOTS && set->array[slot] != array)
        slot++;
    return slot;
}

static void add_argument(struct job *job, const struct compute_argument *argument)
{
    add(job, argument->size);
    add(job, argument->offset);
    store_hash_text(&job->state->record, argument->constant ? argument->constant : "");
    if (argument->array)
        add(job, slot_of(job, argument->array));
    else
        store_hash_add(&job->state->record, argument->value, argument->size);
}

void record_launch(struct job *job, int kernel, struct compute_launch launch, const struct compute_argument *arguments,
                   size_t count)
{
    if (!job->state->recording)
        return;
    add(job, LAUNCH_KIND);
    add(job, (uint64_t)kernel);
    add(job, (uint64_t)launch.stream);
    for (int d = 0; d < 3; d++) {
        add(job, launch.groups[d]);
        add(job, launch.group[d]);
    }
    add(job, count);
    for (size_t i = 0; i < count; i++)
        add_argument(job, &arguments[i]);
}

void record_fill(struct job *job, int slot, uint8_t value)
{
    if (!job->state->recording)
        return;
    add(job, FILL_KIND);
    add(job, (uint64_t)slot);
    add(job, value);
}

void record_wait(struct job *job, int stream, int awaited)
{
    if (!job->state->recording)
        return;
    add(job, WAIT_KIND);
    add(job, (uint64_t)stream);
    add(job, (uint64_t)awaited);
}

void record_copy(struct job *job, enum record_copy way, int slot, size_t offset, size_t bytes, int stream)
{
    if (!job->state->recording)
        return;
    add(job, COPY_KIND);
    add(job, way);
    add(job, (uint64_t)slot);
    add(job, offset);
    add(job, bytes);
    add(job, (uint64_t)stream);
}
