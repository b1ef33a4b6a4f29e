/* Expands ProblemSize[1], max(PARAMETER) and constants in expressions; and manages a spec's memory. */
#include "base/memory.h"
#include "spec/model.h"
#include "tuner/constraints.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 3 };

/* ---- memory ---- */

void *spec_own(struct spec *spec, void *memory)
{
    spec->owned = grow(spec->owned, spec->owned_count, &spec->owned_capacity, sizeof *spec->owned);
    spec->owned[spec->owned_count++] = memory;
    return memory;
}

void spec_warn(struct spec *spec, char *text)
{
    spec->warning = grow(spec->warning, spec->warnings, &spec->warning_capacity, sizeof *spec->warning);
    spec->warning[spec->warnings++] = spec_own(spec, text);
}

const struct spec_constant *spec_find_constant(const struct spec *spec, const char *name, size_t length)
{
    for (size_t c = 0; c < spec->constants; c++)
        if (strlen(spec->constant[c].name) == length && !memcmp(spec->constant[c].name, name, length))
            return &spec->constant[c];
    return NULL;
}

/* ---- expressions ---- */

/* The expandable part at a place of a text: its length, and its replacement. */
struct found {
    size_t length;
    char text[64];
    const char *size; /* instead of the text, which is static */
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

/* max(p) and min(p) over all values of a parameter. */
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

/* The length of a name, or of a number; device.group_max is one name. */
static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' ||
           (length && at[length] == '.' && isalnum((unsigned char)at[length + 1])))
        length++;
    return length;
}

/* Writes the replacement, padded with blanks, so that columns of faults are those of the original text. */
static void put(FILE *file, const struct found *found)
{
    const char *text = found->size ? found->size : found->text;
    const bool is_whole = !text[strspn(text, "0123456789")] || !strcmp(text, "n");
    const int length = fprintf(file, is_whole ? "%s" : "(%s)", text);
    fprintf(file, "%*s", length < (int)found->length ? (int)found->length - length : 0, "");
}

/* Expands a name, word or single byte; returns its length. */
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
    if (*at == '\'' || *at == '"') { /* a word: up to its end quote */
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
