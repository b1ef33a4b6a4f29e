#include "spec/init.h"

#include "base/memory.h"
#include "spec/files.h"
#include "spec/json.h"
#include "spec/source.h"
#include "spec/spec.h"
#include "spec/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A placeholder, to be filled in. */
__attribute__((format(printf, 1, 2))) static json_t *mark(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    FREED char *text = text_make_list(format, values);
    va_end(values);
    return json_sprintf("? %s", text);
}

/* ---- parameters ---- */

/* Whether a macro probably is a group's work-items. */
static bool is_group(const char *name)
{
    static const char *const stems[] = {"BLOCK", "GROUP", "THREAD", "WG", "LOCAL"};
    for (size_t s = 0; s < sizeof stems / sizeof *stems; s++)
        if (strstr(name, stems[s]))
            return true;
    return false;
}

/* The macro of the group's size; or a proposed name. */
static const char *group_macro(const struct source *source)
{
    for (size_t m = 0; m < source->macros; m++)
        if (is_group(source->macro[m].name))
            return source->macro[m].name;
    return "BLOCK";
}

static json_t *parameter_of(const struct source_macro *macro)
{
    char *end = NULL;
    const long value = macro->standard ? strtol(macro->standard, &end, 0) : 0;
    if (!macro->standard)
        return json_pack("{s:s, s:o}", "Name", macro->name, "Values",
                         mark("values of %s to try, for example %s", macro->name,
                              is_group(macro->name) ? "[64, 128, 256]" : "[1, 2, 4] or range(1, 9)"));
    if (*end)
        return json_pack("{s:s, s:o, s:s}", "Name", macro->name, "Values",
                         mark("values of %s to try, for example ['%s']", macro->name, macro->standard), "Default",
                         macro->standard);
    return json_pack("{s:s, s:o, s:I}", "Name", macro->name, "Values",
                     mark("values of %s to try, with its default: [%ld, %ld, %ld]", macro->name, value / 2, value,
                          value < 1 << 30 ? value * 2 : value + 1),
                     "Default", (json_int_t)value);
}

/* Adds the parameters between < and > of a template's form. */
static void add_template(json_t *list, const char *form)
{
    const char *at = form ? strchr(form, '<') : NULL;
    while (at && *at && *at != '>') {
        at += strspn(at, "<, ");
        const size_t length = strcspn(at, ",>");
        const bool is_type = length > 5 && !strncmp(at + length - 5, "_TYPE", 5);
        json_array_append_new(list, json_pack("{s:o, s:o}", "Name", json_stringn(at, length), "Values",
                                              mark("%s of %.*s to try, such as %s", is_type ? "types" : "values",
                                                   (int)length, at, is_type ? "['float']" : "[1, 2, 4]")));
        at += length;
    }
}

static json_t *parameters_of(const struct source *source, const struct signature *signature)
{
    json_t *list = json_array();
    add_template(list, signature->form);
    for (size_t m = 0; m < source->macros; m++)
        json_array_append_new(list, parameter_of(&source->macro[m]));
    if (!json_array_size(list))
        json_array_append_new(
            list, json_pack("{s:o, s:o}", "Name",
                            mark("a macro of the kernel that is tuned, for example BLOCK: it uses none"), "Values",
                            mark("its values to try, as a list or a text, such as [64, 128, 256]")));
    return list;
}

/* ---- arguments ---- */

/* Whether a value with this name probably is a count. */
static bool is_count(const char *name)
{
    static const char *const names[] = {"n",     "size",     "length",       "len",
                                        "count", "elements", "num_elements", "n_elements"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(names[i], name))
            return true;
    return false;
}

static json_t *type_mark(const struct signature_argument *argument)
{
    if (argument->type)
        return json_string(argument->type);
    return mark("the type of %s, which is `%s`, for example float", argument->name, argument->text);
}

static json_t *value_of(const struct signature_argument *argument)
{
    json_t *value =
        is_count(argument->name) ? json_string("n") : mark("the value of %s, for example 2.5", argument->name);
    return json_pack("{s:s, s:o, s:s, s:s, s:o}", "Name", argument->name, "Type", type_mark(argument), "MemoryType",
                     "Scalar", "FillType", "Constant", "FillValue", value);
}

static json_t *local_of(const struct signature_argument *argument)
{
    return json_pack("{s:s, s:o, s:s, s:o}", "Name", argument->name, "Type", type_mark(argument), "MemoryType", "Local",
                     "Size", mark("how many elements of local memory %s has, for example BLOCK", argument->name));
}

static json_t *array_of(const struct signature_argument *argument)
{
    const char *access = !argument->is_written ? "ReadOnly" : argument->is_read ? "ReadWrite" : "WriteOnly";
    json_t *entry = json_pack("{s:s, s:o, s:s, s:s, s:o}", "Name", argument->name, "Type", type_mark(argument),
                              "MemoryType", "Vector", "AccessType", access, "Size",
                              mark("how many elements %s has, for example n", argument->name));
    if (!argument->is_written || argument->is_read)
        json_object_set_new(entry, "FillType", json_string("Random"));
    return entry;
}

