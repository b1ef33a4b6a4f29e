#include "cli/passed.h"

#include "base/options/table.h"

#include <string.h>

bool passed_is(const char *word, const char *name)
{
    const size_t length = strlen(name);
    return !strncmp(word, "--", 2) && !strncmp(word + 2, name, length) &&
           (!word[2 + length] || word[2 + length] == '=');
}

bool passed_everywhere(const char *option)
{
    static const char *const everywhere[] = {"backend",    "device",  "suite", "bench", "cache-mode", "jobs",
                                             "time-limit", "kernels", "seed",  "input", "elements"};
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++)
        if (passed_is(option, everywhere[i]))
            return true;
    return false;
}

/* Whether an option of a run, or as much of it as no other begins with, takes no value. */
static bool is_alone(const char *word)
{
    const size_t length = strlen(word);
    size_t found = 0;
    bool alone = false;
    for (const struct option *option = options_table; option->name && length > 2; option++) {
        if (!(option->forms >> FORM_RUN & 1) || strncmp(option->name, word, length))
            continue;
        if (!option->name[length])
            return !option_argument(option);
        alone = !option_argument(option);
        found++;
    }
    return found == 1 && alone;
}

int passed_arguments(const char *option)
{
    return strchr(option, '=') || is_alone(option) ? 1 : 2;
}

int passed_take(struct passed *passed, int argc, char **argv)
{
    const int arguments = argc == 1 ? 1 : passed_arguments(argv[0]);
    if (passed->count + 2 > MAX_PASSED)
        return 0;
    for (int i = 0; i < arguments; i++)
        passed->argument[passed->count++] = argv[i];
    return arguments;
}

const char *passed_said(const struct passed *passed, const char *name, const char *without)
{
    for (size_t i = 0; i < passed->count; i++)
        if (passed_is(passed->argument[i], name)) {
            const char *equals = strchr(passed->argument[i], '=');
            return equals ? equals + 1 : i + 1 < passed->count ? passed->argument[i + 1] : without;
        }
    return without;
}
