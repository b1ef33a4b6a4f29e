/* Checks a spec's arguments against its kernel's signature, as far as that can be read. */
#include "base/memory.h"
#include "base/nearest.h"
#include "spec/json.h"
#include "spec/source.h"
#include "spec/write.h"

#include <stdio.h>
#include <string.h>

/* ---- the kernel ---- */

/* Whether macros may make kernels whose names cannot be read. */
static bool pastes(const struct spec *spec)
{
    for (const struct kernel_file *file = spec->files; file->name; file++)
        if (strstr(file->text, "##"))
            return true;
    return false;
}

/* The place of a kernel's entry point or arguments, "entry" or "arguments". */
static struct path place_of(const struct reader *reader, size_t k, const char *key)
{
    const json_t *several = json_object_get(json_object_get(reader->root, "gpubench"), "kernels");
    return several                 ? spec_path("gpubench.kernels[%zu].%s", k, key)
           : !strcmp(key, "entry") ? spec_path("KernelSpecification.KernelName")
                                   : spec_path("KernelSpecification.Arguments");
}

static bool check_entry(const struct reader *reader, const struct source *source, size_t k)
{
    const struct spec *spec = reader->spec;
    const struct path at = place_of(reader, k, "entry");
    struct names names = {0};
    char known[400] = "";
    size_t length = 0;
    FREED char *entry = allocate_text(spec->kernel[k].entry);
    entry[strcspn(entry, "< ")] = '\0';
    if (!source->kernels || source_mentions(spec, entry) || pastes(spec))
        return true;
    for (size_t i = 0; i < source->kernels; i++)
        names_add(&names, source->kernel[i].entry);
    for (size_t i = 0; i < names.count && length < sizeof known; i++)
        length += (size_t)snprintf(known + length, sizeof known - length, " %s", names.name[i]);
    const char *nearest = nearest_name(entry, &names);
    return spec_wrong(reader, at.text, "%s has no kernel '%s'%s%s%s it has:%s", spec->files->name, entry,
                      nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : ";", known);
}

/* A template must be named with its arguments. */
static bool check_template(const struct reader *reader, const struct spec_kernel *kernel,
                           const struct signature *signature)
{
    return !signature->form || strchr(kernel->entry, '<') ||
           spec_wrong(reader, "KernelSpecification.KernelName", "%s is a template: '%s', of parameters, or of values",
                      kernel->entry, signature->form);
}

/* ---- an argument ---- */

static const char *role_word(const struct signature_argument *wanted)
{
    return !wanted->is_written ? "in" : wanted->is_read ? "inout" : "out";
}

/* A matching argument: "'a: float 2'", as an option; else the key of a spec. */
static char *fitting(const struct reader *reader, const struct signature_argument *wanted, size_t a, bool same_form)
{
    const json_t *list = json_object_get(json_object_get(reader->root, "KernelSpecification"), "Arguments");
    const bool is_array = wanted->passing == PASSED_ARRAY;
    const char *type = wanted->type ? wanted->type : "float";
    if (reader->name)
        return same_form ? text_make("\"Type\": \"%s\"", type)
                         : text_make("\"MemoryType\": \"%s\"", is_array ? "Vector" : "Scalar");
    if (same_form) {
        FREED char *text = spec_option_argument(json_array_get(list, a), type);
        return text_make("'%s'", text);
    }
    return is_array ? text_make("'%s: %s %s[n]'", wanted->name, role_word(wanted), type)
                    : text_make("'%s: %s %s'", wanted->name, type, !strcmp(wanted->name, "n") ? "n" : "1");
}

/* Numbers of the same size; signed and unsigned whole ones match. */
static bool same_type(struct type type, const char *wanted, bool is_array)
{
    const struct type other = type_find(wanted);
    return type.scalar->bytes == other.scalar->bytes &&
           (type.scalar->kind == SCALAR_FLOAT) == (other.scalar->kind == SCALAR_FLOAT) &&
           (is_array || type.width == other.width);
}

static const char *article(const char *noun)
{
    return strchr("aeio", *noun) ? "an" : "a";
}

static bool check_argument(const struct reader *reader, const struct signature *signature, size_t k, size_t a)
{
    const struct spec_argument *given = &reader->spec->argument[a];
    const struct signature_argument *wanted = &signature->argument[k];
    const struct path at = spec_path("KernelSpecification.Arguments[%zu]", a);
    const bool is_array = given->role != ROLE_VALUE, outputs = given->role == ROLE_OUTPUT || given->role == ROLE_BOTH;
    if (wanted->passing == PASSED_OTHERWISE || wanted->passing == PASSED_LOCAL)
        return true;
    const bool same_form = is_array == (wanted->passing == PASSED_ARRAY);
    FREED char *fit = fitting(reader, wanted, a, same_form);
    if (!same_form)
        return spec_wrong(reader, at.text, "argument %zu of %s is `%s`, and this is %s: %s", k + 1, signature->entry,
                          wanted->text, is_array ? "an array" : "a value", fit);
    if (wanted->type && !same_type(given->type, wanted->type, is_array))
        return spec_wrong(reader, at.text, "argument %zu of %s is `%s`, and this is %s %s: %s", k + 1, signature->entry,
                          wanted->text, article(given->type.scalar->name), given->type.scalar->name, fit);
    if (outputs && wanted->is_const)
        return spec_wrong(reader, at.text, "argument %zu of %s is `%s`, which is only read: %s", k + 1,
                          signature->entry, wanted->text, reader->name ? "\"AccessType\": \"ReadOnly\"" : "use in");
    return true;
}

