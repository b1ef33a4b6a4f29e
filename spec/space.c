/* The parameters of a spec, their values, and which of these go together. */
#include "base/memory.h"
#include "spec/json.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool take_numbers(struct reader *reader, struct parameter *parameter, const struct expression_value *values)
{
    bool real = false;
    for (size_t v = 0; v < parameter->count; v++)
        real = real || values[v].kind == EXPRESSION_REAL || values[v].integer > INT_MAX || values[v].integer < INT_MIN;
    int *integers = spec_own(reader->spec, allocate(parameter->count * sizeof *integers));
    double *reals = spec_own(reader->spec, allocate(parameter->count * sizeof *reals));
    for (size_t v = 0; v < parameter->count; v++) {
        const struct expression_value value = values[v];
        reals[v] = value.kind == EXPRESSION_REAL ? value.real : (double)value.integer;
        integers[v] = real ? 0 : (int)value.integer;
    }
    parameter->reals = real ? reals : NULL;
    parameter->values = real ? NULL : integers;
    return true;
}

static bool take_words(struct reader *reader, struct parameter *parameter, const struct expression_value *values)
{
    const char **words = spec_own(reader->spec, allocate((parameter->count + 1) * sizeof *words));
    for (size_t v = 0; v < parameter->count; v++)
        words[v] = spec_keep(reader, values[v].word);
    parameter->words = words;
    parameter->literal = true;
    return true;
}

enum { MOST_VALUES = 1 << 16 };

static bool read_values(struct reader *reader, struct parameter *parameter, const char *text, const char *path)
{
    FREED struct expression_value *values = NULL;
    struct fault why = {0};
    size_t words = 0;
    if (expression_list(text, NULL, NULL, MOST_VALUES, &values, &parameter->count, &why) != OK)
        return spec_wrong(reader, path, "%s", why.text);
    if (!parameter->count)
        return spec_wrong(reader, path, "has no values");
    for (size_t v = 0; v < parameter->count; v++)
        words += values[v].kind == EXPRESSION_WORD;
    if (words && words < parameter->count)
        return spec_wrong(reader, path, "has numbers and words");
    return words ? take_words(reader, parameter, values) : take_numbers(reader, parameter, values);
}

static bool read_default(struct reader *reader, const struct parameter *parameter, const json_t *value,
                         const char *path, int *to)
{
    const char *text;
    if (json_is_array(value) && json_array_size(value) == 1)
        value = json_array_get(value, 0);
    if (!spec_read_formula(reader, value, path, &text))
        return false;
    size_t position = text ? parameter_find(parameter, text) : 0;
    if (position == SIZE_MAX)
        return spec_wrong(reader, path, "%s is none of its values", text);
    *to = parameter_value(parameter, position);
    return true;
}

static bool read_parameter(struct reader *reader, const json_t *entry, size_t p)
{
    struct spec *spec = reader->spec;
    const struct path at = spec_path("ConfigurationSpace.TuningParameters[%zu]", p);
    const char *name, *type, *values;
    struct parameter *parameter = &spec->parameters[p];
    if (!spec_need_text(reader, entry, at.text, "Name", &name) ||
        !spec_need_text(reader, entry, at.text, "Values", &values) ||
        !spec_read_text(reader, entry, at.text, "Type", &type) ||
        !spec_check_name(reader, name, spec_path("%s.Name", at.text).text))
        return false;
    for (size_t other = 0; other < p; other++)
        if (!strcmp(spec->parameters[other].name, name))
            return spec_wrong(reader, at.text, "%s is ConfigurationSpace.TuningParameters[%zu], too", name, other);
    parameter->name = spec_keep(reader, name);
    parameter->summary = "";
    return read_values(reader, parameter, values, spec_path("%s.Values", at.text).text) &&
           read_default(reader, parameter, json_object_get(entry, "Default"), spec_path("%s.Default", at.text).text,
                        &spec->defaults[p]) &&
           (spec->parameter_count++, true);
}

static bool read_parameters(struct reader *reader, const json_t *list)
{
    struct spec *spec = reader->spec;
    const size_t count = json_array_size(list);
    const char *at = "ConfigurationSpace.TuningParameters";
    if (!json_is_array(list) || !count)
        return spec_wrong(reader, at, "is missing");
    if (count > MAX_SPEC_PARAMETERS)
        return spec_wrong(reader, at, "has %zu parameters; there may be %d", count, MAX_SPEC_PARAMETERS);
    spec->parameters = spec_own(spec, allocate((count + 1) * sizeof *spec->parameters));
    spec->defaults = spec_own(spec, allocate(count * sizeof *spec->defaults));
    bool good = true;
    for (size_t p = 0; p < count && good; p++)
        good = read_parameter(reader, json_array_get(list, p), p);
    return good;
}

static bool read_conditions(struct reader *reader, const json_t *list)
{
    struct spec *spec = reader->spec;
    const size_t count = json_array_size(list);
    const char *text;
    if (list && !json_is_null(list) && !json_is_array(list))
        return spec_wrong(reader, "ConfigurationSpace.Conditions", "is no list");
    spec->constraints = spec_own(spec, allocate((count + 1 + MAX_KERNELS) * sizeof *spec->constraints));
    for (size_t c = 0; c < count; c++) {
        const struct path at = spec_path("ConfigurationSpace.Conditions[%zu]", c);
        const json_t *entry = json_array_get(list, c);
        const json_t *expression = json_is_object(entry) ? json_object_get(entry, "Expression") : entry;
        if (!spec_read_formula(reader, expression, at.text, &text) || !text)
            return text ? false : spec_wrong(reader, at.text, "is no expression");
        spec->constraints[c] = (struct constraint){.text = spec_keep(reader, text)};
    }
    return true;
}

bool spec_read_space(struct reader *reader)
{
    const json_t *space = json_object_get(reader->root, "ConfigurationSpace");
    return read_parameters(reader, json_object_get(space, "TuningParameters")) &&
           read_conditions(reader, json_object_get(space, "Conditions"));
}
