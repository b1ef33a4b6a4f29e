/* The problem's sizes, n and ProblemSize, and what expressions have besides names of values: ProblemSize[1],
 * max(PARAMETER), constants. */
#include "base/memory.h"
#include "base/parse.h"
#include "spec/json.h"
#include "tuner/constraints.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 3 };

/* ---- reading ---- */

static bool read_sizes(struct reader *reader, const char *text)
{
    struct spec *spec = reader->spec;
    FREED char *parts = allocate_text(text);
    spec->sizes = spec_keep(reader, text);
    char *part, *rest = parts;
    for (bool is_first = true; (part = strsep(&rest, ",")); is_first = false) {
        uint64_t size;
        const char *mistake = parse_size(part, &size);
        if (mistake)
            return spec_wrong(reader, "gpubench.sizes", "'%s': %s", part, mistake);
        if (is_first)
            spec->n = size;
    }
    return true;
}

/* Without sizes of ours n is the first one, which is a constant. */
static bool take_first(struct reader *reader, const char *path)
{
    struct spec *spec = reader->spec;
    struct fault why = {0};
    FREED struct expression *made = expression_compile(spec->problem[0], NULL, NULL, &why);
    if (!made || spec_count(made, NULL, &spec->n, &why) != OK)
        return spec_wrong(reader, path, "%s", why.text);
    if (!spec->n)
        return spec_wrong(reader, path, "is 0");
    spec->n_is_first = true;
    spec->sizes = spec_own(spec, text_make("%llu", (unsigned long long)spec->n));
    return true;
}

/* A number, or a list of up to three. */
static bool read_problem_size(struct reader *reader, const json_t *value)
{
    const char *at = "KernelSpecification.ProblemSize";
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    if (!count || count > SIZES)
        return spec_wrong(reader, at, "has %zu sizes; there may be 1 to %d", count, SIZES);
    for (size_t k = 0; k < count; k++) {
        const struct path path = spec_path(json_is_array(value) ? "%s[%zu]" : "%s", at, k);
        const json_t *size = json_is_array(value) ? json_array_get(value, k) : value;
        const char *text;
        if (!spec_read_formula(reader, size, path.text, &text))
            return false;
        if (!text)
            return spec_wrong(reader, path.text, "is missing");
        reader->spec->problem[k] = spec_keep(reader, text);
    }
    return reader->spec->sizes || take_first(reader, spec_path("%s[0]", at).text);
}

bool spec_read_problem(struct reader *reader)
{
    const json_t *value = json_object_get(json_object_get(reader->root, "KernelSpecification"), "ProblemSize");
    const char *sizes;
    reader->spec->n = 1;
    return spec_read_text(reader, json_object_get(reader->root, "gpubench"), "gpubench", "sizes", &sizes) &&
           (!sizes || read_sizes(reader, sizes)) && (!value || json_is_null(value) || read_problem_size(reader, value));
}

/* ---- expressions ---- */

/* What is found at a place of a text: how long it is, and what stands for it. */
struct found {
    size_t length;
    char text[64];
    const char *size; /* instead of the text, which outlives this */
};

static bool find_size(const struct spec *spec, const char *at, struct found *found, struct fault *fault)
{
    unsigned k = 0;
    int end = 0;
    if (sscanf(at, "ProblemSize [ %5u ]%n", &k, &end) < 1 || !end)
        return true;
    found->length = (size_t)end;
    found->size = k < SIZES ? spec->problem[k] : NULL;
    if (!found->size)
        fail(fault, INVALID, "there is no ProblemSize[%u]", k);
    if (k == 0 && spec->n_is_first)
        found->size = "n";
    return found->size;
}

static const struct parameter *find_parameter(const struct spec *spec, const char *name)
{
    for (size_t p = 0; p < spec->parameter_count; p++)
        if (!strcmp(spec->parameters[p].name, name))
            return &spec->parameters[p];
    return NULL;
}

static double number_of(const struct parameter *parameter, size_t position)
{
    const struct expression_value value = parameter_constant(parameter, position);
    return value.kind == EXPRESSION_REAL ? value.real : (double)value.integer;
}

/* max(p) and min(p) of all values of a parameter. */
static bool find_extreme(const struct spec *spec, const char *at, struct found *found, struct fault *fault)
{
    char function[4] = "", name[128] = "";
    int end = 0;
    if (sscanf(at, "%3[maxin] ( %127[A-Za-z0-9_] )%n", function, name, &end) < 2 || !end)
        return true;
    const struct parameter *parameter = find_parameter(spec, name);
    const bool is_max = !strcmp(function, "max");
    if (!parameter || (!is_max && strcmp(function, "min") != 0))
        return true;
    if (parameter->words)
        return fail(fault, INVALID, "%s(%.40s): its values are words", function, name) == OK;
    double extreme = number_of(parameter, 0);
    for (size_t v = 1; v < parameter->count; v++)
        if (is_max ? number_of(parameter, v) > extreme : number_of(parameter, v) < extreme)
            extreme = number_of(parameter, v);
    found->length = (size_t)end;
    snprintf(found->text, sizeof found->text, "%.17g", extreme);
    return true;
}

/* Of a number, too; device.group_max is one name. */
static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' ||
           (length && at[length] == '.' && isalnum((unsigned char)at[length + 1])))
        length++;
    return length;
}

/* Filled with blanks to what it stands for, so that columns are those of the text as it was. */
static void put(FILE *file, const struct found *found)
{
    const char *text = found->size ? found->size : found->text;
    const bool is_whole = !text[strspn(text, "0123456789")] || !strcmp(text, "n");
    const int length = fprintf(file, is_whole ? "%s" : "(%s)", text);
    fprintf(file, "%*s", length < (int)found->length ? (int)found->length - length : 0, "");
}

/* One name, word or other byte at a place; how long it is. */
static size_t expand_part(const struct spec *spec, const char *at, FILE *file, bool *good, struct fault *fault)
{
    struct found found = {.length = 0};
    size_t length = name_length(at);
    const struct spec_constant *constant = length ? spec_find_constant(spec, at, length) : NULL;
    if (constant)
        found = (struct found){.length = length, .size = constant->text};
    *good = constant || !length || (find_size(spec, at, &found, fault) && find_extreme(spec, at, &found, fault));
    if (*good && found.length) {
        put(file, &found);
        return found.length;
    }
    if (*at == '\'' || *at == '"') { /* a word: up to where it ends */
        length = 1 + strcspn(at + 1, *at == '"' ? "\"" : "'");
        length += at[length] != '\0';
    }
    length = length ? length : 1;
    fwrite(at, 1, length, file);
    return length;
}

const char *spec_expand(struct spec *spec, const char *text, struct fault *fault)
{
    char *made;
    size_t size;
    bool good = true;
    if (strlen(text) > EXPRESSION_TEXT || (!spec->constants && !text[strcspn(text, "([")]))
        return text;
    FILE *file = memory_stream(&made, &size);
    for (const char *at = text; *at && good;)
        at += expand_part(spec, at, file, &good, fault);
    fclose(file);
    spec_own(spec, made);
    return good ? made : NULL;
}
