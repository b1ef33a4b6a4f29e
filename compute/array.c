/* Arrays: device memory between two guard zones of known bytes, which must not change; and textures, without guard
 * zones. */
#include "base/memory.h"
#include "compute/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_WORDS = COMPUTE_GUARD / sizeof(uint32_t) };

/* Word i of every guard zone. An even one is a signalling NaN as a float, and with the odd one after it as a double: an
 * addition, even of 0, changes such a NaN to a quiet one, or to the GPU's canonical NaN. An odd one alone is a quiet
 * NaN, which float additions change on GPUs only. A kernel that reads them as elements gets NaNs, or huge indices.
 * Every other pair is negative, so that an integer minimum or maximum changes one of two. All words differ, so that any
 * constant a kernel writes is detected. */
static uint32_t guard_word(uint32_t i)
{
    const uint32_t pair = i / 2, sign = pair % 2 << 31, place = (pair / 128 ^ 0x53) << 8 | (pair % 128 ^ 0x35);
    return sign | (i % 2 ? 0x7ff40000 : 0x7fa50000) | place;
}

static const uint8_t *guard_pattern(void)
{
    static uint32_t word[GUARD_WORDS];
    for (uint32_t i = 0; !word[GUARD_WORDS - 1]; i++) /* the last one is not 0 */
        word[i] = guard_word(i);
    return (const uint8_t *)word;
}

/* Without guard zones a memory checker (compute-sanitizer) sees the true bounds of an array. */
static bool guards_wanted(void)
{
    const char *guards = getenv("GPUBENCH_GUARDS");
    guards = guards ? guards : getenv("GPUBENCH_FENCES"); /* the former name */
    return !guards || strcmp(guards, "0") != 0;
}

bool compute_array_is(const struct compute_array *array)
{
    const void *self; /* copied: host memory need not be aligned */
    if (!array)
        return false;
    memcpy(&self, array, sizeof self);
    return self == array;
}

/* Checks that an array can be used now. */
static enum status check_usable(const struct compute_array *array, const char *what, struct fault *fault)
{
    if (!compute_array_is(array))
        return fail(fault, INVALID, "%s: this is no array", what);
    return compute_not_capturing(array->context, what, fault);
}

static enum status write_guard(struct compute_array *array, size_t offset, struct fault *fault)
{
    return array->context->backend->write(array->handle, offset, guard_pattern(), array->guard, fault);
}

enum status compute_array_new(struct compute_context *context, size_t bytes, struct compute_array **array,
                              struct fault *fault)
{
    return compute_array_new_guarded(context, bytes, COMPUTE_GUARD, array, fault);
}

enum status compute_array_new_guarded(struct compute_context *context, size_t bytes, size_t guard,
                                      struct compute_array **array, struct fault *fault)
{
    *array = NULL;
    uint64_t memory = context->device.memory_bytes;
    if (!bytes)
        return fail(fault, INVALID, "an array of 0 bytes");
    if (guard > COMPUTE_GUARD || guard % 256)
        return fail(fault, INVALID, "guard zones of %zu bytes", guard);
    if (bytes > SIZE_MAX - 2 * COMPUTE_GUARD || (memory && bytes > memory))
        return fail(fault, NO_MEMORY, "an array of %zu bytes: this device has %llu", bytes, (unsigned long long)memory);

    enum status status = compute_not_capturing(context, "making an array", fault);
    if (status != OK)
        return status;

    struct compute_array *made = allocate(sizeof *made);
    *made =
        (struct compute_array){.self = made, .context = context, .bytes = bytes, .guard = guards_wanted() ? guard : 0};
    status = context->backend->memory_new(context->handle, bytes + 2 * made->guard, made->guard, bytes, &made->handle,
                                          fault);
    if (status == OK && made->guard)
        status = write_guard(made, 0, fault);
    if (status == OK && made->guard)
        status = write_guard(made, made->guard + bytes, fault);
    if (status != OK)
        compute_array_free(made);
    else
        *array = made;
    return status;
}

/* A size as text, such as "3 x 2". */
enum { TEXTURE_TEXT = 80 };
static void write_size(char text[TEXTURE_TEXT], const uint64_t *size, int count)
{
    int used = 0;
    for (int i = 0; i < count; i++)
        used +=
            snprintf(text + used, (size_t)(TEXTURE_TEXT - used), "%s%llu", i ? " x " : "", (unsigned long long)size[i]);
}