/* ---- all arguments ---- */

static size_t find_wanted(const struct signature *signature, const char *name)
{
    for (size_t k = 0; k < signature->arguments; k++)
        if (!strcmp(signature->argument[k].name, name))
            return k;
    return SIZE_MAX;
}

static bool has(const struct spec *spec, const struct spec_kernel *kernel, const char *name)
{
    for (size_t k = 0; k < kernel->arguments; k++)
        if (!strcmp(spec->argument[kernel->argument[k]].name, name))
            return true;
    return false;
}

/* The parameters per argument: two for a texture in OpenCL, with its sampler; none for CUDA's local and constant
 * memory, and for what a kernel accesses by a global name. */
static size_t parameters_of(const struct spec *spec, const struct spec_argument *argument,
                            const struct signature *signature, bool too_many)
{
    if (spec->language == LANGUAGE_CUDA && (argument->role == ROLE_LOCAL || argument->constant))
        return 0;
    if (too_many && find_wanted(signature, argument->name) == SIZE_MAX && source_mentions(spec, argument->name))
        return 0;
    return argument->width && spec->language == LANGUAGE_OPENCL ? 2 : 1;
}

/* The arguments passed to the kernel, in order, a texture with a sampler twice. */
static struct spec_kernel passed_of(struct spec *spec, const struct spec_kernel *kernel,
                                    const struct signature *signature)
{
    const bool too_many = kernel->arguments > signature->arguments;
    struct spec_kernel passed = *kernel;
    size_t *arguments = spec_own(spec, allocate((2 * kernel->arguments + 1) * sizeof *arguments));
    passed.argument = arguments;
    passed.arguments = 0;
    for (size_t k = 0; k < kernel->arguments; k++)
        for (size_t p = parameters_of(spec, &spec->argument[kernel->argument[k]], signature, too_many); p; p--)
            arguments[passed.arguments++] = kernel->argument[k];
    return passed;
}

static bool check_count(const struct reader *reader, const struct spec_kernel *kernel,
                        const struct signature *signature, const char *at)
{
    const struct spec *spec = reader->spec;
    size_t k = 0;
    if (kernel->arguments == signature->arguments)
        return true;
    if (kernel->arguments < signature->arguments) {
        while (k + 1 < signature->arguments && has(spec, kernel, signature->argument[k].name))
            k++;
        FREED char *fit = fitting(reader, &signature->argument[k], 0, false);
        return spec_wrong(reader, at, "%s takes %zu arguments, and %zu %s given: `%s` is missing%s%s", signature->entry,
                          signature->arguments, kernel->arguments, kernel->arguments == 1 ? "is" : "are",
                          signature->argument[k].text, reader->name ? "" : ": ", reader->name ? "" : fit);
    }
    while (k + 1 < kernel->arguments && find_wanted(signature, spec->argument[kernel->argument[k]].name) != SIZE_MAX)
        k++;
    return spec_wrong(reader, at, "%s takes %zu argument%s, and %zu are given: %s is none of them", signature->entry,
                      signature->arguments, signature->arguments == 1 ? "" : "s", kernel->arguments,
                      spec->argument[kernel->argument[k]].name);
}

/* Checks for names at other positions in the kernel. */
static bool check_order(const struct reader *reader, const struct spec_kernel *kernel,
                        const struct signature *signature)
{
    const struct spec *spec = reader->spec;
    char order[300] = "";
    size_t length = 0;
    for (size_t k = 0; k < signature->arguments && length < sizeof order; k++)
        length +=
            (size_t)snprintf(order + length, sizeof order - length, "%s%s", k ? ", " : "", signature->argument[k].name);
    for (size_t k = 0; k < kernel->arguments; k++) {
        const size_t a = kernel->argument[k], other = find_wanted(signature, spec->argument[a].name);
        const bool is_sampler = k && kernel->argument[k - 1] == a;
        if (other != SIZE_MAX && other != k && !is_sampler)
            return spec_wrong(reader, spec_path("KernelSpecification.Arguments[%zu]", a).text,
                              "argument %zu of %s is `%s`, and this is %s: the order is %s", k + 1, signature->entry,
                              signature->argument[k].text, spec->argument[a].name, order);
    }
    return true;
}

static bool check_kernel(const struct reader *reader, size_t k, const struct signature *signature)
{
    const struct spec_kernel passed = passed_of(reader->spec, &reader->spec->kernel[k], signature);
    const struct path at = place_of(reader, k, "arguments");
    bool good = check_count(reader, &passed, signature, at.text) && check_order(reader, &passed, signature);
    for (size_t a = 0; a < passed.arguments && good; a++)
        good = check_argument(reader, signature, a, passed.argument[a]);
    return good;
}

bool spec_check_fit(const struct reader *reader)
{
    struct spec *spec = reader->spec;
    const struct source source = source_read(spec);
    for (size_t k = 0; k < spec->kernels; k++) {
        const struct signature *signature = source_find(&source, spec->kernel[k].entry);
        if (!signature && !check_entry(reader, &source, k))
            return false;
        if (signature && !check_template(reader, &spec->kernel[k], signature))
            return false;
        if (signature && signature->readable && signature->counted && !check_kernel(reader, k, signature))
            return false;
    }
    spec_find_unused(reader, &source);
    return true;
}
