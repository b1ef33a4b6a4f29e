#include "spec/options.h"

#include "base/memory.h"
#include "base/text.h"
#include "spec/type.h"
#include "spec/write.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of a text, without surrounding blanks. */
struct part {
    const char *begin;
    size_t length;
};

static struct part trim(const char *begin, size_t length)
{
    while (length && isspace((unsigned char)*begin))
        begin++, length--;
    while (length && isspace((unsigned char)begin[length - 1]))
        length--;
    return (struct part){begin, length};
}

/* The part up to the next `end` outside brackets and quotes; *rest is after it, or NULL. */
static struct part next_part(const char *text, char end, const char **rest)
{
    int depth = 0;
    char quote = 0;
    const char *at = text;
    for (; *at && (depth || quote || *at != end); at++) {
        if (quote || *at == '\'' || *at == '"')
            quote = !quote ? *at : quote == *at ? 0 : quote;
        else
            depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    }
    *rest = *at ? at + 1 : NULL;
    return trim(text, (size_t)(at - text));
}

static json_t *text_of(struct part part)
{
    return json_stringn(part.begin, part.length);
}

/* ---- parameters ---- */

static bool is_value(struct part part)
{
    FREED char *text = strndup(part.begin, part.length);
    char *end;
    strtod(text, &end);
    return (end > text && !*end) || !strcmp(text, "True") || !strcmp(text, "False");
}

/* A list unchanged; or comma-separated values, with words quoted. */
static char *values_of(const char *text)
{
    if (strchr("[(", *text) || strstr(text, "range("))
        return allocate_text(text);
    char *list;
    size_t size;
    FILE *file = memory_stream(&list, &size);
    for (const char *rest = text, *at = text; rest; at = rest) {
        const struct part part = next_part(at, ',', &rest);
        const char *quote = is_value(part) || strchr("'\"", *part.begin) ? "" : "'";
        fprintf(file, "%s%s%.*s%s", at == text ? "[" : ", ", quote, (int)part.length, part.begin, quote);
    }
    fputc(']', file);
    fclose(file);
    return list;
}

static enum status add_parameters(const struct spec_options *options, json_t *list, struct fault *fault)
{
    for (size_t p = 0; p < options->parameter_count; p++) {
        const char *values;
        const struct part name = next_part(options->parameters[p], '=', &values);
        if (!values || !name.length || !values[strspn(values, " ")])
            return fail(fault, INVALID, "tune: --param takes NAME=VALUE[,VALUE], not '%s'", options->parameters[p]);
        FREED char *text = values_of(values + strspn(values, " "));
        json_array_append_new(list, json_pack("{s:o, s:s}", "Name", text_of(name), "Values", text));
    }
    return OK;
}

/* ---- arguments ---- */

static const struct {
    const char *word, *access;
} roles[] = {{"inout", "ReadWrite"}, {"in", "ReadOnly"}, {"out", "WriteOnly"}, {"scratch", "Scratch"}};

/* A mistake in an argument, and a correct form; to be freed. */
struct mistake {
    const char *what;
    char *example;
};

static bool takes_word(const char **text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || isalnum((unsigned char)(*text)[length]))
        return false;
    *text += length;
    *text += strspn(*text, " ");
    return true;
}

/* "random", "random(-1, 1)", "sequence", "0"; without a fill the numbers are random. False for anything else. */
static bool add_fill(json_t *argument, const char *text)
{
    double least, most;
    int end = 0;
    if (!*text || !strcmp(text, "random"))
        json_object_set_new(argument, "FillType", json_string("Random"));
    else if (sscanf(text, "random ( %lf , %lf ) %n", &least, &most, &end) == 2 && end && !text[end]) {
        json_object_set_new(argument, "FillType", json_string("Random"));
        json_object_set_new(argument, "gpubench", json_pack("{s:[ff]}", "range", least, most));
    } else if (!strcmp(text, "sequence"))
        json_object_set_new(argument, "FillType", json_string("Sequence"));
    else if (takes_word(&text, "random") || takes_word(&text, "sequence"))
        return false;
    else {
        json_object_set_new(argument, "FillType", json_string("Constant"));
        json_object_set_new(argument, "FillValue", json_string(text));
    }
    return true;
}

/* "float 2.5" */
static struct mistake read_value(json_t *argument, const char *name, const char *text)
{
    const size_t type = strcspn(text, " ");
    const char *value = text + type + strspn(text + type, " ");
    json_object_set_new(argument, "Type", json_stringn(text, type));
    json_object_set_new(argument, "MemoryType", json_string("Scalar"));
    json_object_set_new(argument, "FillType", json_string("Constant"));
    json_object_set_new(argument, "FillValue", json_string(value));
    if (*value)
        return (struct mistake){NULL, NULL};
    return (struct mistake){"a value is missing", text_make("%s: %.*s 1", name, (int)type, text)};
}

