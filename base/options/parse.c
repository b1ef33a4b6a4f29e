/* Parses a command line into options. */
#include "base/options/table.h"

#include "base/nearest.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct parsing {
    struct options *options;
    const struct own_options *own;
    const char *verb; /* "": a run */
    unsigned forms;   /* of the verb */
    char **argv;
    int argc, at;
};

/* An option, by its name in the table or of a suite. */
struct found {
    const struct option *option; /* NULL: not found */
    const char *name, *own;      /* own: the value of a suite's option */
};

__attribute__((format(printf, 2, 3))) static enum options_outcome wrong(const struct parsing *parsing,
                                                                        const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "gpubench: %s%s", parsing->verb, *parsing->verb ? ": " : "");
    text_print_list(stderr, text_printable, format, values);
    fputc('\n', stderr);
    va_end(values);
    return OPTIONS_WRONG;
}

/* ---- names ---- */

/* Iterates over the options that a verb takes; *at starts at 0. */
static bool next_option(const struct parsing *parsing, size_t *at, struct found *found)
{
    static size_t rows;
    while (!rows || options_table[rows].name)
        rows++;
    for (; *at < rows; ++*at)
        if (options_table[*at].forms & parsing->forms) {
            const struct option *option = &options_table[(*at)++];
            *found = (struct found){option, option->name, NULL};
            return true;
        }
    const size_t own = *at - rows;
    if (!(options_own.forms & parsing->forms) || own >= parsing->own->count)
        return false;
    *found = (struct found){&options_own, parsing->own->option[own].name, parsing->own->option[own].argument};
    ++*at;
    return true;
}

/* The option with a name, or the only one with it as a prefix. */
static struct found find_option(const struct parsing *parsing, const char *name, size_t length)
{
    struct found found, only = {.option = NULL};
    size_t begin = 0;
    for (size_t at = 0; next_option(parsing, &at, &found);) {
        if (strncmp(found.name, name, length))
            continue;
        if (!found.name[length])
            return found;
        only = found;
        begin++;
    }
    return begin == 1 ? only : (struct found){.option = NULL};
}

static struct found find_letter(const struct parsing *parsing, char letter)
{
    struct found found;
    for (size_t at = 0; next_option(parsing, &at, &found);)
        if (found.option->letter == letter)
            return found;
    return (struct found){.option = NULL};
}

/* Removed options, and their replacements. */
static const char *gone(const char *name)
{
    return strcmp(name, "--disassemble") ? NULL
                                         : "it went; nvdisasm or cuobjdump -sass show the code that is kept "
                                           "(base/CACHE.md, \"To look into code\")";
}

/* The usage of a verb that takes an option of this name; NULL if there is none. */
static const char *usage_elsewhere(const char *name)
{
    enum form form = 0;
    const struct option *option = options_table;
    while (option->name && strcmp(option->name, name))
        option++;
    while (option->name && !(option->forms >> form & 1))
        form++;
    return option->name ? options_forms[form].usage : NULL;
}

static enum options_outcome unknown_option(const struct parsing *parsing, const char *name)
{
    struct names names = {0};
    struct found found;
    char what[32], lists[80];
    if (gone(name))
        return wrong(parsing, "%s: %s", name, gone(name));
    snprintf(what, sizeof what, "option%s%s", *parsing->verb ? " of " : "", parsing->verb);
    if (usage_elsewhere(name)) {
        text_print(stderr, "gpubench: unknown %s '%s'; it is of: gpubench %s\n", what, name, usage_elsewhere(name));
        return OPTIONS_WRONG;
    }
    snprintf(lists, sizeof lists, "`gpubench help %s`%s", *parsing->verb ? parsing->verb : "run",
             options_own.forms & parsing->forms ? ", of a suite's own `gpubench list SUITE --long`," : "");
    names.lists = lists;
    for (int own = 1; own >= 0; own--) /* a suite's first, those of all last: a long line is truncated */
        for (size_t at = 0; next_option(parsing, &at, &found);)
            if ((found.option == &options_own) == own)
                names_add(&names, found.name);
    nearest_error(what, name, &names);
    return OPTIONS_WRONG;
}

/* ---- options ---- */

/* The place of a given option: that of the previous one if the new one replaces it. NULL: too many. */
static struct given *keep(struct options *options, const struct found *found)
{
    size_t at = 0;
    while (at < options->givens && (strcmp(options->given[at].name, found->name) || found->option->kind == OPTION_SET ||
                                    found->option->kind == OPTION_TEXTS))
        at++;
    if (at == MAX_GIVEN)
        return NULL;
    options->givens += at == options->givens;
    return &options->given[at];
}

/* Stores an option of a suite, whose values are its own. */
static void take_own(struct options *options, const char *name, const char *text)
{
    size_t at = 0;
    while (at < options->settings && strcmp(options->setting[at].name, name + strlen("--")))
        at++;
    options->settings += at == options->settings; /* at most MAX_OWN, as there are no more names */
    options->setting[at].name = name + strlen("--");
    options->setting[at].text = text;
}

