/* A spec's JSON: the autotuning community's T1, and what we add under a key of our own (TUNING.md). Nothing of it is
 * evaluated but expressions. */
#include "base/memory.h"
#include "spec/files.h"
#include "spec/json.h"

#include <ctype.h>
#include <string.h>

bool spec_read_sides(struct reader *reader, const json_t *sides, const char *at, enum scope scope,
                     struct expression *side[3])
{
    static const char *const names[] = {"X", "Y", "Z"};
    if (!json_is_object(sides))
        return spec_wrong(reader, at, "is missing");
    for (int d = 0; d < 3; d++)
        if (!spec_read_expression(reader, json_object_get(sides, names[d]), spec_path("%s.%s", at, names[d]).text,
                                  scope, &side[d]))
            return false;
    return side[0] || spec_wrong(reader, spec_path("%s.X", at).text, "is missing");
}

/* A work-group is one that the device has. */
bool spec_limit_group(struct reader *reader, const json_t *sides)
{
    struct spec *spec = reader->spec;
    size_t at = 0;
    const char *text[3];
    bool depends = false;
    for (int d = 0; d < 3; d++) {
        if (!spec_read_formula(reader, json_object_get(sides, ((const char *[]){"X", "Y", "Z"})[d]), "", &text[d]))
            return false;
        text[d] = text[d] ? text[d] : "1";
        depends = depends || !spec_compile(spec, text[d], SCOPE_PROBLEM, NULL, NULL);
    }
    if (!depends)
        return true; /* of all configurations: launches say it */
    while (spec->constraints[at].text)
        at++;
    spec->constraints[at] = (struct constraint){
        .text = "a work-group fits the device",
        .expression =
            spec_own(spec, text_make("(%s) * (%s) * (%s) <= device.group_max and (%s) <= device.group_max_x and "
                                     "(%s) <= device.group_max_y and (%s) <= device.group_max_z",
                                     text[0], text[1], text[2], text[0], text[1], text[2]))};
    return true;
}

static bool read_language(struct reader *reader, const char *word, const char *file)
{
    static const struct {
        const char *word, *suffix;
        enum kernel_language language;
    } languages[] = {{"CUDA", ".cu", LANGUAGE_CUDA},
                     {"OpenCL", ".cl", LANGUAGE_OPENCL},
                     {"OpenCL", ".opencl", LANGUAGE_OPENCL},
                     {"common", ".common", LANGUAGE_COMMON}};
    const char *suffix = strrchr(file, '.');
    for (size_t l = 0; l < sizeof languages / sizeof *languages; l++)
        if (word ? !strcmp(word, languages[l].word) : suffix && !strcmp(suffix, languages[l].suffix)) {
            reader->spec->language = languages[l].language;
            return true;
        }
    return spec_wrong(reader, "KernelSpecification.Language", "is none of CUDA, OpenCL, common");
}

static bool read_kernel(struct reader *reader, const char *folder)
{
    const json_t *object = json_object_get(reader->root, "KernelSpecification");
    struct spec *spec = reader->spec;
    const char *at = "KernelSpecification", *entry, *file, *language, *type;
    struct fault why = {0};
    const json_t *kernels = json_object_get(json_object_get(reader->root, "gpubench"), "kernels");
    if (!(kernels ? spec_read_text : spec_need_text)(reader, object, at, "KernelName", &entry) ||
        !spec_need_text(reader, object, at, "KernelFile", &file) ||
        !spec_read_text(reader, object, at, "Language", &language) ||
        !spec_read_text(reader, object, at, "GlobalSizeType", &type) || !read_language(reader, language, file) ||
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
    kernel->counts_items = type && !strcmp(type, "OpenCL");
    const json_t *group = json_object_get(object, "LocalSize");
    return spec_read_sides(reader, json_object_get(object, "GlobalSize"), "KernelSpecification.GlobalSize",
                           SCOPE_CONFIG, kernel->groups) &&
           spec_read_sides(reader, group, "KernelSpecification.LocalSize", SCOPE_CONFIG, kernel->group) &&
           spec_limit_group(reader, group) && spec_read_flags(reader);
}

/* The name of the suite: lower-case letters, digits and underscores. */
static bool read_name(struct reader *reader)
{
    const char *name = json_string_value(json_object_get(json_object_get(reader->root, "General"), "BenchmarkName"));
    if (!name || !*name)
        return spec_wrong(reader, "General.BenchmarkName", "is missing");
    char *own = spec_keep(reader, name);
    for (char *at = own; *at; at++)
        *at = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '_';
    reader->spec->name = own;
    return true;
}

bool spec_parse(struct spec *spec, const char *text, const char *name, const char *folder, struct fault *fault)
{
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    struct reader reader = {spec, name, root, fault, folder};
    if (!root) {
        fail(fault, INVALID, "%s:%d: %s", name, error.line, error.text);
        return false;
    }
    const bool good =
        read_name(&reader) && spec_read_space(&reader) && read_kernel(&reader, folder) && spec_read_own(&reader);
    json_decref(root);
    return good;
}