/* "float[n] random", for an array of this role. */
static struct mistake read_array(json_t *argument, const char *name, const char *role, const char *access,
                                 const char *text)
{
    const char *bracket = strchr(text, '['), *rest = "";
    const struct part type = trim(text, bracket ? (size_t)(bracket - text) : strlen(text));
    const struct part count = bracket ? next_part(bracket + 1, ']', &rest) : (struct part){"", 0};
    const bool is_input = !strcmp(access, "ReadOnly") || !strcmp(access, "ReadWrite");
    const char *what = !type.length    ? "the type is missing"
                       : !bracket      ? "the number of elements is missing"
                       : !rest         ? "a ] is missing"
                       : !count.length ? "the number of elements is missing"
                                       : NULL;
    const char *fill = "";
    json_object_set_new(argument, "Type", text_of(type));
    json_object_set_new(argument, "MemoryType", json_string("Vector"));
    json_object_set_new(argument, "AccessType", json_string(access));
    json_object_set_new(argument, "Size", text_of(count));
    if (!what && !is_input && rest[strspn(rest, " ")])
        what = "what is only written is not filled";
    if (!what && is_input && !add_fill(argument, rest + strspn(rest, " "))) {
        what = "a fill is random(LEAST, MOST), sequence or a number";
        fill = " random(0, 1)";
    }
    if (!what)
        return (struct mistake){NULL, NULL};
    return (struct mistake){what, text_make("%s: %s %.*s[%.*s]%s", name, role, type.length ? (int)type.length : 5,
                                            type.length ? type.begin : "float", count.length ? (int)count.length : 1,
                                            count.length ? count.begin : "n", fill)};
}

/* Reads what follows the name. */
static struct mistake read_argument(json_t *argument, const char *name, const char *text)
{
    for (size_t r = 0; r < sizeof roles / sizeof *roles; r++)
        if (takes_word(&text, roles[r].word))
            return read_array(argument, name, roles[r].word, roles[r].access, text);
    if (strchr(text, '['))
        return (struct mistake){"an array is in, out, inout or scratch", text_make("%s: in %s", name, text)};
    return read_value(argument, name, text);
}

/* The correct form of an argument in C's notation: "u: in float[n]" for "global const float *u"; else NULL. */
static char *example_of_c(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *name = text + strlen(text);
    while (name > text && strchr(letters, name[-1]))
        name--;
    const char *end = name;
    while (end > text && strchr(" *", end[-1]))
        end--;
    const char *type = end;
    while (type > text && strchr(letters, type[-1]))
        type--;
    FREED char *word = strndup(type, (size_t)(end - type));
    if (!*name || !type_find(word).scalar)
        return NULL;
    return strchr(end, '*') ? text_make("%s: in %s[n]", name, word) : text_make("%s: %s 1", name, word);
}

/* The mistake of a missing : after the name. */
static struct mistake unnamed(const char *text)
{
    const size_t first = strcspn(text, " ");
    char *example = example_of_c(text);
    if (!example)
        example = text_make("%.*s:%s", (int)first, text, text[first] ? text + first : " float 1");
    return (struct mistake){"a : is missing after the name", example};
}

static enum status add_arguments(const struct spec_options *options, json_t *list, struct fault *fault)
{
    for (size_t a = 0; a < options->argument_count; a++) {
        const char *rest, *text = options->arguments[a];
        const struct part part = next_part(text, ':', &rest);
        FREED char *name = strndup(part.begin, part.length);
        json_t *argument = json_pack("{s:s*}", "Name", name);
        struct mistake mistake = rest ? read_argument(argument, name, rest + strspn(rest, " ")) : unnamed(text);
        FREED char *example = mistake.example;
        json_array_append_new(list, argument);
        if (mistake.what)
            return fail(fault, INVALID, "tune: --arg '%s': %s, for example '%s'", text, mistake.what, example);
    }
    return OK;
}

char *spec_option_argument(const json_t *argument, const char *type)
{
    const char *access = json_string_value(json_object_get(argument, "AccessType")), *role = "in";
    const char *name = json_string_value(json_object_get(argument, "Name"));
    if (!access)
        return text_make("%s: %s %s", name, type, json_string_value(json_object_get(argument, "FillValue")));
    for (size_t r = 0; r < sizeof roles / sizeof *roles; r++)
        role = strcmp(roles[r].access, access) ? role : roles[r].word;
    return text_make("%s: %s %s[%s]", name, role, type, json_string_value(json_object_get(argument, "Size")));
}

/* ---- the spec ---- */

/* JSON cannot represent a text that is not UTF-8, and would omit it. */
static enum status check_text(const char *option, const char *text, struct fault *fault)
{
    json_t *made = text ? json_string(text) : json_null();
    const bool good = made;
    json_decref(made);
    return good ? OK : fail(fault, INVALID, "tune: %s '%s' is no UTF-8", option, text);
}

