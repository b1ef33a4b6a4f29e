/* The arguments of a spec's kernel. */
#include "base/memory.h"
#include "spec/json.h"

#include <math.h>
#include <string.h>

/* KTT's generator: an expression of the element's index, i. */
static bool read_generator(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at)
{
    const char *text;
    struct fault why = {0};
    if (!spec_need_text(reader, entry, at, "DataSource", &text))
        return false;
    argument->generator = spec_compile(reader->spec, text, SCOPE_INDEX, "i", &why);
    if (!argument->generator)
        return spec_wrong(reader, spec_path("%s.DataSource", at).text, "%s", why.text);
    return !expression_sums(argument->generator) ||
           spec_wrong(reader, spec_path("%s.DataSource", at).text, "sums are for checks");
}

/* [LEAST, MOST], or up to FillValue. The default for whole numbers is 0 to 99: below 1 all would be 0, and so would
 * most checks' results. */
static bool read_range(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at)
{
    const bool is_whole = argument->type.scalar->kind != SCALAR_FLOAT;
    const bool is_read = argument->role == ROLE_INPUT || argument->role == ROLE_BOTH;
    const json_t *range = json_object_get(json_object_get(entry, "gpubench"), "range");
    const struct path path = spec_path(range ? "%s.gpubench.range" : "%s.FillValue", at);
    double most = is_whole ? 100 : 1;
    if (!range && !spec_read_constant(reader, json_object_get(entry, "FillValue"), path.text, &most))
        return false;
    if (range && (json_array_size(range) != 2 || !json_is_number(json_array_get(range, 0)) ||
                  !json_is_number(json_array_get(range, 1))))
        return spec_wrong(reader, path.text, "is no list of two numbers");
    argument->least = json_number_value(json_array_get(range, 0));
    argument->most = range ? json_number_value(json_array_get(range, 1)) : most;
    const double least = argument->least, span = argument->most - least;
    if (is_whole && is_read && span > 0 && floor(least) + 1 >= argument->most)
        return spec_wrong(reader, path.text,
                          "whole numbers from %g to below %g are all %g: use a larger end, such as 100", least,
                          argument->most, floor(least));
    const struct scalar *scalar = argument->type.scalar;
    const double last = is_whole ? ceil(argument->most) - 1 : argument->most;
    if (span > 0 && isfinite(span) &&
        (!scalar_holds(scalar, is_whole ? floor(least) : least) || !scalar_holds(scalar, last)))
        return spec_wrong(reader, path.text, "from %g to below %g: not all fit %s", least, argument->most,
                          scalar->name);
    return (span > 0 && isfinite(span)) ||
           spec_wrong(reader, path.text, "nothing is from %g to %g", least, argument->most);
}

static bool read_fill(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at)
{
    static const char *const fills[] = {"Constant", "Random", "Sequence", "Generator"};
    const char *fill;
    if (!spec_read_text(reader, entry, at, "FillType", &fill))
        return false;
    if (json_object_get(json_object_get(entry, "gpubench"), "file") || (fill && !strcmp(fill, "BinaryRaw")))
        return true; /* read by storage.c */
    size_t f = 0;
    while (fill && f < sizeof fills / sizeof *fills && strcmp(fills[f], fill) != 0)
        f++;
    if (f == sizeof fills / sizeof *fills)
        return spec_wrong(reader, spec_path("%s.FillType", at).text,
                          "'%.40s' is none of Constant, Random, Sequence, Generator", fill);
    argument->fill = (enum fill)f;
    if (argument->fill == FILL_GENERATOR)
        return read_generator(reader, argument, entry, at);
    if (json_is_array(json_object_get(entry, "FillValue")))
        return spec_read_components(reader, argument, json_object_get(entry, "FillValue"), at);
    if (argument->fill == FILL_RANDOM)
        return read_range(reader, argument, entry, at);
    return spec_read_expression(reader, json_object_get(entry, "FillValue"), spec_path("%s.FillValue", at).text,
                                SCOPE_PROBLEM, &argument->value);
}

