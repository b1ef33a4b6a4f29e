#include "tuner/job/array_set.h"

#include <stdlib.h>
#include <string.h>

void slot_free(struct slot *slot)
{
    compute_array_free(slot->kept);
    if (slot->left)
        compute_host_free(slot->left);
    if (slot->memory)
        compute_host_free(slot->memory);
    else
        free(slot->host);
    *slot = (struct slot){0};
}

void slot_forget(struct slot *slot)
{
    compute_array_free(slot->kept);
    slot->kept = NULL;
}

enum { NARROW_GUARD = 4096 };

static enum status make_array(struct worker_context *place, const struct slot *slot, const struct array_set *set,
                              struct compute_array **array, struct fault *fault)
{
    if (slot->role == SLOT_TEXTURE)
        return compute_texture_new(place->context, slot->texture, array, fault);
    return compute_array_new_guarded(place->context, slot->bytes, set->guard, array, fault);
}

/* Without memory, with the bytes that are missing: drivers do not say them. */
static enum status make_first(struct worker_context *place, const struct slot *slot, const struct array_set *set,
                              size_t before, struct compute_array **array, struct fault *fault)
{
    struct fault why = {0};
    const enum status status = make_array(place, slot, set, array, &why);
    if (status == NO_MEMORY)
        return fail(fault, status, "%s takes %zu bytes, beside %zu of others, of the device's %llu: %s", slot->name,
                    slot->bytes, before, (unsigned long long)compute_context_device(place->context)->memory_bytes,
                    why.text);
    return status == OK ? OK : fail(fault, status, "%s", why.text);
}

enum status array_set_new(struct worker_context *place, const struct slot *slots, bool verified, struct array_set *set,
                          struct fault *fault)
{
    *set = (struct array_set){.guard = verified ? COMPUTE_GUARD : NARROW_GUARD};
    enum status status = OK;
    size_t bytes = 0;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role != SLOT_NONE && slots[s].role < SLOT_HOST_INPUT) {
            status = make_first(place, &slots[s], set, bytes, &set->array[s], fault);
            bytes += slots[s].bytes;
        }
    if (status == OK)
        status = array_set_supply(place, slots, set, fault);
    if (status != OK)
        array_set_free(set);
    return status;
}

void array_set_free(struct array_set *set)
{
    compute_graph_free(set->graph);
    for (int s = 0; s < MAX_SLOTS; s++)
        compute_array_free(set->array[s]);
    *set = (struct array_set){0};
}

static enum status upload(const struct slot *slot, struct compute_array *array, struct fault *fault)
{
    bool has_input = slot->role == SLOT_INPUT || slot->role == SLOT_TEXTURE;
    return has_input ? compute_array_write(array, 0, slot->host, slot->bytes, fault) : OK;
}

void array_set_drop(struct array_set *set, int slot)
{
    compute_array_free(set->array[slot]);
    set->array[slot] = NULL;
}

enum status array_set_arrange(struct worker_context *place, const struct slot *slots, struct array_set *set, int slot,
                              struct fault *fault)
{
    enum status status = OK;
    if (!set->array[slot])
        status = make_array(place, &slots[slot], set, &set->array[slot], fault);
    return status == OK ? upload(&slots[slot], set->array[slot], fault) : status;
}

enum status array_set_restore(struct worker_context *place, const struct slot *slots, struct array_set *set,
                              struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (set->renewed[s]) {
            array_set_drop(set, s);
            status = array_set_arrange(place, slots, set, s, fault);
            set->renewed[s] = status != OK;
        }
    return status;
}

enum status array_set_renew(struct worker_context *place, const struct slot *slots, const struct array_set *set,
                            int slot, struct fault *fault)
{
    return slots[slot].role == SLOT_GENERATED
               ? worker_context_generate(place, slots[slot].recipe, set->array[slot], fault)
               : upload(&slots[slot], set->array[slot], fault);
}

/* Generates an array on the device: queues it, does not wait. */
static enum status make(struct worker_context *place, const struct slot *slots, struct array_set *set,
                        struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role == SLOT_ZEROED)
            status = compute_array_fill(set->array[s], 0, fault);
        else if (slots[s].role == SLOT_GENERATED)
            status = worker_context_generate(place, slots[s].recipe, set->array[s], fault);
    return status;
}