static json_t *arguments_of(const struct signature *signature)
{
    json_t *list = json_array();
    for (size_t a = 0; a < signature->arguments; a++) {
        const struct signature_argument *argument = &signature->argument[a];
        const bool is_local = argument->passing == PASSED_LOCAL, is_array = strpbrk(argument->text, "*[");
        json_array_append_new(list, is_local ? local_of(argument) : is_array ? array_of(argument) : value_of(argument));
    }
    if (!signature->readable)
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "Name",
                                              mark("the name of an argument: macros make these, one entry for each"),
                                              "Type", mark("its type, for example float"), "MemoryType",
                                              mark("Vector for an array, Scalar for a value")));
    return list;
}

/* The first read-only argument, for an example. */
static const char *input_of(const struct signature *signature)
{
    for (size_t a = 0; a < signature->arguments; a++)
        if (signature->argument[a].passing == PASSED_ARRAY && !signature->argument[a].is_written)
            return signature->argument[a].name;
    return "x";
}

static json_t *checks_of(const struct signature *signature)
{
    json_t *list = json_array();
    for (size_t a = 0; a < signature->arguments; a++) {
        const struct signature_argument *argument = &signature->argument[a];
        if (argument->passing != PASSED_ARRAY || !argument->is_written)
            continue;
        json_array_append_new(list,
                              argument->is_read
                                  ? mark("what is right of %s, %s0 being %s before, for example %s[i] == 2 * %s0[i]",
                                         argument->name, argument->name, argument->name, argument->name, argument->name)
                                  : mark("what is right of %s, for example %s[i] == 2 * %s[i]", argument->name,
                                         argument->name, input_of(signature)));
    }
    if (!json_array_size(list))
        json_array_append_new(list, mark("what is right of an output y, for example y[i] == 2 * x[i]"));
    return list;
}

/* ---- launches ---- */

static const char *const sides[] = {"X", "Y", "Z"};

static json_t *group_of(const struct source *source, const struct signature *signature)
{
    json_t *group = json_object();
    for (int d = 0; d < 3; d++) {
        const bool is_one = !signature->group[d] || !strcmp(signature->group[d], "1");
        if (d >= signature->dimensions && is_one)
            continue;
        json_object_set_new(group, sides[d],
                            signature->group[d] ? json_string(signature->group[d])
                                                : mark("work-items of a group (threads of a block), for example %s",
                                                       signature->most ? signature->most
                                                       : d             ? "1"
                                                                       : group_macro(source)));
    }
    return group;
}

static json_t *groups_of(const struct source *source, const struct signature *signature)
{
    json_t *groups = json_object();
    for (int d = 0; d < signature->dimensions; d++)
        json_object_set_new(groups, sides[d],
                            mark("how many groups (blocks), for example ceil(n / %s)",
                                 signature->group[d] ? signature->group[d] : group_macro(source)));
    return groups;
}

/* ---- the spec ---- */

/* The kernel with a name, or the only one. */
static const struct signature *choose(const struct source *source, const struct spec_start *start, struct fault *fault)
{
    const struct signature *found = start->entry ? source_find(source, start->entry) : source->kernel;
    char names[600] = "";
    size_t length = 0;
    if (found && (start->entry || source->kernels == 1))
        return found;
    for (size_t k = 0; k < source->kernels && length < sizeof names; k++)
        length += (size_t)snprintf(names + length, sizeof names - length, " %s", source->kernel[k].entry);
    if (source->too_long)
        fail(fault, INVALID, "%s: is too long, including its includes, to be searched for kernels", start->file);
    else if (!source->kernels)
        fail(fault, INVALID, "%s: has no kernel, such as `__kernel void NAME(...) {` or `__global__ void ...`",
             start->file);
    else if (start->entry)
        fail(fault, INVALID, "%s: has no kernel '%s'; it has:%s", start->file, start->entry, names);
    else
        fail(fault, INVALID, "%s has %zu kernels; choose one by --entry:%s", start->file, source->kernels, names);
    return NULL;
}

static json_t *write_spec(const struct spec_start *start, const struct source *source,
                          const struct signature *signature)
{
    return json_pack("{s:{s:o}, s:{s:o}, s:{s:s*, s:s, s:s, s:s, s:o, s:o, s:o}, s:{s:o, s:o}}", "General",
                     "BenchmarkName", spec_write_name(start->name, start->file), "ConfigurationSpace",
                     "TuningParameters", parameters_of(source, signature), "KernelSpecification", "Language",
                     start->language, "KernelName", signature->form ? signature->form : signature->entry, "KernelFile",
                     start->file, "GlobalSizeType", "CUDA", "GlobalSize", groups_of(source, signature), "LocalSize",
                     group_of(source, signature), "Arguments", arguments_of(signature), "gpubench", "sizes",
                     mark("sizes to tune at, called n in expressions, such as 2^20,2^24"), "checks",
                     checks_of(signature));
}

enum status spec_init(const struct spec_start *start, char **text, struct fault *fault)
{
    struct spec *spec = allocate(sizeof *spec);
    struct reader reader = {.spec = spec, .fault = fault}; /* places are named by options */
    const char *const at = "KernelSpecification.Language";
    enum status status = spec_read_language(&reader, start->language, start->file, at, &spec->language) ? OK : INVALID;
    if (status == OK)
        status = spec_read_files(spec, start->folder, start->file, fault);
    if (status == OK) {
        const struct source source = source_read(spec);
        const struct signature *signature = choose(&source, start, fault);
        status = signature ? spec_write_text(write_spec(start, &source, signature), text, fault) : INVALID;
    }
    spec_free(spec);
    return status;
}
