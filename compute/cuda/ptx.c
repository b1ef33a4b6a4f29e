#include "compute/cuda/ptx.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct variable {
    const char *name;
    size_t length;
    char *begin, *end; /* its definition, to behind the semicolon */
    size_t named;      /* how often, its definition included */
};

static const char name_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%";

static int compare_names(const void *left, const void *right)
{
    const struct variable *a = left, *b = right;
    const size_t shorter = a->length < b->length ? a->length : b->length;
    const int order = memcmp(a->name, b->name, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static bool skip(const char **at, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*at, word, length))
        return false;
    *at += length;
    return true;
}

/* The variable that a line begins to define: its name is the last one before its size, its value or the semicolon. */
static bool read_variable(char *line, struct variable *variable)
{
    const char *at = line;
    if (!skip(&at, ".visible "))
        skip(&at, ".weak ");
    if (!skip(&at, ".global "))
        return false;
    const char *semicolon = strchr(at, ';'), *end = at + strcspn(at, "[=;");
    while (end > at && end[-1] == ' ')
        end--;
    const char *name = end;
    while (name > at && strchr(name_characters, name[-1]))
        name--;
    if (!semicolon || name == end)
        return false;
    *variable = (struct variable){name, (size_t)(end - name), line, line + (semicolon + 1 - line), 0};
    return true;
}

static size_t read_variables(char *text, struct variable *variables)
{
    size_t count = 0;
    struct variable variable;
    for (char *line = text; line; line = (line = strchr(line, '\n')) ? line + 1 : NULL)
        if (read_variable(line, &variable)) {
            if (variables)
                variables[count] = variable;
            count++;
        }
    return count;
}

size_t ptx_drop_unused(char *text)
{
    const size_t count = read_variables(text, NULL);
    if (!count)
        return 0;
    struct variable *variables = allocate(count * sizeof *variables);
    read_variables(text, variables);
    qsort(variables, count, sizeof *variables, compare_names);
    for (const char *at = text; *(at += strcspn(at, name_characters));) {
        const struct variable word = {.name = at, .length = strspn(at, name_characters)};
        struct variable *same = bsearch(&word, variables, count, sizeof word, compare_names);
        if (same)
            same->named++;
        at += word.length;
    }

    size_t dropped = 0;
    for (size_t i = 0; i < count; i++)
        if (variables[i].named == 1) {
            memset(variables[i].begin, ' ', (size_t)(variables[i].end - variables[i].begin));
            dropped++;
        }
    free(variables);
    return dropped;
}
