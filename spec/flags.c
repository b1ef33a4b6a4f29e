/* Options of the compiler: T1's CompilerOptions, and gpubench.options. */
#include "base/memory.h"
#include "spec/json.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ---- */

static unsigned language_of(const struct spec *spec)
{
    static const unsigned languages[] = {[LANGUAGE_CUDA] = COMPUTE_CUDA, [LANGUAGE_OPENCL] = COMPUTE_OPENCL};
    return spec->language == LANGUAGE_CUDA || spec->language == LANGUAGE_OPENCL ? languages[spec->language] : 0;
}

/* Adds one option, or several separated by blanks, where "-D NAME" counts as one. */
static bool add_fixed(struct reader *reader, const char *text, const char *path)
{
    struct spec *spec = reader->spec;
    char *flags = spec_own(spec, text_make("%s %s ", spec->flags.fixed ? spec->flags.fixed : "", text));
    for (char *apart = flags; (apart = strstr(apart, " -D "));)
        memmove(apart + 3, apart + 4, strlen(apart + 4) + 1);
    if (!compute_takes_flag(language_of(spec), flags))
        return spec_wrong(
            reader, path,
            "'%.60s' is none of the options that are allowed, as they name no file (TUNING.md lists them)", text);
    spec->flags.fixed = flags;
    return true;
}

static bool read_fixed(struct reader *reader, const json_t *value, const char *path)
{
    if (json_is_string(value))
        return add_fixed(reader, json_string_value(value), path);
    if (value && !json_is_null(value) && !json_is_array(value))
        return spec_wrong(reader, path, "is no list of texts");
    for (size_t i = 0; i < json_array_size(value); i++) {
        const struct path at = spec_path("%s[%zu]", path, i);
        const char *text = json_string_value(json_array_get(value, i));
        if (!text || !add_fixed(reader, text, at.text))
            return text ? false : spec_wrong(reader, at.text, "is no text");
    }
    return true;
}

static bool add_flag(struct reader *reader, const char *begins, const json_t *value, const char *path)
{
    struct spec_flags *flags = &reader->spec->flags;
    struct spec_flag *flag = &flags->flag[flags->count];
    if (!value)
        return true;
    flag->begins = begins;
    flags->count++;
    return spec_read_expression(reader, value, path, SCOPE_CONFIG, &flag->value) &&
           (flag->value || spec_wrong(reader, path, "is no expression"));
}

static bool read_defines(struct reader *reader, json_t *defines)
{
    const char *name;
    json_t *value;
    json_object_foreach(defines, name, value)
    {
        const struct path at = spec_path("gpubench.options.defines.%.40s", name);
        if (!spec_check_name(reader, name, at.text) ||
            !add_flag(reader, spec_own(reader->spec, text_make("-D%s=", name)), value, at.text))
            return false;
    }
    return true;
}

bool spec_read_flags(struct reader *reader)
{
    static const struct {
        const char *key, *begins;
        bool cuda;
    } rows[] = {{"registers", "-maxrregcount=", false},
                {"level", "-O", true},
                {"launch_bounds", "-maxntid=", true},
                {"launch_blocks", "-minnctapersm=", true}};
    enum { ROWS = sizeof rows / sizeof *rows };
    const json_t *options = json_object_get(json_object_get(reader->root, "gpubench"), "options");
    json_t *defines = json_object_get(options, "defines");
    struct spec *spec = reader->spec;
    if (defines && !json_is_object(defines))
        return spec_wrong(reader, "gpubench.options.defines", "is no object of names and expressions");
    if (json_object_size(defines) > MAX_SPEC_NAMES)
        return spec_wrong(reader, "gpubench.options.defines", "has %zu; there may be %d", json_object_size(defines),
                          MAX_SPEC_NAMES);
    spec->flags.flag = spec_own(spec, allocate((ROWS + json_object_size(defines)) * sizeof *spec->flags.flag));
    if (!read_fixed(reader, json_object_get(json_object_get(reader->root, "KernelSpecification"), "CompilerOptions"),
                    "KernelSpecification.CompilerOptions") ||
        !read_fixed(reader, json_object_get(options, "flags"), "gpubench.options.flags"))
        return false;
    for (size_t r = 0; r < ROWS; r++) {
        const json_t *value = json_object_get(options, rows[r].key);
        const struct path at = spec_path("gpubench.options.%s", rows[r].key);
        if (value && rows[r].cuda && spec->language == LANGUAGE_OPENCL)
            return spec_wrong(reader, at.text, "is CUDA's: OpenCL's compilers have no such option");
        if (!add_flag(reader, rows[r].begins, value, at.text))
            return false;
    }
    if (!read_defines(reader, defines))
        return false;
    if (spec->flags.count && !spec->flags.fixed)
        spec->flags.fixed = "";
    return true;
}

/* ---- writing ---- */

static void write_value(struct expression_value value, char *text, size_t size)
{
    if (value.kind == EXPRESSION_INTEGER)
        snprintf(text, size, "%lld", (long long)value.integer);
    else if (value.kind == EXPRESSION_REAL)
        snprintf(text, size, "%.17g", value.real);
    else
        snprintf(text, size, "%s", value.word);
}

/* 0 registers, or a limit of 0, leaves the choice to the compiler. */
static bool is_choice(const struct spec_flag *flag, struct expression_value value)
{
    return flag->begins[1] == 'm' && value.kind == EXPRESSION_INTEGER && !value.integer;
}

enum status spec_write_flags(const struct config *config, char flags[MAX_FLAGS_TEXT], struct fault *fault)
{
    const struct spec *spec = config->problem->bench->own;
    struct expression_value slots[SPEC_SLOTS], value;
    size_t used = (size_t)snprintf(flags, MAX_FLAGS_TEXT, "%s", spec->flags.fixed);
    enum status status = spec_slots(spec, config->problem->n, config, slots, fault);
    for (size_t f = 0; f < spec->flags.count && used < MAX_FLAGS_TEXT && status == OK; f++) {
        const struct spec_flag *flag = &spec->flags.flag[f];
        char text[128];
        status = expression_evaluate(flag->value, slots, &value, fault);
        if (status != OK || is_choice(flag, value))
            continue;
        write_value(value, text, sizeof text);
        used += (size_t)snprintf(flags + used, MAX_FLAGS_TEXT - used, " %s%s", flag->begins, text);
    }
    return status == OK && used >= MAX_FLAGS_TEXT
               ? fail(fault, INVALID, "its options have more than %d bytes", MAX_FLAGS_TEXT)
               : status;
}