enum status array_set_supply(struct worker_context *place, const struct slot *slots, struct array_set *set,
                             struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (set->array[s])
            status = upload(&slots[s], set->array[s], fault);
    return status == OK ? make(place, slots, set, fault) : status;
}

/* A copy of the initial content, on the device; NULL if there is no memory for it. */
static struct compute_array *keep(struct worker_context *place, struct slot *slot)
{
    if (slot->kept || compute_array_new_guarded(place->context, slot->bytes, NARROW_GUARD, &slot->kept, NULL) != OK)
        return slot->kept;
    if (compute_array_write(slot->kept, 0, slot->host, slot->bytes, NULL) == OK)
        return slot->kept;
    slot_forget(slot);
    return NULL;
}

enum status array_set_supply_consumed(struct worker_context *place, struct slot *slots, struct array_set *set,
                                      struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++) {
        struct compute_array *kept = slots[s].consumed ? keep(place, &slots[s]) : NULL;
        if (kept)
            status = compute_array_copy(set->array[s], kept, fault);
        else if (slots[s].consumed)
            status = upload(&slots[s], set->array[s], fault);
    }
    return status;
}

enum status array_set_prepare(struct worker_context *place, const struct slot *slots, struct array_set *set,
                              struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role == SLOT_OUTPUT || slots[s].role == SLOT_SCRATCH)
            status = compute_array_fill(set->array[s], POISON, fault);
    return status == OK ? make(place, slots, set, fault) : status;
}

enum status array_set_make_stale(const struct slot *slots, const struct array_set *set, struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role == SLOT_OUTPUT || slots[s].judged)
            status = compute_array_fill(set->array[s], STALE, fault);
    return status;
}

/* One word in 256, and more of small arrays, of a device's or of the host's. */
static uint32_t spoilt_length(size_t bytes)
{
    enum { LEAST = 16, LONGEST = 256 };
    const size_t length = bytes / sizeof(uint32_t) / LEAST;
    return length < 1 ? 1 : length < LONGEST ? (uint32_t)length : LONGEST;
}

static void spoil_host(const struct slot *slot, uint32_t number)
{
    const size_t words = slot->bytes / sizeof(uint32_t), length = spoilt_length(slot->bytes);
    uint32_t *word = slot->host;
    for (size_t i = 0; i * length < words; i++) {
        const size_t place = i * length + job_random(number, i) % length;
        if (place < words)
            word[place] ^= UINT32_C(1) << 19;
    }
}

enum status array_set_spoil(struct worker_context *place, const struct slot *slots, const struct array_set *set,
                            uint32_t number, struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role == SLOT_HOST_OUTPUT)
            spoil_host(&slots[s], number);
        else if (slots[s].role == SLOT_OUTPUT || slots[s].judged)
            status = worker_context_spoil(place, set->array[s], spoilt_length(slots[s].bytes), number, fault);
    return status;
}

static enum status check_zero(struct compute_array *array, const char *name, struct fault *fault)
{
    static const uint8_t zeros[16384];
    uint8_t part[sizeof zeros];
    for (size_t at = 0, end = compute_array_bytes(array); at < end; at += sizeof part) {
        size_t bytes = end - at < sizeof part ? end - at : sizeof part;
        enum status status = compute_array_read(array, at, part, bytes, fault);
        if (status != OK)
            return status;
        if (memcmp(part, zeros, bytes))
            return fail(fault, WRONG_RESULT, "%s: not zero after the iteration", name);
    }
    return OK;
}

enum status array_set_check(const struct slot *slots, const struct array_set *set, struct fault *fault)
{
    struct compute_checked checked[MAX_SLOTS];
    size_t count = 0;
    for (int s = 0; s < MAX_SLOTS; s++)
        if (set->array[s])
            checked[count++] = (struct compute_checked){set->array[s], slots[s].name};
    enum status status = compute_arrays_check(checked, count, fault);
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role == SLOT_ZEROED)
            status = check_zero(set->array[s], slots[s].name, fault);
    return status;
}

enum status array_set_read(const struct slot *slots, const struct array_set *set, struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++)
        if (slots[s].role == SLOT_OUTPUT)
            status = compute_array_read(set->array[s], 0, slots[s].host, slots[s].bytes, fault);
    return status;
}