static bool read_role(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at)
{
    static const struct {
        const char *word;
        enum role role;
    } roles[] = {
        {"ReadOnly", ROLE_INPUT}, {"WriteOnly", ROLE_OUTPUT}, {"ReadWrite", ROLE_BOTH}, {"Scratch", ROLE_SCRATCH}};
    const char *memory, *access;
    if (!spec_need_text(reader, entry, at, "MemoryType", &memory) ||
        !spec_read_text(reader, entry, at, "AccessType", &access))
        return false;
    if (!strcmp(memory, "Scalar")) {
        argument->role = ROLE_VALUE;
        return true;
    }
    if (!strcmp(memory, "Local")) {
        argument->role = ROLE_LOCAL;
        return true;
    }
    const bool is_constant = !strcmp(memory, "Constant") || !strcmp(memory, "Symbol");
    if (strcmp(memory, "Vector") != 0 && !is_constant)
        return spec_wrong(reader, spec_path("%s.MemoryType", at).text,
                          "'%.40s' is none of Scalar, Vector, Constant, Local", memory);
    if (!access && is_constant)
        access = "ReadOnly";
    for (size_t r = 0; access && r < sizeof roles / sizeof *roles; r++)
        if (!strcmp(roles[r].word, access)) {
            argument->role = roles[r].role;
            return true;
        }
    return spec_wrong(reader, spec_path("%s.AccessType", at).text,
                      access ? "'%.40s' is none of ReadOnly, WriteOnly, ReadWrite, Scratch"
                             : "is missing: ReadOnly, WriteOnly, ReadWrite or Scratch",
                      access);
}

/* Its name, or argument3: in the schema arguments need no names. */
static bool read_name(struct reader *reader, const json_t *entry, size_t a, const char *at)
{
    struct spec *spec = reader->spec;
    const struct path path = spec_path("%s.Name", at);
    const char *name;
    if (!spec_read_text(reader, entry, at, "Name", &name))
        return false;
    name = spec->argument[a].name = name ? spec_keep(reader, name) : spec_own(spec, text_make("argument%zu", a));
    for (size_t other = 0; other < a; other++)
        if (!strcmp(spec->argument[other].name, name))
            return spec_wrong(reader, at, "%s is KernelSpecification.Arguments[%zu], too", name, other);
    for (size_t p = 0; p < spec->parameter_count; p++)
        if (!strcmp(spec->parameters[p].name, name))
            return spec_wrong(reader, at, "%s is ConfigurationSpace.TuningParameters[%zu], too", name, p);
    return spec_check_own_name(reader, name, path.text);
}

static bool read_argument(struct reader *reader, const json_t *entry, size_t a)
{
    struct spec *spec = reader->spec;
    struct spec_argument *argument = &spec->argument[a];
    const struct path at = spec_path("KernelSpecification.Arguments[%zu]", a);
    const char *type;
    if (!read_name(reader, entry, a, at.text) || !spec_need_text(reader, entry, at.text, "Type", &type))
        return false;
    argument->type = type_find(type);
    argument->type.is_packed = spec->language == LANGUAGE_CUDA;
    if (!argument->type.scalar)
        return spec_wrong(reader, spec_path("%s.Type", at.text).text,
                          "'%.40s' is no known type, such as int, uint, float, double, half or float4", type);
    if (!read_role(reader, argument, entry, at.text) || !read_fill(reader, argument, entry, at.text))
        return false;
    if (argument->role == ROLE_VALUE && !argument->value)
        return spec_wrong(reader, spec_path("%s.FillValue", at.text).text, "is missing: a number, such as 2.5, or n");
    return spec_read_storage(reader, argument, entry, at.text);
}

bool spec_read_arguments(struct reader *reader)
{
    const json_t *list = json_object_get(json_object_get(reader->root, "KernelSpecification"), "Arguments");
    struct spec *spec = reader->spec;
    const size_t count = json_array_size(list);
    const char *at = "KernelSpecification.Arguments";
    if (!json_is_array(list) || !count)
        return spec_wrong(reader, at, "is missing");
    if (count > MAX_SPEC_ARGUMENTS)
        return spec_wrong(reader, at, "has %zu; there may be %d", count, MAX_SPEC_ARGUMENTS);
    spec->argument = spec_own(spec, allocate(count * sizeof *spec->argument));
    bool good = true;
    for (size_t a = 0; a < count && good; a++, spec->arguments++)
        good = read_argument(reader, json_array_get(list, a), a);
    return good;
}
