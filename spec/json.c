#include "spec/json.h"

#include "base/memory.h"
#include "spec/write.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool spec_wrong(const struct reader *reader, const char *path, const char *format, ...)
{
    char text[800];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    FREED char *option = reader->name ? NULL : spec_option_place(reader->root, path);
    fail(reader->fault, INVALID, "%s: %s: %s", reader->name ? reader->name : "tune", option ? option : path, text);
    return false;
}

struct path spec_path(const char *format, ...)
{
    struct path path;
    va_list values;
    va_start(values, format);
    vsnprintf(path.text, sizeof path.text, format, values);
    va_end(values);
    return path;
}

void spec_pass_over(struct reader *reader, const char *format, ...)
{
    struct passed_over *passed_over = &reader->passed_over;
    const size_t length = strlen(passed_over->text), room = sizeof passed_over->text - length;
    va_list values;
    va_start(values, format);
    FREED char *text = text_make_list(format, values);
    va_end(values);
    if (passed_over->is_full)
        return;
    passed_over->is_full = strlen(text) + 8 > room;
    snprintf(passed_over->text + length, room, "%s%s", length ? ", " : "", passed_over->is_full ? "..." : text);
}

char *spec_keep(const struct reader *reader, const char *text)
{
    return spec_own(reader->spec, allocate_text(text));
}

bool spec_read_text(const struct reader *reader, const json_t *object, const char *at, const char *key,
                    const char **text)
{
    const json_t *value = json_object_get(object, key);
    *text = json_string_value(value);
    return !value || json_is_null(value) || *text || spec_wrong(reader, spec_path("%s.%s", at, key).text, "is no text");
}

bool spec_need_text(const struct reader *reader, const json_t *object, const char *at, const char *key,
                    const char **text)
{
    if (!spec_read_text(reader, object, at, key, text))
        return false;
    const char *others = reader->passed_over.text; /* one of them may be misspelt */
    return (*text && **text) || spec_wrong(reader, spec_path("%s.%s", at, key).text, "is missing%s%s",
                                           *others ? "; not read: " : "", others);
}

bool spec_read_formula(const struct reader *reader, const json_t *value, const char *path, const char **text)
{
    *text = NULL;
    if (!value || json_is_null(value))
        return true;
    if (json_is_string(value))
        *text = json_string_value(value);
    else if (json_is_integer(value))
        *text = spec_own(reader->spec, text_make("%" JSON_INTEGER_FORMAT, json_integer_value(value)));
    else if (json_is_boolean(value))
        *text = json_is_true(value) ? "1" : "0";
    else if (json_is_real(value))
        *text = spec_own(reader->spec, text_make("%.17g", json_real_value(value)));
    else
        return spec_wrong(reader, path, "is neither a text nor a number");
    return true;
}

bool spec_read_constant(const struct reader *reader, const json_t *value, const char *path, double *number)
{
    const char *text;
    struct fault why = {0};
    if (!spec_read_formula(reader, value, path, &text) || !text)
        return reader->fault->status == OK;
    FREED struct expression *made = expression_compile(text, NULL, NULL, &why);
    return (made && spec_number(made, NULL, number, &why) == OK) || spec_wrong(reader, path, "%s", why.text);
}

bool spec_read_expression(const struct reader *reader, const json_t *value, const char *path, enum scope scope,
                          struct expression **made)
{
    const char *text;
    struct fault why = {0};
    *made = NULL;
    if (!spec_read_formula(reader, value, path, &text) || !text)
        return !text && reader->fault->status == OK;
    *made = spec_compile(reader->spec, text, scope, NULL, &why);
    return *made || spec_wrong(reader, path, "%s", why.text);
}

bool spec_check_name(const struct reader *reader, const char *name, const char *path)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return (length && !name[length] && !isdigit((unsigned char)*name)) ||
           spec_wrong(reader, path, "'%.40s' is no name: letters, digits and underscores", name);
}

bool spec_check_own_name(const struct reader *reader, const char *name, const char *path)
{
    if (spec_find_constant(reader->spec, name, strlen(name)))
        return spec_wrong(reader, path, "%s is gpubench.constants.%s, too", name, name);
    return spec_check_name(reader, name, path);
}

bool spec_read_language(struct reader *reader, const char *word, const char *file, const char *at,
                        enum kernel_language *language)
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
            *language = languages[l].language;
            return true;
        }
    return word ? spec_wrong(reader, at, "'%.40s' is none of CUDA, OpenCL, common", word)
                : spec_wrong(reader, at, "is missing: %.200s ends with none of .cu, .cl, .opencl, .common", file);
}
