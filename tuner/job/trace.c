#include "tuner/job/job.h"

#include <string.h>

static void add(struct trace *trace, uint64_t number)
{
    store_hash_add(&trace->hash, &number, sizeof number);
}

static void add_slot(struct trace *trace, const struct slot *slot)
{
    add(trace, slot->role);
    add(trace, slot->bytes);
    add(trace, slot->role == SLOT_GENERATED ? (uint64_t)slot->recipe.generator : 0);
    const struct compute_texture texture = slot->role == SLOT_TEXTURE ? slot->texture : (struct compute_texture){0};
    add(trace, texture.width);
    add(trace, texture.height);
    add(trace, (texture.dimensions * 2 + (uint64_t)texture.filter) * 4 + texture.addressing);
}

static void add_kernel(struct trace *trace, const struct bench_kernel *kernel, const struct config *config)
{
    for (size_t e = 0; kernel->entries && kernel->entries[e]; e++)
        store_hash_text(&trace->hash, kernel->entries[e]);
    add(trace, kernel->options ? kernel->options(config) : 0);
    char flags[MAX_FLAGS_TEXT] = "";
    if (kernel->flags && kernel->flags(config, flags, NULL) == OK)
        store_hash_text(&trace->hash, flags);
}

void trace_begin(struct trace *trace, const struct slot *slots, const struct config *config, bool captured)
{
    if (!trace->on)
        return;
    const struct bench_kernel *kernel;
    const size_t kernels = config_kernels(config, &kernel);
    trace->hash = store_hash_start();
    add(trace, captured);
    for (size_t k = 0; k < kernels; k++)
        add_kernel(trace, &kernel[k], config);
    for (int s = 0; s < MAX_SLOTS; s++)
        add_slot(trace, &slots[s]);
}

/* MAX_SLOTS for an array of no slot. */
static uint64_t slot_of(const struct array_set *set, const struct compute_array *array)
{
    uint64_t slot = 0;
    while (slot < MAX_SLOTS && set->array[slot] != array)
        slot++;
    return slot;
}

static void add_argument(struct trace *trace, const struct array_set *set, const struct compute_argument *argument)
{
    add(trace, argument->size);
    add(trace, argument->offset);
    add(trace, argument->local);
    store_hash_text(&trace->hash, argument->constant ? argument->constant : "");
    if (argument->array)
        add(trace, slot_of(set, argument->array));
    else if (argument->value)
        store_hash_add(&trace->hash, argument->value, argument->size);
}

void trace_launch(struct trace *trace, const struct array_set *set, int kernel, struct compute_launch launch,
                  const struct compute_argument *arguments, size_t count)
{
    if (!trace->on)
        return;
    add(trace, TRACE_LAUNCH);
    add(trace, (uint64_t)kernel);
    add(trace, (uint64_t)launch.stream);
    for (int d = 0; d < 3; d++) {
        add(trace, launch.groups[d]);
        add(trace, launch.group[d]);
    }
    add(trace, count);
    for (size_t i = 0; i < count; i++)
        add_argument(trace, set, &arguments[i]);
}

void trace_work(struct trace *trace, enum trace_kind kind, const uint64_t *numbers, size_t count)
{
    if (!trace->on)
        return;
    add(trace, kind);
    for (size_t i = 0; i < count; i++)
        add(trace, numbers[i]);
}
