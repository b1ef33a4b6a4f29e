#include "cli/run/profile.h"

#include "base/memory.h"
#include "base/options/table.h"
#include "base/text.h"
#include "cli/registry.h"
#include "reports/command.h"
#include "spec/spec.h"

#include <string.h>

/* Options of the kernel and its device; others come from --configs, or are in the printed line. */
static bool is_repeated(const struct option *option)
{
    static const char *const own[] = {"--ceilings", "--time-limit", "--blocks", "--configs"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(option->name, own[i]))
            return false;
    const bool describes = option->flags & (IN_ROWS | TO_WORKERS);
    return !(option->flags & OF_SEARCH) && (describes || option->group == GROUP_WHERE || option->group == GROUP_VERB);
}

struct line {
    FILE *file;
    bool lost; /* a word cannot be pasted */
};

static void add_word(struct line *line, const char *text)
{
    FREED char *word = shell_word(text);
    line->lost = line->lost || !word;
    fprintf(line->file, " %s", word ? word : "");
}

/* "regex:^(one|two)$" of the functions' names, for templates without arguments. */
static char *kernel_filter(const struct spec *spec)
{
    char *filter;
    size_t size;
    FILE *file = memory_stream(&filter, &size);
    fputs("regex:^(", file);
    for (size_t i = 0; spec_entry(spec, i); i++)
        fprintf(file, "%s%.*s", i ? "|" : "", (int)strcspn(spec_entry(spec, i), "< "), spec_entry(spec, i));
    fputs(")$", file);
    fclose(file);
    return filter;
}

static void add_given(struct line *line, const struct options *options)
{
    for (size_t i = 0; i < options->words; i++)
        add_word(line, options->word[i]);
    for (size_t i = 0; i < options->givens; i++) {
        const struct given *given = &options->given[i];
        if (!is_repeated(given->option))
            continue;
        add_word(line, given->name);
        if (given->text)
            add_word(line, given->text);
    }
}

void profile_print(FILE *where, const struct options *options, const char *out)
{
    const struct spec *spec = registry_spec();
    const size_t length = strlen(out), stem = length > 5 && !strcmp(out + length - 5, ".json") ? length - 5 : length;
    FREED char *profiled = text_make("%.*s.profile.json", (int)stem, out), *filter = kernel_filter(spec);
    FREED char *text = NULL;
    size_t kernels = 0, size;
    while (spec_entry(spec, kernels))
        kernels++;
    struct line line = {memory_stream(&text, &size), false};
    add_word(&line, filter);
    fprintf(line.file, " --launch-skip %zu --launch-count %zu", kernels, kernels);
    add_word(&line, options->argv[0]);
    fputs(" tune", line.file);
    add_given(&line, options);
    fputs(" --ceilings off --time-limit 600 --blocks 1 --configs", line.file);
    add_word(&line, out);
    fputs(" --out", line.file);
    add_word(&line, profiled);
    fclose(line.file);
    if (line.lost)
        fputs("gpubench: --profile: the command has characters that no terminal takes\n", stderr);
    else
        text_print(where, "Profile: ncu --target-processes all --kernel-name%s --overwrite\n", text);
}
