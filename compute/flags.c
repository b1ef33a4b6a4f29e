#include "compute/flags.h"

#include <stdio.h>
#include <string.h>

#define DIGITS "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

/* -DNAME or -DNAME=VALUE, without characters that are special in shells, file names or strings. */
static bool is_definition(const char *word, size_t length)
{
    if (length < 3 || strncmp(word, "-D", 2) != 0 || !strchr(LETTERS, word[2]))
        return false;
    const size_t name = 2 + strspn(word + 2, LETTERS DIGITS);
    if (name >= length)
        return true;
    return word[name] == '=' && name + 1 + strspn(word + name + 1, LETTERS DIGITS ".+-*/%()<>&|,:") >= length;
}

static bool is_number(const char *value, size_t length)
{
    return length && length < 10 && strspn(value, DIGITS) >= length;
}

/* Whether a value is among those of a list between blanks. */
static bool is_among(const char *values, const char *value, size_t length)
{
    for (const char *at = values; *at; at += strspn(at, " ")) {
        const size_t bytes = strcspn(at, " ");
        if (bytes == length && !memcmp(at, value, length))
            return true;
        at += bytes;
    }
    return false;
}

static const struct compute_flag *find(const struct compute_flag *table, const char *word, size_t length)
{
    for (; table && table->name; table++) {
        const size_t name = strlen(table->name);
        if (length < name || memcmp(word, table->name, name) != 0)
            continue;
        const char *values = table->values;
        if (!values                ? length == name
            : !strcmp(values, "#") ? is_number(word + name, length - name)
                                   : is_among(values, word + name, length - name))
            return table;
    }
    return NULL;
}

/* INVALID, with the list of valid flags. */
static enum status refuse(const char *backend, const struct compute_flag *table, const char *word, size_t length,
                          struct fault *fault)
{
    char list[512] = "-DNAME";
    for (; table && table->name; table++) {
        const size_t used = strlen(list);
        const bool is_number = table->values && !strcmp(table->values, "#");
        snprintf(list + used, sizeof list - used, ", %s%s", table->name, is_number ? "N" : table->values ? "..." : "");
    }
    return fail(fault, INVALID, "backend %s takes no option %.*s: there are %s", backend, (int)length, word, list);
}

enum status flags_read(const char *backend, const struct compute_flag *table, const char *text, struct flags *flags,
                       struct fault *fault)
{
    char *to = flags->text, *const end = flags->text + sizeof flags->text;
    flags->count = 0;
    flags->names = NULL;
    for (const char *word = text ? text + strspn(text, " ") : ""; *word; word += strspn(word, " ")) {
        word += !strncmp(word, "--", 2);
        const size_t length = strcspn(word, " ");
        const struct compute_flag *flag = find(table, word, length);
        if (!flag && !is_definition(word, length))
            return refuse(backend, table, word, length, fault);
        const size_t name = flag && flag->as ? strlen(flag->name) : 0;
        const int bytes =
            snprintf(to, (size_t)(end - to), "%s%.*s", name ? flag->as : "", (int)(length - name), word + name);
        if (flags->count == MAX_FLAGS || bytes >= end - to)
            return fail(fault, INVALID, "too many options of a compiler: %d, of %d bytes, are the most", MAX_FLAGS,
                        MAX_FLAGS_TEXT);
        flags->word[flags->count++] = to;
        to += bytes + 1;
        word += length;
    }
    return OK;
}

bool flags_have(const struct flags *flags, const char *beginning)
{
    for (size_t i = 0; i < flags->count; i++)
        if (!strncmp(flags->word[i], beginning, strlen(beginning)))
            return true;
    return false;
}
