/* Reads a spec's JSON: the autotuning community's T1, with additions under our own key (TUNING.md). Only expressions
 * are evaluated. */
#include "base/memory.h"
#include "spec/files.h"
#include "spec/json.h"
#include "spec/keys.h"

#include <ctype.h>
#include <string.h>

enum { MOST_OF_NAME = 64, CHECKED = 1024 };

static bool read_kernel(struct reader *reader, const char *folder)
{
    const json_t *object = json_object_get(reader->root, "KernelSpecification");
    struct spec *spec = reader->spec;
    const char *at = "KernelSpecification", *entry, *file, *language;
    struct fault why = {0};
    const json_t *kernels = json_object_get(json_object_get(reader->root, "gpubench"), "kernels");
    if (!(kernels ? spec_read_text : spec_need_text)(reader, object, at, "KernelName", &entry) ||
        !spec_need_text(reader, object, at, "KernelFile", &file) ||
        !spec_read_text(reader, object, at, "Language", &language) ||
        !spec_read_language(reader, language, file, "KernelSpecification.Language", &spec->language) ||
        !spec_read_arguments(reader))
        return false;
    if (spec_read_files(spec, folder, file, &why) != OK)
        return spec_wrong(reader, "KernelSpecification.KernelFile", "%s", why.text);
    if (kernels)
        return spec_read_kernels(reader, kernels) && spec_read_flags(reader);
    struct spec_kernel *kernel = spec->kernel = spec_own(spec, allocate(sizeof *kernel));
    size_t *arguments = spec_own(spec, allocate(spec->arguments * sizeof *arguments));
    for (size_t a = 0; a < spec->arguments; a++)
        arguments[a] = a;
    spec->kernels = 1;
    *kernel =
        (struct spec_kernel){.entry = spec_keep(reader, entry), .argument = arguments, .arguments = spec->arguments};
    return spec_read_grid(reader, object, kernel) &&
           spec_read_local(reader, json_object_get(object, "SharedMemory"), "KernelSpecification.SharedMemory",
                           kernel) &&
           spec_read_flags(reader);
}

/* The name of the suite: lower-case letters, digits and underscores; by default the kernel's. */
static bool read_name(struct reader *reader)
{
    const char *name = json_string_value(json_object_get(json_object_get(reader->root, "General"), "BenchmarkName"));
    const char *kernel =
        json_string_value(json_object_get(json_object_get(reader->root, "KernelSpecification"), "KernelName"));
    const json_t *several = json_object_get(json_object_get(reader->root, "gpubench"), "kernels");
    kernel = kernel ? kernel : json_string_value(json_object_get(json_array_get(several, 0), "entry"));
    name = name && *name ? name : kernel;
    if (!name || !*name)
        return spec_wrong(reader, "General.BenchmarkName", "is missing");
    if (strlen(name) > MOST_OF_NAME)
        return spec_wrong(reader, "General.BenchmarkName", "is longer than %d letters", MOST_OF_NAME);
    char *own = spec_keep(reader, name);
    for (char *at = own; *at; at++)
        *at = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '_';
    reader->spec->name = own;
    return true;
}

/* Checks that arrays have sizes at the first n, and that their first numbers are valid. */
static bool check_arrays(struct reader *reader)
{
    const struct spec *spec = reader->spec;
    struct expression_value slots[SPEC_SLOTS];
    double numbers[CHECKED]; /* enough for numbers of any type */
    struct fault why = {0};
    if (spec_slots(spec, spec->n, NULL, slots, &why) != OK)
        return spec_wrong(reader, "KernelSpecification.Arguments", "%s", why.text);
    for (size_t a = 0; a < spec->arguments; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        const struct path at = spec_path("KernelSpecification.Arguments[%zu]", a);
        uint64_t count;
        if (!argument->count || argument->resized)
            continue;
        if (spec_count(argument->count, slots, &count, &why) != OK)
            return spec_wrong(reader, spec_path("%s.Size", at.text).text, "%s", why.text);
        if (!count)
            return spec_wrong(reader, spec_path("%s.Size", at.text).text, "is 0");
        if (argument->fill == FILL_GENERATOR &&
            spec_fill(spec, a, slots, 0, numbers, (count < CHECKED ? count : CHECKED) * argument->type.scalar->bytes,
                      &why) != OK)
            return spec_wrong(reader, spec_path("%s.DataSource", at.text).text, "%s", why.text);
    }
    return true;
}

/* Requires n: otherwise a single element would be computed, and pass all checks. */
static bool check_n(const struct reader *reader)
{
    return reader->spec->sizes || !reader->spec->names_n ||
           spec_wrong(reader, "gpubench.sizes", "is missing: how large n is, such as 2^20,2^24");
}

bool spec_parse(struct spec *spec, const char *text, const char *name, const char *folder, struct fault *fault)
{
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    struct reader reader = {.spec = spec, .name = name, .root = root, .fault = fault, .folder = folder};
    if (!root) {
        fail(fault, INVALID, "%s:%d: %s", name ? name : "tune", error.line, error.text);
        return false;
    }
    const bool good = spec_check_marks(&reader) && spec_check_keys(&reader) && read_name(&reader) &&
                      spec_adopt(&reader) && spec_read_problem(&reader) && spec_read_constants(&reader) &&
                      spec_read_space(&reader) && read_kernel(&reader, folder) && spec_check_fit(&reader) &&
                      spec_read_own(&reader) && check_n(&reader) && check_arrays(&reader);
    if (*reader.passed_over.text)
        spec_warn(spec, text_make("%s: not read: %s", name ? name : "tune", reader.passed_over.text));
    json_decref(root);
    return good;
}
