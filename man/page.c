/* Manual pages in mdoc, which mandoc and groff read. */
#include "man/text.h"

#include <ctype.h>
#include <string.h>

enum { COLUMNS = 78, MARGIN = 25, WORD = 512 }; /* bytes of a line; room for a word at its end; longest word */

/* A character as mdoc text. */
static const char *letter_of(const char *letter, char own[2])
{
    static const struct {
        char letter;
        const char *written;
    } letters[] = {{'\\', "\\e"}, {'-', "\\-"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'\'', "\\(aq"}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == *letter)
            return letters[i].written;
    own[0] = *letter;
    own[1] = '\0';
    return own;
}

/* Converts a word; text between backquotes becomes bold. */
static size_t write_word(char *written, size_t size, const char *word, size_t length, bool *bold)
{
    char own[2];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '`')
            *bold = !*bold;
        const char *letter = word[i] != '`' ? letter_of(&word[i], own) : *bold ? "\\fB" : "\\fR";
        used += (size_t)snprintf(written + used, size - used, "%s", letter);
    }
    return used;
}

static bool is_request(const char *text)
{
    return *text == '.' || *text == '\'';
}

/* Writes text, with every sentence on a new line. */
static void put_text(FILE *file, const char *text)
{
    bool bold = false, starts = true;
    for (size_t at = 0; *text;) {
        char word[WORD];
        const size_t length = strcspn(text, " "), written = write_word(word, sizeof word, text, length, &bold);
        starts = starts || at + 1 + written > COLUMNS;
        fprintf(file, "%s%s%s", !starts ? " " : at ? "\n" : "", starts && is_request(text) ? "\\&" : "", word);
        at = (starts ? 0 : at + 1) + written;
        const char last = text[length - 1], before = length > 1 ? text[length - 2] : ' ';
        starts = strchr(".?!", last) || (last == ')' && before == '.');
        text += length + strspn(text + length, " ");
    }
    fputc('\n', file);
}

/* Writes a line of a program; a long one is continued in the next line of the file. */
static void put_line(FILE *file, const char *line)
{
    char own[2];
    size_t at = 0;
    if (is_request(line))
        fputs("\\&", file);
    for (; *line; line++) {
        at += (size_t)fprintf(file, "%s", letter_of(line, own));
        if (*line == ' ' && at > COLUMNS - MARGIN) {
            fputs("\\\n", file);
            at = 0;
        }
    }
    fputc('\n', file);
}

/* Writes one argument of a macro. */
static void put_quoted(FILE *file, const char *text)
{
    char own[2];
    fputc('"', file);
    for (; *text; text++)
        fputs(*text == '"' ? "\\(dq" : letter_of(text, own), file);
    fputc('"', file);
}

/* Writes the page's name, such as "gpubench-tune". */
static void put_title(FILE *file, const struct verb_row *verb, bool upper)
{
    char title[64];
    snprintf(title, sizeof title, "gpubench%s%s", verb == options_verbs ? "" : "-",
             verb == options_verbs ? "" : verb->name);
    for (const char *letter = title; *letter; letter++)
        fputc(upper ? toupper((unsigned char)*letter) : *letter, file);
}

static void put_synopsis(FILE *file, const struct verb_row *verb)
{
    const unsigned forms = manual_forms(verb);
    fputs(".Sh SYNOPSIS\n.Bd -literal -compact\n", file);
    for (enum form form = 0; form < FORMS; form++)
        if (forms & 1u << form) {
            fputs("gpubench ", file);
            put_line(file, options_forms[form].usage);
        }
    if (verb == options_verbs)
        fputs("gpubench VERB ...\n", file);
    fputs(".Ed\n", file);
}

static void put_forms(FILE *file, const struct verb_row *verb)
{
    const unsigned forms = manual_forms(verb);
    fputs(".Bl -tag -width Ds\n", file);
    for (enum form form = 0; form < FORMS; form++)
        if (forms & 1u << form) {
            fputs(".It Ic ", file);
            put_quoted(file, options_forms[form].usage);
            fputc('\n', file);
            put_text(file, options_forms[form].does);
        }
    fputs(".El\n", file);
}

