#include "spec/spec.h"

#include "base/file.h"
#include "base/memory.h"
#include "spec/files.h"
#include "spec/model.h"

#include <stdlib.h>
#include <string.h>

void spec_free(struct spec *spec)
{
    if (!spec)
        return;
    for (size_t i = 0; i < spec->owned_count; i++)
        free(spec->owned[i]);
    free(spec->warning);
    free(spec->owned);
    free(spec);
}

/* The key of the text, and of the files as read. */
static struct store_key key_of(const struct spec *spec, const char *text)
{
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, text);
    for (const struct kernel_file *file = spec->files; file->name; file++) {
        store_hash_text(&hash, file->name);
        store_hash_text(&hash, file->text);
    }
    for (size_t a = 0; a < spec->arguments; a++)
        store_hash_add(&hash, spec->argument[a].file.bytes, spec->argument[a].file.size);
    for (size_t a = 0; spec->reference.file && a < spec->arguments; a++)
        store_hash_add(&hash, spec->reference.file[a].bytes, spec->reference.file[a].size);
    return store_hash_key(&hash);
}

enum status spec_make(const char *text, const char *name, const char *folder, struct spec **spec, struct fault *fault)
{
    struct spec *made = allocate(sizeof *made);
    if (!spec_parse(made, text, name, folder, fault)) {
        spec_free(made);
        return fault->status;
    }
    made->key = key_of(made, text);
    spec_build(made);
    const enum status status = spec_settle(made, name, fault);
    if (status == OK)
        *spec = made;
    else
        spec_free(made);
    return status;
}

/* Also hashes files beside it, as a rebuilt program is a different one. */
static enum status add_library(struct spec *spec, const char *file, struct fault *fault)
{
    char *const path = realpath(file, NULL);
    FREED char *bytes = NULL;
    size_t size;
    if (!path)
        return fail(fault, INVALID, "--reference-library: %s: there is no such file", file);
    spec->reference.library = spec_own(spec, path);
    const enum status status = file_read(path, &bytes, &size, fault);
    if (status != OK)
        return status;
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, spec->key.text);
    store_hash_text(&hash, path);
    store_hash_text(&hash, spec->reference.function);
    store_hash_add(&hash, bytes, size);
    spec->key = store_hash_key(&hash);
    return OK;
}

enum status spec_take_library(struct spec *spec, const char *library, struct fault *fault)
{
    FREED char *file = allocate_text(library);
    char *const colon = strrchr(file, ':');
    if (spec->right != RIGHT_FUNCTION && spec->right != RIGHT_NONE)
        return fail(fault, INVALID, "--reference-library: there is a reference already, or checks");
    if (colon) {
        *colon = '\0';
        spec->reference.function = spec_own(spec, allocate_text(colon + 1));
    }
    if (!spec->reference.function)
        return fail(fault, INVALID, "--reference-library: of %s which function? FILE:FUNCTION", library);
    const enum status status = add_library(spec, file, fault);
    if (status != OK)
        return status;
    if (spec->right == RIGHT_NONE)
        spec_check_outputs(spec);
    spec->right = RIGHT_FUNCTION;
    spec_build(spec);
    return OK;
}

bool spec_is_unverified(const struct spec *spec)
{
    return spec->right == RIGHT_NONE;
}

enum status spec_read(const char *path, struct spec **spec, struct fault *fault)
{
    FREED char *text = NULL;
    FREED char *folder = allocate_text(path);
    char *slash = strrchr(folder, '/');
    const enum status status = spec_read_text_file(path, &text, fault);
    if (status != OK)
        return status;
    if (slash)
        slash[slash == folder] = '\0';
    else
        *folder = '\0';
    return spec_make(text, path, folder, spec, fault);
}

const struct suite *spec_suite(const struct spec *spec)
{
    return &spec->suite;
}

const struct kernel_file *spec_files(const struct spec *spec)
{
    return spec->files;
}

const char *spec_sizes(const struct spec *spec)
{
    return spec->sizes;
}

const char *spec_entry(const struct spec *spec, size_t i)
{
    return i < spec->kernels ? spec->kernel[i].entry : NULL;
}

const char *spec_warning(const struct spec *spec, size_t i)
{
    return i < spec->warnings ? spec->warning[i] : NULL;
}

struct store_key spec_key(const struct spec *spec)
{
    return spec->key;
}
