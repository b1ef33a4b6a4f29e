/* Prints help from the table of options: at most 80 columns. */
#include "base/options/table.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, HELP_AT = 25 };

/* Prints words from column *at on, in lines that begin at `indent`. */
static void print_words(int *at, int indent, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (*at > indent && *at + 1 + (int)length > COLUMNS)
            *at = printf("\n%*s", indent, "") - 1;
        if (*at > indent)
            *at += printf(" ");
        *at += printf("%.*s", (int)length, text);
        text += length + strspn(text + length, " ");
    }
}

static void print_paragraph(int indent, const char *text)
{
    int at = printf("%*s", indent, "");
    print_words(&at, indent, text);
    putchar('\n');
}

/* ---- options ---- */

static void print_option(const struct option *option)
{
    const char *argument = option_argument(option);
    int at = option->letter ? printf("  -%c, %s", option->letter, option->name) : printf("  %s", option->name);
    if (argument)
        at += printf(" %s", argument);
    if (at + 2 > HELP_AT)
        at = printf("\n") - 1;
    at += printf("%*s", HELP_AT - at, "");
    print_words(&at, HELP_AT, option->help);
    putchar('\n');
}

/* The options of a group that any of the forms takes; for verbs other than a run, without those of a run. */
static void print_group(const char *title, enum group group, unsigned forms)
{
    const unsigned run = 1u << FORM_RUN;
    bool any = false;
    for (const struct option *option = options_table; option->name; option++) {
        if (option->group != group || !(option->forms & forms) || (forms != run && group != GROUP_VERB))
            continue;
        if (!any)
            printf("\n%s\n", title);
        any = true;
        print_option(option);
    }
}

static void print_options(unsigned forms)
{
    static const char *const titles[] = {
        "What is run:", "Where:", "The search:", "Times:", "Files:", "Further options:"};
    for (enum group group = GROUP_WHAT; group <= GROUP_VERB; group++)
        print_group(group == GROUP_VERB && forms != 1u << FORM_RUN ? "Options:" : titles[group], group, forms);
}

/* Names of a run's options that a verb also takes. */
static void print_shared(unsigned forms)
{
    int at = 0;
    for (const struct option *option = options_table; option->name; option++) {
        if (option->group == GROUP_VERB || !(option->forms & forms))
            continue;
        if (!at) {
            putchar('\n');
            print_words(&at, 0, "and options of a run, as `gpubench help run` has them:");
        }
        print_words(&at, 0, option->name);
    }
    if (at)
        putchar('\n');
}

static void print_examples(const struct verb_row *verb)
{
    puts("\nExamples:");
    for (size_t i = 0; i < sizeof verb->examples / sizeof *verb->examples && verb->examples[i]; i++)
        printf("  %s\n", verb->examples[i]);
}

/* ---- verbs ---- */

/* Examples for users who are new to a verb. */
static const struct beginning {
    const char *verb, *lines;
} beginnings[] = {{"tune", "From a kernel (.cl, .cu) to the header of its best configuration:\n"
                           "  gpubench tune --init saxpy.cl -o saxpy.json   # 1. reads its signature\n"
                           "  $EDITOR saxpy.json                            # 2. fill in what begins with ?\n"
                           "  gpubench tune --spec saxpy.json --header saxpy.h\n"
                           "What is tuned are macros that the kernel does not define: #defines before it.\n"}};

static const char *find_beginning(const char *verb)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strcmp(beginnings[i].verb, verb))
            return beginnings[i].lines;
    return NULL;
}

static bool is_of(const struct form_row *form, const struct verb_row *verb)
{
    return !strcmp(form->verb, verb == options_verbs ? "" : verb->name);
}

static void print_verb(const struct verb_row *verb)
{
    unsigned forms = 0;
    printf("%s: %s\n\n", verb->name, verb->summary);
    if (find_beginning(verb->name))
        printf("%s\n", find_beginning(verb->name));
    for (enum form form = 0; form < FORMS; form++)
        if (is_of(&options_forms[form], verb)) {
            forms |= 1u << form;
            printf("  gpubench %s\n", options_forms[form].usage);
            print_paragraph(6, options_forms[form].does);
        }
    print_options(forms);
    if (verb != options_verbs)
        print_shared(forms);
    if (forms & options_own.forms)
        puts("\nSuites add options, such as --density: `gpubench list SUITE` shows them.");
    print_examples(verb);
}

static void print_all(void)
{
    print_paragraph(0,
                    "gpubench takes every variant of a kernel, compiles it at run time, verifies it against a "
                    "double-precision expectation, times it, and keeps the best: as a table, as JSON, as a C header.");
    printf("\nusage: gpubench %s\n       gpubench VERB ...\n\nVerbs (`gpubench help VERB` describes one):\n",
           options_forms[FORM_RUN].usage);
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++)
        printf("  %-9s %s\n", verb->name, verb->summary);
    print_options(1u << FORM_RUN);
    puts("\nSuites add options, such as --density: `gpubench list SUITE` shows them.");
    print_examples(options_verbs);
    putchar('\n');
    print_paragraph(
        0, "Exit status: 0 good; 1 a bench without any correct configuration, or without one that is accurate "
           "enough (--max-error) or meets --require, or any failure where nothing is timed (--verify-only, "
           "nvrtc); or, of "
           "compare and header --check, what is slower, spills or fails; 2 usage or file errors; 3 no valid "
           "answer from this machine, for example if others use the GPU; 4 not known, of compare --strict; 130 "
           "interrupted, by Ctrl-C or SIGTERM, with everything done so far saved.");
    putchar('\n');
    print_paragraph(0,
                    "Tables fit the terminal, or COLUMNS; NO_COLOR=1: no colours; CLICOLOR_FORCE=1: also in a pipe. "
                    "Compiled kernels and ceilings are kept in $GPUBENCH_CACHE, else in ~/.cache/gpubench, which "
                    "nobody else may own or write (`gpubench cache`). With GPUBENCH_PCH=0 CUB's headers are parsed for "
                    "each kernel (1.2 s instead of 0.2 s): to measure what keeping them gains.");
}

bool options_help(const char *name)
{
    const struct verb_row *verb = options_verbs;
    if (!name)
        return print_all(), true;
    while (verb->name && strcmp(verb->name, name))
        verb++;
    if (verb->name)
        print_verb(verb);
    return verb->name;
}

bool options_begin(const char *verb)
{
    const char *lines = find_beginning(verb);
    if (lines)
        fprintf(stderr, "%s`gpubench help %s` shows its options, and how to do without a file.\n", lines, verb);
    return lines;
}

void options_usage(void)
{
    const int indent = (int)strlen("verbs:");
    int at = indent;
    fprintf(stderr, "usage: gpubench %s, or gpubench VERB ...\nverbs:", options_forms[FORM_RUN].usage);
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++) {
        if (at + 1 + (int)strlen(verb->name) > COLUMNS)
            at = fprintf(stderr, "\n%*s", indent, "") - 1;
        at += fprintf(stderr, " %s", verb->name);
    }
    fputs("\n       (`gpubench help VERB`: more of each; `gpubench --help`: all options)\n"
          "a kernel of your own: gpubench tune\n"
          "next: gpubench --suite reduction\n",
          stderr);
}