static enum options_outcome take(struct parsing *parsing, const struct found *found, const char *const *text)
{
    struct options *options = parsing->options;
    const char *wanted = NULL;
    struct given *given = keep(options, found);
    if (!given)
        return wrong(parsing, "%s: there are more than %d options", found->name, MAX_GIVEN);
    *given = (struct given){found->option, found->name, *text};
    if (found->option->kind == OPTION_OWN)
        take_own(options, found->name, *text);
    else
        wanted = option_take(found->option, options, text);
    return wanted ? wrong(parsing, "%s takes %s, not '%.100s'", found->name, wanted, *text) : OPTIONS_RUN;
}

/* The number of values it takes, and their placeholder. */
static size_t values_of(const struct found *found, const char **argument)
{
    *argument = found->own ? found->own : option_argument(found->option);
    return found->option->kind == OPTION_PAIR ? 2 : *argument ? 1 : 0;
}

/* Parses an option with its values; `text` is the one attached to it, or NULL. */
static enum options_outcome take_option(struct parsing *parsing, const struct found *found, const char *text)
{
    const char *texts[] = {text, NULL}, *argument;
    const size_t values = values_of(found, &argument);
    if (text && values != 1)
        return wrong(parsing, "%s takes %s", found->name, values ? "two values, as words of their own" : "no value");
    for (size_t i = text ? 1 : 0; i < values; i++) {
        if (parsing->at + 1 == parsing->argc || !strncmp(parsing->argv[parsing->at + 1], "--", 2))
            return wrong(parsing, "%s needs %s: %s", found->name, values == 1 ? "a value" : "two values", argument);
        texts[i] = parsing->argv[++parsing->at];
    }
    if (found->option->kind == OPTION_VERSION)
        return puts("gpubench " GPUBENCH_VERSION), OPTIONS_DONE;
    if (found->option->kind == OPTION_HELP)
        return options_help(*parsing->verb ? parsing->verb : NULL), OPTIONS_DONE;
    return take(parsing, found, texts);
}

static enum options_outcome take_long(struct parsing *parsing, const char *word)
{
    const size_t length = strcspn(word, "=");
    const struct found found = find_option(parsing, word, length);
    char name[64];
    if (found.option)
        return take_option(parsing, &found, word[length] ? word + length + 1 : NULL);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return unknown_option(parsing, name);
}

static enum options_outcome take_short(struct parsing *parsing, const char *word)
{
    const struct found found = find_letter(parsing, word[1]);
    if (found.option)
        return take_option(parsing, &found, word[2] ? word + 2 : NULL);
    return unknown_option(parsing, (const char[]){'-', word[1], '\0'});
}

/* Parses all options, and moves the other words to the front of argv. */
static enum options_outcome take_all(struct parsing *parsing)
{
    struct options *options = parsing->options;
    enum options_outcome outcome = OPTIONS_RUN;
    bool ended = false;
    for (; parsing->at < parsing->argc && outcome == OPTIONS_RUN; parsing->at++) {
        char *word = parsing->argv[parsing->at];
        if (!ended && !strcmp(word, "--"))
            ended = true;
        else if (!ended && !strncmp(word, "--", 2))
            outcome = take_long(parsing, word);
        else if (!ended && word[0] == '-' && word[1])
            outcome = take_short(parsing, word);
        else
            options->word[options->words++] = word;
    }
    return outcome;
}

/* ---- combinations ---- */

/* Whether the option or word that selects a form was given. */
static bool is_chosen(const struct options *options, const char *select)
{
    return *select == '-' ? options_given(options, select) : options->words && !strcmp(options->word[0], select);
}

/* Chooses the form of the verb. */
static enum options_outcome choose_form(const struct parsing *parsing)
{
    struct options *options = parsing->options;
    enum form chosen = FORMS, otherwise = FORMS;
    struct names names = {0};
    char what[32];
    for (enum form form = 0; form < FORMS; form++) {
        const char *select = options_forms[form].select;
        if (!(parsing->forms >> form & 1))
            continue;
        if (!select)
            otherwise = form;
        else if (is_chosen(options, select) && chosen != FORMS)
            return wrong(parsing, "%s and %s: one of them is enough", options_forms[chosen].select, select);
        else if (is_chosen(options, select))
            chosen = form;
        else if (*select != '-')
            names_add(&names, select);
    }
    options->form = chosen != FORMS ? chosen : otherwise;
    if (chosen != FORMS && *options_forms[chosen].select != '-') {
        options->word++;
        options->words--;
        return OPTIONS_RUN;
    }
    if (!names.count || (!options->words && otherwise != FORMS))
        return OPTIONS_RUN;
    if (!options->words)
        return wrong(parsing, "what it is to do is missing; `gpubench help %s` shows it", parsing->verb);
    snprintf(what, sizeof what, "verb of %s", parsing->verb);
    nearest_error(what, options->word[0], &names);
    return OPTIONS_WRONG;
}