static void put_verbs(FILE *file)
{
    fputs(".Pp\nOther verbs have pages of their own:\n.Bl -tag -width Ds\n", file);
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++) {
        fprintf(file, ".It Xr gpubench\\-%s 1\n", verb->name);
        put_text(file, verb->summary);
    }
    fputs(".El\n", file);
}

static void put_option(FILE *file, const struct option *option)
{
    const char *argument = option_argument(option);
    fputs(".It ", file);
    if (option->letter)
        fprintf(file, "Fl %c , ", option->letter);
    fputs("Fl ", file);
    put_quoted(file, option->name + 1);
    if (argument) {
        fputs(" Ar ", file);
        put_quoted(file, argument);
    }
    fputc('\n', file);
    put_text(file, option->help);
}

static void put_options(FILE *file, const struct verb_row *verb)
{
    const unsigned forms = manual_forms(verb);
    fputs(".Sh OPTIONS\n.Bl -tag -width Ds\n", file);
    for (const struct option *option = options_table; option->name; option++)
        if (manual_takes(option, forms))
            put_option(file, option);
    fputs(".El\n", file);
    if (forms & options_own.forms)
        fputs(".Pp\nSuites add options of their own:\n.Ic gpubench list Ar SUITE\nshows them.\n", file);
}

static void put_environment(FILE *file)
{
    static const struct {
        const char *name, *is;
    } variables[] = {
        {"GPUBENCH_CACHE", "The folder of compiled kernels and ceilings, which nobody else may own or write (default: "
                           "~/.cache/gpubench)."},
        {"GPUBENCH_LOCKS", "The folder of the locks of devices (default: /tmp)."},
        {"COLUMNS", "How wide tables may be (default: as the terminal)."},
        {"NO_COLOR", "If it is set, nothing is coloured."},
        {"CLICOLOR_FORCE", "If it is 1, a pipe has colours, too."},
        {"CUDA_VISIBLE_DEVICES", "The devices that CUDA shows, in that order."},
    };
    fputs(".Sh ENVIRONMENT\n.Bl -tag -width Ds\n", file);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        fprintf(file, ".It Ev %s\n", variables[i].name);
        put_text(file, variables[i].is);
    }
    fputs(".El\n", file);
}

static void put_exit_status(FILE *file)
{
    static const char *const statuses[][2] = {
        {"0", "Good."},
        {"1", "A bench without any correct configuration, or without one that is accurate enough or as required; of "
              "comparisons and checks, what is slower, spills or fails."},
        {"2", "Usage, or a file."},
        {"3", "No valid answer from this machine, for example if others use the GPU."},
        {"4", "Not known, of strict comparisons; parts are missing, of a merge."},
        {"130", "Interrupted; all that was done so far is saved."},
    };
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n", file);
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        fprintf(file, ".It %s\n", statuses[i][0]);
        put_text(file, statuses[i][1]);
    }
    fputs(".El\n", file);
}

static void put_examples(FILE *file, const struct verb_row *verb)
{
    fputs(".Sh EXAMPLES\n.Bd -literal\n", file);
    for (size_t i = 0; i < sizeof verb->examples / sizeof *verb->examples && verb->examples[i]; i++)
        put_line(file, verb->examples[i]);
    fputs(".Ed\n", file);
}

void manual_write_page(FILE *file, const struct manual *manual, const struct verb_row *verb)
{
    const bool is_main = verb == options_verbs;
    fprintf(file, ".Dd %s\n.Dt ", manual->date);
    put_title(file, verb, true);
    fputs(" 1\n.Os\n.Sh NAME\n.Nm ", file);
    put_title(file, verb, false);
    fputs("\n.Nd ", file);
    put_text(file, is_main ? "measure, verify and tune GPU kernels" : verb->summary);
    put_synopsis(file, verb);
    fputs(".Sh DESCRIPTION\n", file);
    if (is_main)
        put_text(file, "gpubench compiles every variant of a kernel at run time, verifies it against a "
                       "double-precision expectation, times it, and chooses the best: as a table, as JSON, as a C "
                       "header.");
    put_forms(file, verb);
    if (is_main)
        put_verbs(file);
    put_options(file, verb);
    if (is_main)
        put_environment(file);
    put_exit_status(file);
    put_examples(file, verb);
    if (!is_main)
        fputs(".Sh SEE ALSO\n.Xr gpubench 1\n", file);
}
