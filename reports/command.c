#include "reports/command.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *shell_word(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@";
    const size_t length = strlen(text);
    if (!text_is_printable(text, length))
        return NULL;
    if (length && strspn(text, plain) == length)
        return allocate_text(text);
    char *quoted = allocate(4 * length + 3), *to = quoted;
    *to++ = '\'';
    for (; *text; text++)
        to = *text == '\'' ? stpcpy(to, "'\\''") : (*to = *text, to + 1);
    *to = '\'';
    return quoted;
}

/* A line under construction, until a word cannot be pasted. */
struct line {
    FILE *file;
    bool good;
};

static void add(struct line *line, const char *option, const char *text)
{
    FREED char *word = shell_word(text);
    line->good = line->good && word && !option[strspn(option, "abcdefghijklmnopqrstuvwxyz0123456789_-")];
    if (word)
        fprintf(line->file, " --%s %s", option, word);
}

static void add_number(struct line *line, const char *option, uint64_t number)
{
    fprintf(line->file, " --%s %" PRIu64, option, number);
}

static char *end(struct line *line, char **text)
{
    fclose(line->file);
    if (line->good)
        return *text;
    free(*text);
    return NULL;
}

static void add_options(struct line *line, const struct run_context *context)
{
    for (size_t i = 0; i < context->options; i++) {
        const struct run_option *option = &context->option[i];
        if (*option->value)
            add(line, option->name, option->value);
        else
            fprintf(line->file, " --%s", option->name);
    }
}

/* With a structure, settings of the atoms that it replaces are refused: those keep the suite's values. */
static void add_inputs(struct line *line, const struct named_problem *problem)
{
    for (size_t i = 0; i < problem->settings; i++) {
        const struct named_setting *setting = &problem->setting[i];
        FREED char *pattern = text_make("/%s:", setting->name); /* where the suite would have another value */
        char number[MAX_NUMBER];
        if ((problem->structure.file && !strstr(problem->name, pattern)) || setting_is_unverified(setting))
            continue; /* it is among the run's options */
        number_word(setting->number, number);
        add(line, setting->name, setting->word ? setting->word : number);
    }
    if (problem->structure.file)
        add(line, "input", problem->structure.file);
    if (problem->structure.elements)
        add(line, "elements", problem->structure.elements);
}

char *problem_command(const struct run_context *context, const struct named_problem *problem, bool cold)
{
    char *text = NULL, number[MAX_NUMBER];
    size_t size;
    if (!context->measuring)
        return NULL;
    struct line line = {memory_stream(&text, &size), true};
    fputs("gpubench", line.file);
    add(&line, "suite", problem->suite);
    add(&line, "bench", problem->bench);
    if (!problem->structure.file || !problem->structure.sized)
        add_number(&line, "size", problem->size);
    add_inputs(&line, problem);
    add(&line, "backend", compute_name_of(&context->device).text);
    if (context->device.index > 0)
        add_number(&line, "device", (uint64_t)context->device.index);
    if (!context->has_options && cold == context->device.is_cpu)
        add(&line, "cache-mode", cold ? "cold" : "warm");
    add_options(&line, context);
    if (problem->max_error > 0) {
        number_word(problem->max_error, number);
        add(&line, "max-error", number);
    }
    if (problem->required)
        add(&line, "require", problem->required);
    if (problem->seed != 1)
        add_number(&line, "seed", problem->seed);
    return end(&line, &text);
}

char *row_command(const struct named_problem *problem, const struct result *result)
{
    char *text = NULL;
    size_t size;
    struct line line = {memory_stream(&text, &size), true};
    for (size_t p = 0; p < row_parameters(problem, result); p++) {
        FREED char *both = text_make("%s=%s", problem->parameter[p].name, problem_word(problem, result->index, p));
        add(&line, "set", both);
    }
    return end(&line, &text);
}
