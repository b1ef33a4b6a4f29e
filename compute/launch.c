/* Launches and streams: checks limits and arguments before the backend's call. */
#include "base/memory.h"
#include "compute/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- streams ---- */

enum status compute_stream_check(int stream, struct fault *fault)
{
    if (stream < 0 || stream >= COMPUTE_STREAMS)
        return fail(fault, INVALID, "stream %d: there are %d, counted from 0", stream, COMPUTE_STREAMS);
    return OK;
}

enum status compute_stream_wait(struct compute_context *context, int stream, int awaited, struct fault *fault)
{
    enum status status = compute_stream_check(stream, fault);
    if (status == OK)
        status = compute_stream_check(awaited, fault);
    if (status != OK || stream == awaited)
        return status;
    return context->backend->stream_wait(context->handle, stream, awaited, fault);
}

/* ---- limits ---- */

static enum status check_group(const struct compute_kernel *kernel, const uint32_t group[3], struct fault *fault)
{
    const struct compute_device *device = &kernel->context->device;
    uint64_t items = 1;
    for (int i = 0; i < 3; i++) {
        if (!group[i])
            return fail(fault, INVALID, "work-group of 0 work-items in dimension %d", i);
        if (__builtin_mul_overflow(items, group[i], &items))
            return fail(fault, INVALID, "work-group of more than 2^64 work-items");
    }
    if (device->max_group && items > device->max_group)
        return fail(fault, INVALID, "work-group of %llu work-items: this device allows %llu", (unsigned long long)items,
                    (unsigned long long)device->max_group);
    for (int i = 0; i < 3; i++)
        if (device->max_group_size[i] && group[i] > device->max_group_size[i])
            return fail(fault, INVALID, "work-group of %u work-items in dimension %d: this device allows %llu",
                        group[i], i, (unsigned long long)device->max_group_size[i]);
    if (kernel->known.max_group && items > kernel->known.max_group)
        return fail(fault, INVALID, "work-group of %llu work-items: this kernel allows %llu on this device",
                    (unsigned long long)items, (unsigned long long)kernel->known.max_group);
    return OK;
}

static enum status check_groups(const struct compute_kernel *kernel, struct compute_launch launch, struct fault *fault)
{
    const struct compute_device *device = &kernel->context->device;
    for (int i = 0; i < 3; i++) {
        uint64_t items;
        if (!launch.groups[i])
            return fail(fault, INVALID, "0 work-groups in dimension %d", i);
        if (device->max_groups[i] && launch.groups[i] > device->max_groups[i])
            return fail(fault, INVALID, "%llu work-groups in dimension %d: this device allows %llu",
                        (unsigned long long)launch.groups[i], i, (unsigned long long)device->max_groups[i]);
        if (__builtin_mul_overflow(launch.groups[i], launch.group[i], &items))
            return fail(fault, INVALID, "%llu work-groups of %u work-items in dimension %d: too many to count",
                        (unsigned long long)launch.groups[i], launch.group[i], i);
    }
    return OK;
}

/* Of the kernel's own and of its arguments; a backend without such parameters may get more. */
static enum status check_local(const struct compute_kernel *kernel, const struct compute_argument *arguments,
                               size_t count, struct fault *fault)
{
    const uint64_t allowed = kernel->context->device.local_bytes;
    const int own = kernel->known.resources.shared_bytes;
    uint64_t local = own > 0 ? (uint64_t)own : 0;
    for (size_t i = 0; i < count; i++)
        if (arguments[i].local && kernel->context->backend->local_parameters &&
            __builtin_add_overflow(local, arguments[i].size, &local))
            local = UINT64_MAX;
    if (allowed && local > allowed)
        return fail(fault, INVALID, "%llu bytes of local memory: this device allows %llu", (unsigned long long)local,
                    (unsigned long long)allowed);
    return OK;
}

/* ---- arguments ---- */

/* "argument 2", "argument 2 (n: ulong)" */
struct called {
    char text[128];
};

static struct called call(const struct compute_argument *argument, size_t i)
{
    struct called called;
    const char *name = argument->name;
    snprintf(called.text, sizeof called.text, "argument %zu%s%.80s%s", i, name ? " (" : "", name ? name : "",
             name ? ")" : "");
    return called;
}

