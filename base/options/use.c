/* What others ask of options that were given. */
#include "base/options/table.h"

#include <string.h>

static const struct given *find(const struct options *options, const char *name)
{
    for (size_t i = 0; i < options->givens; i++)
        if (!strcmp(options->given[i].name, name))
            return &options->given[i];
    return NULL;
}

bool options_given(const struct options *options, const char *name)
{
    return find(options, name);
}

const char *options_said(const struct options *options, const char *name)
{
    const struct given *given = find(options, name);
    return given ? given->text : NULL;
}

size_t options_words(const struct options *options, unsigned with, unsigned without, const char **word, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < options->givens && count + 2 <= most; i++) {
        const struct given *given = &options->given[i];
        const unsigned flags = given->option->flags;
        if (!(given->option->forms >> FORM_RUN & 1) || (with && !(flags & with)) || flags & without)
            continue;
        word[count++] = given->name;
        if (given->text)
            word[count++] = given->text;
    }
    return count;
}

bool options_known(const char *name)
{
    for (const struct option *option = options_table; option->name; option++)
        if (!strcmp(option->name + strlen("--"), name))
            return true;
    return false;
}

bool options_repeated(const char *name)
{
    for (const struct option *option = options_table; option->name; option++)
        if (option->forms >> FORM_RUN & 1 && option->flags & IN_ROWS && !strcmp(option->name + strlen("--"), name))
            return true;
    return false;
}