/* Whether the form takes all given options. */
static enum options_outcome check_form(const struct parsing *parsing)
{
    const struct options *options = parsing->options;
    for (size_t i = 0; i < options->givens; i++) {
        const unsigned forms = options->given[i].option->forms;
        enum form other = 0;
        if (forms >> options->form & 1)
            continue;
        while (!((forms & parsing->forms) >> other & 1))
            other++;
        return wrong(parsing, "%s is of: gpubench %s", options->given[i].name, options_forms[other].usage);
    }
    return OPTIONS_RUN;
}

/* Whether the given options can be combined. */
static enum options_outcome check_given(const struct parsing *parsing)
{
    const struct options *options = parsing->options;
    for (size_t i = 0; i < options->givens; i++) {
        const struct option *option = options->given[i].option;
        if (option->needs && !options_given(options, option->needs))
            return wrong(parsing, "%s goes with %s, which is missing", option->name, option->needs);
        for (size_t other = 0; other < options->givens; other++)
            if (other != i && options->given[other].option->flags & option->excludes)
                return wrong(parsing, "%s %s: leave %s out", option->name, option->because, options->given[other].name);
    }
    return OPTIONS_RUN;
}

static enum options_outcome check_words(const struct parsing *parsing)
{
    const struct options *options = parsing->options;
    const struct form_row *form = &options_forms[options->form];
    const struct own_options *own = parsing->own;
    if (options->words < form->least && !options->givens && options_begin(parsing->verb))
        return OPTIONS_WRONG;
    if (options->words < form->least)
        return wrong(parsing,
                     options->words ? "one %s is not enough; usage: gpubench %s" : "no %s given; usage: gpubench %s",
                     form->noun, form->usage);
    if (options->words <= form->most)
        return OPTIONS_RUN;
    const char *stray = options->word[form->most];
    if (!*parsing->verb && own->is_suite(own->user, stray))
        return wrong(parsing, "'%s' is a suite; did you mean --suite %s?", stray, stray);
    if (!form->most)
        return wrong(parsing, "'%.100s' belongs to no option; usage: gpubench %s", stray, form->usage);
    return wrong(parsing, "'%.100s' is one %s too many; usage: gpubench %s", stray, form->noun, form->usage);
}

/* ---- the whole command line ---- */

static enum options_outcome unknown_verb(const char *given, const struct own_options *own)
{
    struct names names = {0};
    if (own->is_suite(own->user, given)) {
        text_print(stderr, "gpubench: '%s' is a suite; did you mean --suite %s?\n", given, given);
        return OPTIONS_WRONG;
    }
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++)
        names_add(&names, verb->name);
    names.beside = "`gpubench help` describes each";
    nearest_error("verb", given, &names);
    return OPTIONS_WRONG;
}

static unsigned forms_of(const char *verb)
{
    unsigned forms = 0;
    for (enum form form = 0; form < FORMS; form++)
        if (!strcmp(options_forms[form].verb, verb))
            forms |= 1u << form;
    return forms;
}

/* `gpubench help VERB` */
static enum options_outcome help(int argc, char **argv, const struct own_options *own)
{
    if (options_help(argc > 2 ? argv[2] : NULL))
        return OPTIONS_DONE;
    return unknown_verb(argv[2], own);
}

enum options_outcome options_parse(struct options *options, int argc, char **argv, const struct own_options *own)
{
    const bool has_verb = argc > 1 && *argv[1] != '-', is_run = has_verb && !strcmp(argv[1], options_verbs->name);
    struct parsing parsing = {options, own, has_verb && !is_run ? argv[1] : "", 0, argv, argc, has_verb ? 2 : 1};
    *options = (struct options){.argc = argc,
                                .argv = argv,
                                .word = argv + parsing.at,
                                .backend = "auto",
                                .seed = 1,
                                .repeat = 100,
                                .objective = "stream",
                                .max_regret = -1,
                                .tolerance = -1,
                                .older = NO_NUMBER,
                                .to = NO_NUMBER};
    if (has_verb && !strcmp(argv[1], "help"))
        return help(argc, argv, own);
    parsing.forms = has_verb && !*argv[1] ? 0 : forms_of(parsing.verb);
    if (!parsing.forms)
        return unknown_verb(argv[1], own);
    enum options_outcome outcome = take_all(&parsing);
    if (outcome == OPTIONS_RUN)
        outcome = choose_form(&parsing);
    if (outcome == OPTIONS_RUN)
        outcome = check_form(&parsing);
    if (outcome == OPTIONS_RUN)
        outcome = check_given(&parsing);
    return outcome == OPTIONS_RUN ? check_words(&parsing) : outcome;
}

/* ---- queries about given options ---- */

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

const char *options_text_of(const struct options *options, const char *name)
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
        if (option->forms & ~(1u << FORM_TUNE) && !strcmp(option->name + strlen("--"), name))
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
