/* References: the front, which is the same for all backends, and the libraries that they come from. */
#include "compute/reference.h"
#include "compute/context.h"
#include "compute/library.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- libraries ---- */

/* "FOLDER/WITHIN/libgpubench_NAME.so", if it exists. */
static bool locate(const char *folder, const char *within, const char *name, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%slibgpubench_%s.so", folder, within, name);
    return length > 0 && (size_t)length < size && !access(path, F_OK);
}

static bool find_library(const char *name, char *path, size_t size)
{
    const char *named = getenv("GPUBENCH_REFERENCES");
    if (named)
        return locate(named, "", name, path, size);
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = 0;
    return locate(program, "", name, path, size) || locate(program, "../lib/gpubench/", name, path, size);
}

enum status reference_find(const char *library, const char *function, reference_function **found, struct fault *fault)
{
    /* The function found last: one is called many times before the next. */
    static struct {
        char library[64], function[64];
        reference_function *address;
    } last;
    if (last.address && !strcmp(last.library, library) && !strcmp(last.function, function)) {
        *found = last.address;
        return OK;
    }
    char path[PATH_MAX + 64], text[256];
    if (!find_library(library, path, sizeof path))
        return fail(fault, UNSUPPORTED, "there is no libgpubench_%s.so: it is built where nvcc is", library);
    void *opened = library_open((const char *const[]){path, NULL}, text, sizeof text);
    if (!opened)
        return fail(fault, UNSUPPORTED, "%s", text);
    const struct library_symbol symbols[] = {{function, 0}, {NULL, 0}};
    if (!library_load(opened, symbols, found, text, sizeof text))
        return fail(fault, UNSUPPORTED, "%s: %s", path, text);
    snprintf(last.library, sizeof last.library, "%s", library);
    snprintf(last.function, sizeof last.function, "%s", function);
    last.address = *found;
    return OK;
}

/* ---- calls ---- */

static enum status call(struct compute_context *context, const struct compute_reference *reference,
                        struct reference_call *call, struct fault *fault)
{
    struct backend_reference of = {.library = reference->library, .function = reference->function};
    enum status status = compute_not_capturing(context, "a reference", fault);
    if (status != OK)
        return status;
    if (!context->backend->reference)
        return fail(fault, UNSUPPORTED, "needs CUDA");
    for (; of.arrays < reference->arrays && of.arrays < COMPUTE_REFERENCE_ARRAYS; of.arrays++) {
        const struct compute_array *array = reference->array[of.arrays];
        if (!compute_array_is(array) || array->is_texture || array->context != context)
            return fail(fault, INVALID, "argument %zu of %s is no array of this context", of.arrays, of.function);
        of.memory[of.arrays] = array->handle;
    }
    if (reference->scratch) {
        of.scratch = reference->scratch->handle;
        call->scratch_bytes = reference->scratch->bytes;
    }
    call->n = reference->n;
    call->rows = reference->rows;
    call->settings = reference->settings;
    return context->backend->reference(context->handle, &of, call, fault);
}

enum status compute_reference_scratch(struct compute_context *context, const struct compute_reference *reference,
                                      size_t *bytes, struct fault *fault)
{
    struct reference_call asked = {.stage = REFERENCE_SCRATCH};
    enum status status = call(context, reference, &asked, fault);
    *bytes = status == OK ? asked.scratch_bytes : 0;
    return status;
}

enum status compute_reference_prepare(struct compute_context *context, const struct compute_reference *reference,
                                      struct fault *fault)
{
    return call(context, reference, &(struct reference_call){.stage = REFERENCE_PREPARE}, fault);
}

enum status compute_reference_run(struct compute_context *context, const struct compute_reference *reference,
                                  struct fault *fault)
{
    return call(context, reference, &(struct reference_call){.stage = REFERENCE_RUN}, fault);
}
