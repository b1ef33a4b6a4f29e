/* Several kernels of a spec, launched in order. */
#include "base/memory.h"
#include "spec/json.h"

#include <string.h>

static size_t find_argument(const struct spec *spec, const char *name)
{
    for (size_t a = 0; a < spec->arguments; a++)
        if (!strcmp(spec->argument[a].name, name))
            return a;
    return SIZE_MAX;
}

static bool read_arguments(struct reader *reader, const json_t *list, const char *at, struct spec_kernel *kernel)
{
    struct spec *spec = reader->spec;
    const struct path path = spec_path("%s.arguments", at);
    const size_t count = json_array_size(list);
    if (!json_is_array(list))
        return spec_wrong(reader, path.text, "is missing: the names of those that it takes");
    if (count > MAX_SPEC_ARGUMENTS)
        return spec_wrong(reader, path.text, "has %zu; there may be %d", count, MAX_SPEC_ARGUMENTS);
    size_t *arguments = spec_own(spec, allocate((count + 1) * sizeof *arguments));
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name)
            return spec_wrong(reader, path.text, "[%zu] is no text", i);
        arguments[i] = find_argument(spec, name);
        if (arguments[i] == SIZE_MAX)
            return spec_wrong(reader, path.text, "there is no argument %.40s", name);
    }
    kernel->argument = arguments;
    kernel->arguments = count;
    return true;
}

bool spec_read_local(struct reader *reader, const json_t *value, const char *path, struct spec_kernel *kernel)
{
    const bool is_none = !value || (json_is_integer(value) && !json_integer_value(value));
    if (!is_none && reader->spec->language != LANGUAGE_CUDA)
        return spec_wrong(reader, path, "is CUDA's: in OpenCL it is an argument of MemoryType Local");
    return is_none || spec_read_expression(reader, value, path, SCOPE_CONFIG, &kernel->local);
}

static bool read_kernel(struct reader *reader, const json_t *object, const char *at, struct spec_kernel *kernel)
{
    const char *entry;
    const json_t *group = json_object_get(object, "group");
    *kernel = (struct spec_kernel){.entry = NULL};
    if (!spec_need_text(reader, object, at, "entry", &entry))
        return false;
    kernel->entry = spec_keep(reader, entry);
    return read_arguments(reader, json_object_get(object, "arguments"), at, kernel) &&
           spec_read_sides(reader, json_object_get(object, "groups"), spec_path("%s.groups", at).text, SCOPE_CONFIG,
                           kernel->groups) &&
           spec_read_sides(reader, group, spec_path("%s.group", at).text, SCOPE_CONFIG, kernel->group) &&
           spec_read_local(reader, json_object_get(object, "local"), spec_path("%s.local", at).text, kernel) &&
           spec_limit_group(reader, group);
}

bool spec_read_kernels(struct reader *reader, const json_t *list)
{
    struct spec *spec = reader->spec;
    const size_t count = json_array_size(list);
    if (!json_is_array(list) || !count || count >= MAX_KERNELS)
        return spec_wrong(reader, "gpubench.kernels", "is no list of 1 to %d kernels", MAX_KERNELS - 1);
    spec->kernel = spec_own(spec, allocate(count * sizeof *spec->kernel));
    for (; spec->kernels < count; spec->kernels++)
        if (!read_kernel(reader, json_array_get(list, spec->kernels),
                         spec_path("gpubench.kernels[%zu]", spec->kernels).text, &spec->kernel[spec->kernels]))
            return false;
    return true;
}
