#include "cli/run/strategy.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "base/text.h"
#include "cli/run/exec.h"

#include <math.h>
#include <string.h>

static size_t count_options(const struct strategy *strategy)
{
    size_t count = 0;
    while (strategy->options && strategy->options[count].name)
        count++;
    return count;
}

static int unknown_option(const struct strategy *strategy, const char *name)
{
    char what[64];
    struct names names = {0};
    for (size_t i = 0; i < count_options(strategy); i++)
        names_add(&names, strategy->options[i].name);
    snprintf(what, sizeof what, "option of strategy %s", strategy->name);
    if (names.count)
        return nearest_error(what, name, &names);
    text_print(stderr, "gpubench: strategy %s takes no options; leave '%.100s' out\n", strategy->name, name);
    return 2;
}

/* Options by their names of earlier versions, which are still read. */
static const char *today(const char *name)
{
    static const char *const names[][2] = {{"told", "resources"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name))
            return names[i][1];
    return name;
}

/* Parses one "option=value". */
static int take_option(struct strategy *strategy, char *text, bool *given)
{
    char *value = text;
    const char *name = today(strsep(&value, "="));
    size_t i = 0;
    while (i < count_options(strategy) && strcmp(strategy->options[i].name, name))
        i++;
    if (i == count_options(strategy))
        return unknown_option(strategy, name);
    const struct strategy_option *option = &strategy->options[i];
    if (given[i]) {
        text_print(stderr, "gpubench: --strategy %s: %s is there twice\n", strategy->name, name);
        return 2;
    }
    given[i] = true;
    double *to = &strategy->value[i];
    if (value && parse_number(value, option->least, option->most, to) && (!option->is_whole || floor(*to) == *to))
        return 0;
    text_print(stderr, "gpubench: --strategy %s: %s needs a %snumber, %g to %g (without it: %g), as %s=%g\n",
               strategy->name, name, option->is_whole ? "whole " : "", option->least, option->most, option->initial,
               name, option->initial);
    return 2;
}

const char *strategy_command(const char *text)
{
    static const char prefix[] = "exec:";
    return strncmp(text, prefix, strlen(prefix)) ? NULL : text + strlen(prefix);
}

/* Sets another program as the strategy. */
static int take_command(const char *command, double time_limit, struct strategy *strategy)
{
    if (!command || !command[strspn(command, " \t\n")]) {
        fputs("gpubench: --strategy exec needs a command, as --strategy exec:./search.py (tuner/search/EXEC.md)\n",
              stderr);
        return 2;
    }
    exec_take(command, time_limit);
    *strategy = exec_strategy;
    return 0;
}

int strategy_take(const char *text, double time_limit, struct strategy *strategy)
{
    const char *command = strategy_command(text);
    if (command || !strcmp(text, exec_strategy.name))
        return take_command(command, time_limit, strategy);
    FREED char *copy = allocate_text(text);
    char *rest = copy;
    const char *name = strsep(&rest, ":");
    const struct strategy *known = strategy_find(name);
    bool given[MOST_STRATEGY_OPTIONS] = {false};
    if (!known) {
        struct names names = {0};
        for (const struct strategy *const *each = strategies; *each; each++)
            names_add(&names, (*each)->name);
        names_add(&names, exec_strategy.name);
        names.beside = "`gpubench list --strategies` describes each";
        return nearest_error("strategy", name, &names);
    }
    *strategy = *known;
    strategy->has_values = true;
    for (size_t i = 0; i < count_options(known); i++)
        strategy->value[i] = known->options[i].initial;
    int status = 0;
    for (char *option; !status && (option = strsep(&rest, ","));)
        status = take_option(strategy, option, given);
    return status;
}

void strategies_print(FILE *file)
{
    fputs("--strategy NAME, or with options NAME:OPTION=VALUE,OPTION=VALUE\n", file);
    for (const struct strategy *const *each = strategies; *each; each++) {
        fprintf(file, "\n%-12s %s\n", (*each)->name, (*each)->summary);
        for (size_t i = 0; i < count_options(*each); i++) {
            const struct strategy_option *option = &(*each)->options[i];
            fprintf(file, "  %-10s %s\n             %s%g to %g, default %g\n", option->name, option->summary,
                    option->is_whole ? "whole, " : "", option->least, option->most, option->initial);
        }
    }
    fprintf(file, "\n%-12s %s\n", "exec:COMMAND", exec_strategy.summary);
}