static enum status check_constant(const struct compute_argument *argument, size_t i, struct fault *fault)
{
    const struct compute_array *array = argument->array;
    const char *name = argument->constant;
    if (!name || !*name)
        return fail(fault, INVALID, "argument %zu is constant memory without a name", i);
    if (!array || argument->value)
        return fail(fault, INVALID, "argument %zu: constant memory \"%s\" is not filled from an array", i, name);
    if (array->is_texture)
        return fail(fault, INVALID, "argument %zu: constant memory \"%s\" cannot be filled from a texture", i, name);
    if (!argument->size || argument->offset > array->bytes || argument->size > array->bytes - argument->offset)
        return fail(fault, INVALID, "argument %zu: constant memory \"%s\" of %zu bytes at %zu of an array of %zu", i,
                    name, argument->size, argument->offset, array->bytes);
    return OK;
}

static enum status check_argument(const struct compute_kernel *kernel, const struct compute_argument *argument,
                                  size_t i, struct fault *fault)
{
    const struct compute_array *array = argument->array;
    if (argument->local && (array || argument->value || argument->constant || !argument->size))
        return fail(fault, INVALID, "%s is local memory of 0 bytes, or something else, too", call(argument, i).text);
    if (argument->local)
        return OK;
    if (array && !compute_array_is(array))
        return fail(fault, INVALID, "%s is host memory, not an array", call(argument, i).text);
    if (array && array->context != kernel->context)
        return fail(fault, INVALID, "%s is an array of another context", call(argument, i).text);
    if (array && argument->value)
        return fail(fault, INVALID, "%s is both an array and a value", call(argument, i).text);
    if (argument->constant || (array && argument->size))
        return check_constant(argument, i, fault);
    if (!array && (!argument->value || !argument->size))
        return fail(fault, INVALID, "%s is neither an array nor a value", call(argument, i).text);
    return OK;
}

/* How many of a kernel's parameters an argument takes. */
static int parameters_of(const struct compute_kernel *kernel, const struct compute_argument *argument)
{
    const struct compute_backend *backend = kernel->context->backend;
    return argument->constant                               ? backend->constant_parameters
           : argument->local                                ? backend->local_parameters
           : argument->array && argument->array->is_texture ? backend->texture_parameters
                                                            : 1;
}

static int all_parameters_of(const struct compute_kernel *kernel, const struct compute_argument *arguments,
                             size_t count)
{
    int given = 0;
    for (size_t i = 0; i < count; i++)
        given += parameters_of(kernel, &arguments[i]);
    return given;
}

