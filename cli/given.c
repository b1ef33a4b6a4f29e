#include "cli/given.h"

#include "reports/command.h"

#include <stdio.h>
#include <string.h>

void given_add(struct given *given, const char *name, const char *text)
{
    size_t at = 0;
    while (at < given->count && strcmp(given->option[at].name, name))
        at++;
    if (!command_repeats(name) || at == MAX_RUN_OPTIONS)
        return;
    given->option[at].name = name;
    given->option[at].text = text;
    given->count += at == given->count;
}

void given_describe(const struct given *given, struct run_context *context)
{
    context->tells_options = true;
    context->options = given->count;
    for (size_t i = 0; i < given->count; i++) {
        struct run_option *option = &context->option[i];
        const char *text = given->option[i].text ? given->option[i].text : "";
        snprintf(option->name, sizeof option->name, "%s", given->option[i].name);
        snprintf(option->value, sizeof option->value, "%s", text);
        context->tells_options = context->tells_options && strlen(text) < sizeof option->value;
    }
    context->options = context->tells_options ? given->count : 0;
}