static enum status check_texts(const struct spec_options *options, struct fault *fault)
{
    const char *const entry[] = {options->entry}, *const name[] = {options->name}, *const group[] = {options->group},
                      *const groups[] = {options->groups}, *const bytes[] = {options->bytes},
                      *const flops[] = {options->flops};
    const struct {
        const char *option;
        const char *const *text;
        size_t count;
    } all[] = {{"--entry", entry, 1},
               {"--name", name, 1},
               {"--group", group, 1},
               {"--groups", groups, 1},
               {"--bytes", bytes, 1},
               {"--flops", flops, 1},
               {"--param", options->parameters, options->parameter_count},
               {"--constraint", options->conditions, options->condition_count},
               {"--arg", options->arguments, options->argument_count},
               {"--check", options->checks, options->check_count}};
    enum status status = OK;
    for (size_t a = 0; a < sizeof all / sizeof *all; a++)
        for (size_t i = 0; i < all[a].count && status == OK; i++)
            status = check_text(all[a].option, all[a].text[i], fault);
    return status;
}

static enum status check_sides(const char *option, const char *text, struct fault *fault)
{
    const char *rest = text;
    for (int d = 0; d < 3 && rest; d++)
        next_part(rest, ',', &rest);
    return rest ? fail(fault, INVALID, "tune: %s takes X[,Y[,Z]], not '%s'", option, text) : OK;
}

static json_t *sides_of(const char *text)
{
    static const char *const names[] = {"X", "Y", "Z"};
    json_t *sides = json_object();
    const char *rest = text;
    for (int d = 0; d < 3 && rest; d++)
        json_object_set_new(sides, names[d], text_of(next_part(rest, ',', &rest)));
    return sides;
}

static json_t *texts_of(const char *const *texts, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(texts[i]));
    return list;
}

static enum status check_given(const struct spec_options *options, struct fault *fault)
{
    const struct {
        bool given;
        const char *option, *what;
    } needed[] = {{options->entry, "--entry", "the kernel's name in the file"},
                  {options->group, "--group", "work-items of a group, such as BLOCK"},
                  {options->groups, "--groups", "how many groups, such as 'ceil(n / BLOCK)'"},
                  {options->argument_count, "--arg", "the kernel's arguments, in its order"},
                  {options->parameter_count, "--param", "what is tuned, such as BLOCK=64,128,256"},
                  {options->check_count || options->unverified || options->has_function, "--check",
                   "what is right, such as 'y[i] == 2 * x[i]'"}};
    char *missing;
    size_t size, count = 0;
    FILE *file = memory_stream(&missing, &size);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i].given)
            fprintf(file, "%s%s (%s)", count++ ? ", " : "", needed[i].option, needed[i].what);
    fclose(file);
    enum status status = OK;
    if (count)
        status = fail(fault, INVALID, "tune: %s %s missing; or begin with: gpubench tune --init %s", missing,
                      count > 1 ? "are" : "is", options->kernel);
    free(missing);
    return status;
}

enum status spec_write(const struct spec_options *options, char **text, struct fault *fault)
{
    const char *slash = strrchr(options->kernel, '/'), *file = slash ? slash + 1 : options->kernel;
    json_t *parameters = json_array(), *arguments = json_array();
    enum status status = check_given(options, fault);
    if (status == OK)
        status = check_texts(options, fault);
    if (status == OK)
        status = check_sides("--group", options->group, fault);
    if (status == OK)
        status = check_sides("--groups", options->groups, fault);
    if (status == OK)
        status = add_parameters(options, parameters, fault);
    if (status == OK)
        status = add_arguments(options, arguments, fault);
    if (status != OK) {
        json_decref(parameters);
        json_decref(arguments);
        return status;
    }
    json_t *root =
        json_pack("{s:{s:o}, s:{s:o, s:o}, s:{s:s*, s:s*, s:s, s:s, s:o, s:o, s:o}, s:{s:s*, s:s*, s:s*, s:o}}",
                  "General", "BenchmarkName", spec_write_name(options->name, file), "ConfigurationSpace",
                  "TuningParameters", parameters, "Conditions", texts_of(options->conditions, options->condition_count),
                  "KernelSpecification", "Language", options->language, "KernelName", options->entry, "KernelFile",
                  file, "GlobalSizeType", "CUDA", "GlobalSize", sides_of(options->groups), "LocalSize",
                  sides_of(options->group), "Arguments", arguments, "gpubench", "sizes", options->sizes, "bytes",
                  options->bytes, "flops", options->flops, "checks", texts_of(options->checks, options->check_count));
    if (options->tolerance >= 0)
        json_object_set_new(json_object_get(root, "gpubench"), "tolerance", json_real(options->tolerance));
    if (options->unverified)
        json_object_set_new(json_object_get(root, "gpubench"), "unverified", json_true());
    return spec_write_text(root, text, fault);
}
