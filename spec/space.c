/* Reads the parameters of a spec, their values, and the conditions on them. */
#include "base/memory.h"
#include "spec/json.h"
#include "tuner/constraints.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool take_numbers(struct reader *reader, struct parameter *parameter, const struct expression_value *values,
                         bool real)
{
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

enum { MOST_VALUES = 1 << 14, MOST_CONDITIONS = 1 << 10, MOST_TEXT = 1 << 17 };

static bool is_same(const struct expression_value *one, const struct expression_value *other)
{
    if (one->kind == EXPRESSION_WORD)
        return !strcmp(one->word, other->word);
    const double a = one->kind == EXPRESSION_REAL ? one->real : (double)one->integer;
    return a == (other->kind == EXPRESSION_REAL ? other->real : (double)other->integer);
}

/* Values must be all numbers, or all words, and distinct. */
static bool check_values(const struct reader *reader, const struct expression_value *values, size_t count,
                         const char *path)
{
    size_t words = 0;
    for (size_t v = 0; v < count; v++) {
        words += values[v].kind == EXPRESSION_WORD;
        if (values[v].kind == EXPRESSION_REAL && !isfinite(values[v].real))
            return spec_wrong(reader, path, "has a value that is no number: %g", values[v].real);
    }
    if (words && words < count)
        return spec_wrong(reader, path, "has numbers and words");
    for (size_t v = 1; v < count; v++)
        for (size_t before = 0; before < v; before++)
            if (is_same(&values[before], &values[v]))
                return spec_wrong(reader, path, "has a value twice: numbers %zu and %zu", before + 1, v + 1);
    return count || spec_wrong(reader, path, "has no values");
}

/* All parameters together may have MOST_VALUES. */
static bool read_values(struct reader *reader, struct parameter *parameter, const char *text, bool is_real,
                        const char *path)
{
    FREED struct expression_value *values = NULL;
    struct fault why = {0};
    size_t most = MOST_VALUES;
    for (const struct parameter *other = reader->spec->parameters; other < parameter; other++)
        most -= other->count;
    if (expression_list(text, NULL, NULL, most, &values, &parameter->count, &why) != OK)
        return spec_wrong(reader, path, "%s", why.text);
    if (!check_values(reader, values, parameter->count, path))
        return false;
    return values->kind == EXPRESSION_WORD ? take_words(reader, parameter, values)
                                           : take_numbers(reader, parameter, values, is_real);
}

/* A default that is no value is ignored: published spaces have some. */
static bool read_default(struct reader *reader, const struct parameter *parameter, const json_t *value,
                         const char *path, int *to)
{
    const char *text;
    if (json_is_array(value) && json_array_size(value) == 1)
        value = json_array_get(value, 0);
    if (!spec_read_formula(reader, value, path, &text))
        return false;
    size_t position = text ? parameter_find(parameter, text) : 0;
    if (position == SIZE_MAX) {
        spec_pass_over(reader, "%s (%.20s is none of the values)", path, text);
        position = 0;
    }
    *to = parameter_value(parameter, position);
    return true;
}

static bool read_type(struct reader *reader, const json_t *entry, const char *at, bool *is_real)
{
    static const char *const types[] = {"int", "uint", "bool", "string", "float"};
    const char *type;
    size_t t = 0;
    if (!spec_read_text(reader, entry, at, "Type", &type))
        return false;
    while (type && t < sizeof types / sizeof *types && strcmp(types[t], type) != 0)
        t++;
    *is_real = type && !strcmp(type, "float");
    return t < sizeof types / sizeof *types ||
           spec_wrong(reader, spec_path("%s.Type", at).text, "'%.40s' is none of int, uint, bool, string, float", type);
}

/* A text with a list; or the list itself, converted to text. */
static bool read_list(const struct reader *reader, const json_t *entry, const char *at, const char **text)
{
    const json_t *values = json_object_get(entry, "Values");
    if (!json_is_array(values))
        return spec_need_text(reader, entry, at, "Values", text);
    *text = spec_own(reader->spec, json_dumps(values, JSON_ENCODE_ANY));
    return true;
}

static bool read_parameter(struct reader *reader, const json_t *entry, size_t p)
{
    struct spec *spec = reader->spec;
    const struct path at = spec_path("ConfigurationSpace.TuningParameters[%zu]", p);
    const char *name, *values;
    struct parameter *parameter = &spec->parameters[p];
    bool is_real;
    if (!spec_need_text(reader, entry, at.text, "Name", &name) || !read_list(reader, entry, at.text, &values) ||
        !read_type(reader, entry, at.text, &is_real) ||
        !spec_check_own_name(reader, name, spec_path("%s.Name", at.text).text))
        return false;
    if (!strcmp(name, "n"))
        return spec_wrong(reader, at.text, "n is the size of the problem");
    for (size_t other = 0; other < p; other++)
        if (!strcmp(spec->parameters[other].name, name))
            return spec_wrong(reader, at.text, "%s is ConfigurationSpace.TuningParameters[%zu], too", name, other);
    parameter->name = spec_keep(reader, name);
    parameter->summary = "";
    return read_values(reader, parameter, values, is_real, spec_path("%s.Values", at.text).text) &&
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

bool spec_check_condition(const struct reader *reader, const char *text, const char *path, size_t *reads)
{
    struct spec *spec = reader->spec;
    const struct suite suite = {.name = spec->name};
    struct constraint list[2] = {{.text = text}};
    const struct bench bench = {.name = spec->name, .space = {.parameters = spec->parameters, .constraints = list}};
    const struct problem problem = {.suite = &suite, .bench = &bench, .n = spec->n};
    struct fault why = {0};
    struct constraints *made = constraints_new(&problem, NULL, &why);
    *reads = 0;
    if (made)
        constraints_reads(made, 0, reads);
    constraints_free(made);
    return made || (path && spec_wrong(reader, path, "%s", why.text));
}

static bool read_condition(struct reader *reader, const json_t *entry, size_t c)
{
    struct spec *spec = reader->spec;
    const bool is_object = json_is_object(entry);
    const struct path at = spec_path(is_object ? "%s[%zu].Expression" : "%s[%zu]", "ConfigurationSpace.Conditions", c);
    const char *text;
    size_t reads;
    struct fault why = {0};
    if (!spec_read_formula(reader, is_object ? json_object_get(entry, "Expression") : entry, at.text, &text))
        return false;
    if (!text)
        return spec_wrong(reader, at.text, "is missing");
    text = spec_expand(spec, spec_keep(reader, text), &why);
    if (!text)
        return spec_wrong(reader, at.text, "%s", why.text);
    if (strlen(text) > EXPRESSION_TEXT)
        return spec_wrong(reader, at.text, "is longer than %d bytes", EXPRESSION_TEXT);
    spec->constraints[c] = (struct constraint){.text = text};
    if (!spec_check_condition(reader, text, at.text, &reads))
        return false;
    return reads || spec_wrong(reader, at.text, "\"%.400s\": it reads no parameter", text);
}

static bool read_conditions(struct reader *reader, const json_t *list)
{
    struct spec *spec = reader->spec;
    const size_t count = json_array_size(list);
    const char *at = "ConfigurationSpace.Conditions";
    if (list && !json_is_null(list) && !json_is_array(list))
        return spec_wrong(reader, at, "is no list");
    if (count > MOST_CONDITIONS)
        return spec_wrong(reader, at, "has %zu conditions; there may be %d", count, MOST_CONDITIONS);
    spec->constraints = spec_own(spec, allocate((count + 1 + MAX_KERNELS) * sizeof *spec->constraints));
    size_t bytes = 0;
    bool good = true;
    for (size_t c = 0; c < count && good; c++) {
        good = read_condition(reader, json_array_get(list, c), c);
        bytes += good ? strlen(spec->constraints[c].text) : 0;
        good = good && (bytes <= MOST_TEXT || spec_wrong(reader, at, "have more than %d bytes", MOST_TEXT));
    }
    return good;
}

bool spec_read_space(struct reader *reader)
{
    const json_t *space = json_object_get(reader->root, "ConfigurationSpace");
    return read_parameters(reader, json_object_get(space, "TuningParameters")) &&
           read_conditions(reader, json_object_get(space, "Conditions"));
}