/* " (x: float[], n: uint)", of arguments that have names. */
static void list_names(const struct compute_argument *arguments, size_t count, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < count && arguments[i].name && used + 4 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.60s", i ? ", " : " (", arguments[i].name);
    if (used)
        snprintf(text + (used < size - 2 ? used : size - 2), 2, ")");
}

/* With too few arguments a kernel would read random values, or those of the previous launch. */
static enum status check_count(const struct compute_kernel *kernel, const struct compute_argument *arguments,
                               size_t count, struct fault *fault)
{
    int takes = kernel->known.parameters, given = all_parameters_of(kernel, arguments, count);
    char names[512];
    if (takes < 0 || takes == given)
        return OK;
    list_names(arguments, count, names, sizeof names);
    return fail(fault, INVALID, "kernel %s takes %d argument%s, %d %s given%s%s", kernel->entry, takes,
                takes == 1 ? "" : "s", given, given == 1 ? "was" : "were",
                given > (int)count   ? "; a texture counts as two"
                : given < (int)count ? "; constant memory counts as none, and so does CUDA's shared memory"
                                     : "",
                names);
}

/* Whether an argument has the size of parameter number `at`. In a backend that reports sizes, arrays and textures are
 * addresses, one parameter each. */
static enum status check_size(const struct compute_kernel *kernel, const struct compute_argument *argument, size_t i,
                              size_t at, struct fault *fault)
{
    const size_t takes = at < MAX_ARGUMENTS ? kernel->known.parameter_bytes[at] : 0;
    const struct called called = call(argument, i);
    if (!takes || argument->constant || argument->local ||
        takes == (argument->array ? sizeof(uint64_t) : argument->size))
        return OK;
    if (argument->array)
        return fail(fault, INVALID, "%s of kernel %s takes a value of %zu byte%s, an array was given", called.text,
                    kernel->entry, takes, takes == 1 ? "" : "s");
    return fail(fault, INVALID, "%s of kernel %s takes %zu byte%s, %zu %s given", called.text, kernel->entry, takes,
                takes == 1 ? "" : "s", argument->size, argument->size == 1 ? "was" : "were");
}

static struct backend_argument checked_argument(const struct compute_argument *argument)
{
    const struct compute_array *array = argument->array;
    struct backend_argument checked = {.value = argument->value,
                                       .size = argument->size,
                                       .constant = argument->constant,
                                       .local = argument->local,
                                       .name = argument->name};
    if (array && array->is_texture)
        checked.texture = array->handle;
    else if (array)
        checked.memory = array->handle;
    if (argument->constant)
        checked.offset = array->guard + argument->offset;
    return checked;
}

static enum status check_arguments(const struct compute_kernel *kernel, const struct compute_argument *arguments,
                                   size_t count, struct backend_argument *checked, struct fault *fault)
{
    uint64_t constant_bytes = 0, allowed = kernel->context->device.constant_bytes;
    if (count > MAX_ARGUMENTS)
        return fail(fault, INVALID, "%zu arguments: at most %d", count, MAX_ARGUMENTS);
    for (size_t i = 0; i < count; i++) {
        enum status status = check_argument(kernel, &arguments[i], i, fault);
        if (status != OK)
            return status;
        if (i && arguments[i - 1].constant && !arguments[i].constant)
            return fail(fault, INVALID, "argument %zu stands behind constant memory, which comes last", i);
        if (arguments[i].constant)
            constant_bytes += arguments[i].size;
        checked[i] = checked_argument(&arguments[i]);
    }
    if (allowed && constant_bytes > allowed)
        return fail(fault, INVALID, "%llu bytes of constant memory: this device allows %llu",
                    (unsigned long long)constant_bytes, (unsigned long long)allowed);
    enum status status = check_count(kernel, arguments, count, fault);
    for (size_t i = 0, at = 0; i < count && status == OK; at += (size_t)parameters_of(kernel, &arguments[i]), i++)
        status = check_size(kernel, &arguments[i], i, at, fault);
    return status;
}

/* ---- launches ---- */

enum status compute_kernel_launch(struct compute_kernel *kernel, struct compute_launch launch,
                                  const struct compute_argument *arguments, size_t count, struct fault *fault)
{
    struct backend_argument checked[MAX_ARGUMENTS];
    enum status status = compute_stream_check(launch.stream, fault);
    if (status == OK)
        status = check_group(kernel, launch.group, fault);
    if (status == OK)
        status = check_groups(kernel, launch, fault);
    if (status == OK)
        status = check_arguments(kernel, arguments, count, checked, fault);
    if (status == OK)
        status = check_local(kernel, arguments, count, fault);
    return status == OK ? kernel->context->backend->launch(kernel->handle, launch, checked, count, fault) : status;
}

enum status compute_kernel_set(struct compute_kernel *kernel, size_t index, struct compute_argument argument,
                               struct fault *fault)
{
    const int takes = kernel->known.parameters;
    if (index >= MAX_ARGUMENTS)
        return fail(fault, INVALID, "argument %zu: at most %d, counted from 0", index, MAX_ARGUMENTS);
    enum status status = check_argument(kernel, &argument, index, fault);
    if (status == OK && takes >= 0 && !argument.constant && index >= (size_t)takes)
        return fail(fault, INVALID, "kernel %s has no argument %zu: it takes %d, counted from 0", kernel->entry, index,
                    takes);
    if (status == OK)
        status = check_size(kernel, &argument, index, index, fault);
    if (status != OK)
        return status;

    struct set_argument *set = &kernel->set[index];
    void *copy = argument.constant ? allocate_text(argument.constant) : argument.value ? allocate(argument.size) : NULL;
    if (argument.value)
        argument.value = memcpy(copy, argument.value, argument.size);
    else if (argument.constant)
        argument.constant = copy;
    free(set->copy);
    *set = (struct set_argument){argument, copy, true};
    return OK;
}

enum status compute_kernel_execute(struct compute_kernel *kernel, struct compute_launch launch, struct fault *fault)
{
    struct compute_argument arguments[MAX_ARGUMENTS];
    size_t count = MAX_ARGUMENTS, i = 0;
    while (count && !kernel->set[count - 1].is_set)
        count--;
    for (; i < count && kernel->set[i].is_set; i++)
        arguments[i] = kernel->set[i].argument;
    if (i < count || all_parameters_of(kernel, arguments, count) < kernel->known.parameters)
        return fail(fault, INVALID, "argument %zu of kernel %s was not set", i, kernel->entry);
    return compute_kernel_launch(kernel, launch, arguments, count, fault);
}