static enum status check_texture(const struct compute_device *device, struct compute_texture texture,
                                 struct fault *fault)
{
    const uint64_t size[] = {texture.width, texture.height, texture.depth};
    const uint64_t row[] = {device->max_texture_1d, 1}, *const layers = device->max_texture_3d;
    const uint64_t *const most[] = {[COMPUTE_2D] = device->max_texture, [COMPUTE_1D] = row, [COMPUTE_3D] = layers};
    const int sizes = texture.dimensions == COMPUTE_3D ? 3 : 2;
    char is[TEXTURE_TEXT], allowed[TEXTURE_TEXT];
    write_size(is, size, sizes);
    write_size(allowed, most[texture.dimensions], sizes);
    if (!compute_has(device, COMPUTE_TEXTURES))
        return fail(fault, UNSUPPORTED, "%s has no textures", device->name);
    if (sizes == 2 && texture.depth)
        return fail(fault, INVALID, "a texture of %s has layers, but is not 3D", is);
    uint64_t elements = 1;
    for (int i = 0; i < sizes; i++) {
        const uint64_t largest = most[texture.dimensions][i];
        if (!size[i])
            return fail(fault, INVALID, "a texture of %s", is);
        if (size[i] > (largest ? largest : UINT32_MAX))
            return fail(fault, INVALID, "a texture of %s: this device allows %s", is, allowed);
        if (device->memory_bytes && size[i] > device->memory_bytes / sizeof(float) / elements)
            return fail(fault, NO_MEMORY, "a texture of %s floats: this device has %llu bytes", is,
                        (unsigned long long)device->memory_bytes);
        elements *= size[i];
    }
    return OK;
}

enum status compute_texture_new(struct compute_context *context, struct compute_texture texture,
                                struct compute_array **array, struct fault *fault)
{
    *array = NULL;
    enum status status = compute_not_capturing(context, "making a texture", fault);
    if (status == OK)
        status = check_texture(&context->device, texture, fault);
    if (status != OK)
        return status;
    struct compute_array *made = allocate(sizeof *made);
    *made = (struct compute_array){
        .self = made, .context = context, .bytes = compute_texture_bytes(texture), .is_texture = true};
    status = context->backend->texture_new(context->handle, texture, &made->handle, fault);
    if (status != OK)
        compute_array_free(made);
    else
        *array = made;
    return status;
}

void compute_array_free(struct compute_array *array)
{
    if (!array)
        return;
    if (array->handle && array->is_texture)
        array->context->backend->texture_free(array->handle);
    else if (array->handle)
        array->context->backend->memory_free(array->handle);
    array->self = NULL;
    free(array);
}

size_t compute_array_bytes(const struct compute_array *array)
{
    return array->bytes;
}

enum status compute_array_range(const struct compute_array *array, size_t offset, size_t bytes, const char *what,
                                struct fault *fault)
{
    enum status status = check_usable(array, what, fault);
    if (status != OK)
        return status;
    if (array->is_texture && (offset || bytes != array->bytes))
        return fail(fault, INVALID, "%s %zu bytes at %zu of a texture, which has %zu and is written and read whole",
                    what, bytes, offset, array->bytes);
    if (offset > array->bytes || bytes > array->bytes - offset)
        return fail(fault, INVALID, "%s %zu bytes at %zu of an array of %zu", what, bytes, offset, array->bytes);
    return OK;
}

enum status compute_array_write(struct compute_array *array, size_t offset, const void *from, size_t bytes,
                                struct fault *fault)
{
    enum status status = compute_array_range(array, offset, bytes, "write", fault);
    if (status != OK || !bytes)
        return status;
    if (array->is_texture)
        return array->context->backend->texture_write(array->handle, from, fault);
    return array->context->backend->write(array->handle, array->guard + offset, from, bytes, fault);
}

enum status compute_array_read(struct compute_array *array, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    enum status status = compute_array_range(array, offset, bytes, "read", fault);
    if (status != OK || !bytes)
        return status;
    if (array->is_texture)
        return array->context->backend->texture_read(array->handle, to, fault);
    return array->context->backend->read(array->handle, array->guard + offset, to, bytes, fault);
}

enum status compute_array_fill(struct compute_array *array, uint8_t value, struct fault *fault)
{
    if (!compute_array_is(array))
        return fail(fault, INVALID, "fill: this is no array");
    if (array->is_texture)
        return fail(fault, INVALID, "a texture is not filled, but written whole");
    return array->context->backend->fill(array->handle, array->guard, array->bytes, value, fault);
}

enum status compute_array_copy(struct compute_array *to, struct compute_array *from, struct fault *fault)
{
    if (!compute_array_is(to) || !compute_array_is(from))
        return fail(fault, INVALID, "copy: this is no array");
    if (to->is_texture || from->is_texture || to->bytes != from->bytes || to->context != from->context)
        return fail(fault, INVALID, "a copy is of arrays of one context, and of one size");
    return to->context->backend->copy(to->handle, to->guard, from->handle, from->guard, to->bytes, fault);
}

