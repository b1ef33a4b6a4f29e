#include "regress/shell.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 32 };

/* What is open at a position, nested: a quote, a parenthesis, or a backtick. */
struct place {
    char open[DEEPEST];
    int depth;
};

static char innermost(const struct place *place)
{
    return place->depth ? place->open[place->depth - 1] : '\0';
}

static void enter(struct place *place, char what)
{
    if (place->depth < DEEPEST)
        place->open[place->depth++] = what;
}

/* Moves over the token at `at`; returns its number of characters. */
static size_t step(struct place *place, const char *at)
{
    const char in = innermost(place);
    const bool closes = *at == (in == '(' ? ')' : in) && in;
    if (in != '\'' && *at == '\\' && at[1])
        return 2;
    if (closes)
        place->depth--;
    else if (in == '"' && !strncmp(at, "$(", 2))
        return enter(place, '('), 2;
    else if (*at == '`' && in != '\'')
        enter(place, '`');
    else if (in != '"' && in != '\'' && strchr("'\"(", *at))
        enter(place, *at);
    return 1;
}

static void print_quoted(FILE *file, const struct place *place, const char *text)
{
    const char in = innermost(place);
    const bool bare = in != '"' && in != '\'';
    fputs(bare ? "'" : "", file);
    for (; *text; text++)
        if (in == '"' && strchr("\\\"$`", *text))
            fprintf(file, "\\%c", *text);
        else if (in != '"' && *text == '\'')
            fputs("'\\''", file);
        else
            fputc(*text, file);
    fputs(bare ? "'" : "", file);
}

char *shell_fill(const char *command, const char *hole, const char *text)
{
    struct place place = {.depth = 0};
    char *filled = NULL;
    size_t size;
    FILE *file = memory_stream(&filled, &size);
    for (size_t length; *command; command += length) {
        if (!strncmp(command, hole, strlen(hole))) {
            length = strlen(hole);
            print_quoted(file, &place, text);
            continue;
        }
        length = step(&place, command);
        fprintf(file, "%.*s", (int)length, command);
    }
    fclose(file);
    return filled;
}
