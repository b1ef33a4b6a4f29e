#include "compute/fake/script.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum argument { N, D, T };

static const struct {
    const char *word;
    enum argument argument;
} actions[] = {
#define FAKE_ROW(name, word, kind) {word, kind},
    FAKE_ACTION_LIST(FAKE_ROW)
#undef FAKE_ROW
};

/* A piece of the source: nothing is copied while reading. */
struct span {
    const char *start;
    size_t length;
};

static bool span_is(struct span span, const char *text)
{
    return strlen(text) == span.length && !memcmp(span.start, text, span.length);
}

static bool span_equal(struct span a, struct span b)
{
    return a.length == b.length && !memcmp(a.start, b.start, a.length);
}

static struct span trim(struct span span)
{
    while (span.length && isspace((unsigned char)*span.start))
        span.start++, span.length--;
    while (span.length && isspace((unsigned char)span.start[span.length - 1]))
        span.length--;
    return span;
}

/* Takes the first word off a span. */
static struct span take_word(struct span *rest)
{
    *rest = trim(*rest);
    struct span word = {rest->start, 0};
    while (word.length < rest->length && !isspace((unsigned char)word.start[word.length]))
        word.length++;
    *rest = trim((struct span){rest->start + word.length, rest->length - word.length});
    return word;
}

/* Takes the first line off a text; false at its end. */
static bool take_line(const char **at, struct span *line)
{
    if (!**at)
        return false;
    *line = (struct span){*at, strcspn(*at, "\n")};
    *at += line->length;
    *at += **at == '\n';
    return true;
}

/* ---- conditions ---- */

/* The value that a line defines for `name`, without a comment after it; false if it does not define it. */
static bool read_define(struct span line, struct span name, struct span *value)
{
    struct span rest = trim(line);
    if (!rest.length || *rest.start != '#')
        return false;
    rest = (struct span){rest.start + 1, rest.length - 1};
    if (!span_is(take_word(&rest), "define") || !span_equal(take_word(&rest), name))
        return false;
    for (size_t i = 0; i + 1 < rest.length; i++)
        if (rest.start[i] == '/' && (rest.start[i + 1] == '/' || rest.start[i + 1] == '*'))
            rest.length = i;
    *value = trim(rest);
    return true;
}

/* The first definition counts: a kernel file's own default comes later, within #ifndef. */
static bool find_define(const char *source, struct span name, struct span *value)
{
    struct span line;
    while (take_line(&source, &line))
        if (read_define(line, name, value))
            return true;
    return false;
}

/* Whether a definition equals `wanted`, directly or after resolving names on either side. */
static bool has_value(const char *source, struct span name, struct span wanted)
{
    struct span value, resolved;
    if (!find_define(source, name, &value))
        return false;
    if (span_equal(value, wanted))
        return true;
    if (find_define(source, value, &resolved))
        value = resolved;
    if (find_define(source, wanted, &resolved))
        wanted = resolved;
    return span_equal(value, wanted);
}

/* ---- lines ---- */

static bool read_number(struct span text, double *number)
{
    char digits[64], *end;
    if (!text.length || text.length >= sizeof digits)
        return false;
    memcpy(digits, text.start, text.length);
    digits[text.length] = '\0';
    *number = strtod(digits, &end);
    return !*end && isfinite(*number) && *number >= 0;
}

/* "ACTION ARGUMENT" */
static bool read_action(struct span rest, struct fake_line *line)
{
    struct span word = take_word(&rest);
    int action = 0;
    while (action < FAKE_ACTIONS && !span_is(word, actions[action].word))
        action++;
    if (action == FAKE_ACTIONS)
        return false;
    *line = (struct fake_line){.action = (enum fake_action)action};
    snprintf(line->text, sizeof line->text, "%.*s", (int)rest.length, rest.start);
    switch (actions[action].argument) {
    case N:
        return !rest.length;
    case D:
        return read_number(rest, &line->number);
    default:
        return rest.length > 0;
    }
}

/* Removes the conditions from a line; whether all of them hold. */
static bool take_conditions(const char *source, struct span *rest)
{
    bool holds = true;
    for (;;) {
        struct span after = *rest, word = take_word(&after);
        const char *equals = memchr(word.start, '=', word.length);
        if (!equals)
            return holds;
        struct span name = {word.start, (size_t)(equals - word.start)};
        struct span value = {equals + 1, word.length - name.length - 1};
        holds = has_value(source, name, value) && holds;
        *rest = after;
    }
}

enum status fake_script_select(const char *name, const char *source, char **script, struct fault *fault)
{
    static const char mark[] = "//fake";
    const size_t mark_length = sizeof mark - 1;
    enum status status = OK;
    size_t size;
    *script = NULL;
    FILE *out = open_memstream(script, &size);
    struct span line;
    for (const char *at = source; status == OK && take_line(&at, &line);) {
        if (line.length <= mark_length || memcmp(line.start, mark, mark_length) ||
            !isspace((unsigned char)line.start[mark_length]))
            continue;
        struct span rest = trim((struct span){line.start + mark_length, line.length - mark_length});
        bool applies = take_conditions(source, &rest);
        struct fake_line action;
        if (!read_action(rest, &action))
            status = fail(fault, COMPILE_FAILED, "%s: the fake device does not understand \"%.*s\"", name,
                          (int)line.length, line.start);
        else if (applies)
            fprintf(out, "%.*s\n", (int)rest.length, rest.start);
    }
    fclose(out);
    if (status != OK) {
        free(*script);
        *script = NULL;
    }
    return status;
}

bool fake_script_next(const char **at, struct fake_line *line)
{
    struct span text;
    while (take_line(at, &text))
        if (read_action(text, line))
            return true;
    return false;
}

double fake_script_total(const char *script, enum fake_action action)
{
    struct fake_line line;
    double total = -1;
    while (fake_script_next(&script, &line))
        if (line.action == action)
            total = (total < 0 ? 0 : total) + line.number;
    return total;
}