/* ---- guard zones ---- */

/* How many bytes of a guard zone were changed, and the first of them. */
struct change {
    size_t bytes, first;
};

static struct change find_change(const uint8_t *guard, size_t bytes)
{
    const uint8_t *own = guard_pattern();
    struct change change = {0};
    for (size_t i = memcmp(guard, own, bytes) ? bytes : 0; i-- > 0;)
        if (guard[i] != own[i])
            change = (struct change){change.bytes + 1, i};
    return change;
}

/* Restores the guard zones of an array, and reports what was written to them. */
static enum status check_guards(const struct compute_checked *checked, struct change before, struct change behind,
                                struct fault *fault)
{
    struct compute_array *array = checked->array;
    char front[96] = "", back[96] = "";
    enum status status = before.bytes ? write_guard(array, 0, fault) : OK;
    if (behind.bytes && status == OK)
        status = write_guard(array, array->guard + array->bytes, fault);
    if (status != OK || (!before.bytes && !behind.bytes))
        return status;
    if (before.bytes)
        snprintf(front, sizeof front, "%zu bytes written before the start (first at -%zu)", before.bytes,
                 array->guard - before.first);
    if (behind.bytes)
        snprintf(back, sizeof back, "%zu bytes written behind the end (first at +%zu)", behind.bytes, behind.first);
    return fail(fault, WRONG_RESULT, "%s: %s%s%s", checked->name, front, before.bytes && behind.bytes ? ", " : "",
                back);
}

enum { TOGETHER = 16 }; /* arrays whose guard zones are read with one wait */

/* The host buffer for both guard zones of each of them: page-locked, which is faster, if available. */
static uint8_t *find_room(struct compute_context *context)
{
    const size_t bytes = (size_t)2 * TOGETHER * COMPUTE_GUARD;
    struct guard_buffer *room = &context->guards;
    if (!room->bytes && context->backend->host_new(context->handle, bytes, &room->handle, &room->bytes, NULL) != OK)
        *room = (struct guard_buffer){.bytes = allocate(bytes)};
    return room->bytes;
}

/* Checks up to TOGETHER arrays of one context. Reports a write after an array's end rather than one before a start: a
 * kernel that overruns the former may reach the latter. */
static enum status check_together(const struct compute_checked *checked, size_t count, struct fault *fault)
{
    struct compute_context *context = checked->array->context;
    const struct compute_backend *backend = context->backend;
    uint8_t *room = find_room(context);
    enum status status = OK;
    for (size_t i = 0; i < count && status == OK; i++) {
        const struct compute_array *array = checked[i].array;
        uint8_t *to = room + 2 * i * COMPUTE_GUARD;
        if (!array->guard)
            continue;
        status = backend->receive(array->handle, 0, to, array->guard, 0, fault);
        if (status == OK)
            status = backend->receive(array->handle, array->guard + array->bytes, to + COMPUTE_GUARD, array->guard, 0,
                                      fault);
    }
    if (status == OK)
        status = backend->stream_finish(context->handle, 0, fault);
    if (status != OK)
        return status;
    struct fault told = {.status = OK};
    bool is_behind = false;
    for (size_t i = 0; i < count; i++) { /* all of them: a check restores */
        const uint8_t *read = room + 2 * i * COMPUTE_GUARD;
        const size_t bytes = checked[i].array->guard;
        const struct change behind = find_change(read + COMPUTE_GUARD, bytes);
        struct fault one = {.status = OK};
        check_guards(&checked[i], find_change(read, bytes), behind, &one);
        if (one.status != OK && (told.status == OK || (behind.bytes && !is_behind))) {
            told = one;
            is_behind = behind.bytes;
        }
    }
    return told.status == OK ? OK : fail(fault, told.status, "%s", told.text);
}

enum status compute_arrays_check(const struct compute_checked *checked, size_t count, struct fault *fault)
{
    enum status status = OK;
    for (size_t i = 0; i < count && status == OK; i++) {
        status = check_usable(checked[i].array, "check", fault);
        if (status == OK && checked[i].array->context != checked->array->context)
            status = fail(fault, INVALID, "check: arrays of two contexts");
    }
    if (status != OK)
        return status;
    for (size_t first = 0; first < count; first += TOGETHER) {
        const enum status some = check_together(&checked[first], count - first < TOGETHER ? count - first : TOGETHER,
                                                status == OK ? fault : NULL);
        status = status == OK ? some : status;
    }
    return status;
}

enum status compute_array_check(struct compute_array *array, const char *name, struct fault *fault)
{
    return compute_arrays_check(&(struct compute_checked){array, name}, 1, fault);
}
