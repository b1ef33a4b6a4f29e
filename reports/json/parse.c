#include "reports/json/parse.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The output of a compiler or a program: several lines. */
static bool has_lines(const char *key)
{
    static const char *const keys[] = {"reason", "error_message", "skip_reason", "gpubench_reason"};
    for (size_t i = 0; key && i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i]))
            return true;
    return false;
}

/* Each line in its printable form. The caller frees it. */
static char *printable_lines(const char *text, size_t length)
{
    char *lines = NULL;
    size_t size;
    FILE *file = memory_stream(&lines, &size);
    for (const char *end = text + length; text <= end; text++) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        line_end = line_end ? line_end : end;
        FREED char *line = text_printable(text, (size_t)(line_end - text));
        fprintf(file, "%s%s", line, line_end < end ? "\n" : "");
        text = line_end;
    }
    fclose(file);
    return lines;
}

static void make_printable(json_t *value, const char *key);

static void make_object_printable(json_t *object)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(object, next, key, value)
    {
        make_printable(value, key);
        if (text_is_printable(key, strlen(key)))
            continue;
        FREED char *printable = text_printable(key, strlen(key));
        json_object_set(object, printable, value);
        json_object_del(object, key);
    }
}

static void make_printable(json_t *value, const char *key)
{
    const char *text = json_string_value(value);
    if (text && !text_is_printable(text, json_string_length(value))) {
        const size_t length = json_string_length(value);
        FREED char *printable = (has_lines(key) ? printable_lines : text_printable)(text, length);
        json_string_set(value, printable);
    }
    for (size_t i = 0; i < json_array_size(value); i++)
        make_printable(json_array_get(value, i), key);
    if (json_is_object(value))
        make_object_printable(value);
}

json_t *json_parse(const char *text, size_t length, size_t flags, json_error_t *error)
{
    json_t *root = json_loadb(text, length, flags, error);
    make_printable(root, NULL);
    return root;
}

/* The length of a word for a number at the start of a text; and of a number including letters. 0: none. */
static size_t word_at(const char *text)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*text == *words[i] && !strncmp(text, words[i], strlen(words[i])))
            return strlen(words[i]);
    return 0;
}

static size_t number_at(const char *text)
{
    return *text && strchr("-0123456789", *text) ? strspn(text, "+-.0123456789eE") : 0;
}

/* Whether a number is outside a double's range. */
static bool is_beyond(const char *text, size_t length)
{
    char *end;
    return length >= strlen("1e309") && isinf(strtod(text, &end)) && end == text + length;
}

/* The closing quote of a text in quotes that begins here. */
static char *quoted_end(char *text, const char *end)
{
    for (text++; text < end && *text != '"'; text++)
        text += *text == '\\';
    return text;
}

/* Blanks a word or number that a double cannot represent. Returns the length of the token. */
static size_t blank_number(char *at)
{
    const size_t word = word_at(at), number = word ? 0 : number_at(at), step = word + number;
    if (word || is_beyond(at, number)) {
        memset(at, ' ', step);
        memcpy(at, "{}", 2);
    }
    return step ? step : 1;
}

void json_blank_numbers(char *text, size_t length)
{
    size_t step;
    for (char *at = text, *end = text + length; at < end; at += step)
        if (*at == '"')
            step = (size_t)(quoted_end(at, end) - at) + 1;
        else
            step = *at == ' ' ? 1 : blank_number(at); /* most of it may be blanks */
}
