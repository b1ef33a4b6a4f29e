/* Completions for shells: verbs, their first words, options, and the words and files that these take. */
#include "man/text.h"

#include <string.h>

enum { SUMMARY = 60 };

static bool takes_suites(const struct option *option)
{
    return !strcmp(option->name, "--suite");
}

/* Writes text between single quotes, in which the characters `special` are escaped. */
static void put_escaped(FILE *file, const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", file);
        else if (strchr(special, *text))
            fprintf(file, "\\%c", *text);
        else
            fputc(*text, file);
    }
}

static void put_suites(FILE *file, const struct manual *manual)
{
    for (size_t i = 0; i < manual->count; i++)
        fprintf(file, "%s ", manual->suites[i]);
    fputs("all", file);
}

static void put_words(FILE *file, const struct option *option, const struct manual *manual)
{
    if (takes_suites(option))
        put_suites(file, manual);
    for (const char *const *word = option->words; word && *word; word++)
        if (**word)
            fprintf(file, "%s ", *word);
}

static void put_verbs(FILE *file)
{
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++)
        fprintf(file, "%s ", verb->name);
    fputs("help", file);
}

static void put_selects(FILE *file, const struct verb_row *verb)
{
    const char *select;
    for (size_t i = 0; (select = manual_select(verb, i)); i++)
        fprintf(file, "%s ", select);
}

/* ---- bash ---- */

void manual_write_bash(FILE *file, const struct manual *manual)
{
    fputs("# bash completion for gpubench\n"
          "_gpubench()\n{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=run options= words=\n"
          "    COMPREPLY=()\n"
          "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    [ \"$current\" != = ] || current=\n"
          "    [ \"$COMP_CWORD\" = 1 ] || case ${COMP_WORDS[1]} in\n    ",
          file);
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++)
        fprintf(file, "%s%s", verb->name, verb[1].name ? "|" : "|help) verb=${COMP_WORDS[1]} ;;\n    esac\n");
    fputs("    case $before in\n", file);
    for (const struct option *option = options_table; option->name; option++)
        if (takes_suites(option) || option->words) {
            fprintf(file, "    %s) mapfile -t COMPREPLY < <(compgen -W '", option->name);
            put_words(file, option, manual);
            fputs("' -- \"$current\") && return ;;\n", file);
        }
    fputs("    esac\n    case $verb in\n", file);
    for (const struct verb_row *verb = options_verbs; verb->name; verb++) {
        fprintf(file, "    %s) options='", verb->name);
        for (const struct option *option = options_table; option->name; option++)
            if (manual_takes(option, manual_forms(verb)))
                fprintf(file, "%s ", option->name);
        fputs("' words='", file);
        if (verb == options_verbs)
            put_verbs(file);
        else if (!strcmp(verb->name, "list"))
            put_suites(file, manual);
        put_selects(file, verb);
        fputs("' ;;\n", file);
    }
    fputs("    help) words='", file);
    put_verbs(file);
    fputs("' ;;\n    esac\n"
          "    [ \"$COMP_CWORD\" = 1 ] || [ \"$verb\" != run ] || words=\n"
          "    [ \"$COMP_CWORD\" -le 2 ] || words=\n"
          "    case $current in\n"
          "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\") ;;\n"
          "    *) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"; compgen -f -- \"$current\") ;;\n"
          "    esac\n}\n"
          "complete -o filenames -F _gpubench gpubench\n",
          file);
}

/* ---- zsh ---- */

static void put_zsh_option(FILE *file, const struct option *option, const struct manual *manual)
{
    char summary[SUMMARY];
    const char *argument = option_argument(option);
    manual_summary(option, summary, sizeof summary);
    fprintf(file, "        '*%s%s[", option->name, argument ? "=" : "");
    put_escaped(file, summary, "[]\\");
    fputc(']', file);
    if (argument) {
        fputc(':', file);
        put_escaped(file, argument, ":\\");
        fputc(':', file);
        if (takes_suites(option) || option->words) {
            fputc('(', file);
            put_words(file, option, manual);
            fputc(')', file);
        } else if (manual_is_file(argument))
            fputs("_files", file);
    }
    fputs("' \\\n", file);
}

void manual_write_zsh(FILE *file, const struct manual *manual)
{
    fputs("#compdef gpubench\n"
          "_gpubench()\n{\n"
          "    local verb=run\n"
          "    local -a verbs options\n"
          "    verbs=(",
          file);
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++) {
        fprintf(file, "\n        '%s:", verb->name);
        put_escaped(file, verb->summary, ":\\");
        fputc('\'', file);
    }
    fputs("\n        'help:options of a verb'\n    )\n"
          "    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
          "        _describe verb verbs\n"
          "        return\n"
          "    fi\n"
          "    [[ -z ${verbs[(r)$words[2]:*]} ]] || verb=$words[2]\n"
          "    case $verb in\n",
          file);
    for (const struct verb_row *verb = options_verbs; verb->name; verb++) {
        fprintf(file, "    %s)\n        _arguments -S \\\n", verb->name);
        for (const struct option *option = options_table; option->name; option++)
            if (manual_takes(option, manual_forms(verb)))
                put_zsh_option(file, option, manual);
        if (verb != options_verbs)
            fputs("        '1:verb:' \\\n", file);
        const bool selects = manual_select(verb, 0), lists = !strcmp(verb->name, "list");
        if (selects || lists) {
            fputs("        '2:what:(", file);
            if (lists)
                put_suites(file, manual);
            put_selects(file, verb);
            fputs(")' \\\n", file);
        }
        fputs("        '*:file:_files' ;;\n", file);
    }
    fputs("    help) _describe verb verbs ;;\n    esac\n}\n_gpubench \"$@\"\n", file);
}

/* ---- fish ---- */

static void put_fish_option(FILE *file, const struct option *option, const char *condition, const struct manual *manual)
{
    char summary[SUMMARY];
    const char *argument = option_argument(option);
    manual_summary(option, summary, sizeof summary);
    fprintf(file, "complete -c gpubench -n '%s' -l %s", condition, option->name + 2);
    if (option->letter)
        fprintf(file, " -s %c", option->letter);
    if (argument)
        fputs(manual_is_file(argument) ? " -r -F" : " -x", file);
    if (takes_suites(option) || option->words) {
        fputs(" -a '", file);
        put_words(file, option, manual);
        fputc('\'', file);
    }
    fputs(" -d '", file);
    put_escaped(file, summary, "\\");
    fputs("'\n", file);
}

void manual_write_fish(FILE *file, const struct manual *manual)
{
    fputs("# fish completion for gpubench\nset -l verbs ", file);
    put_verbs(file);
    fputs("\n", file);
    for (const struct verb_row *verb = options_verbs + 1; verb->name; verb++) {
        fprintf(file, "complete -c gpubench -f -n \"not __fish_seen_subcommand_from $verbs\" -a %s -d '", verb->name);
        put_escaped(file, verb->summary, "\\");
        fputs("'\n", file);
    }
    fputs("complete -c gpubench -f -n '__fish_seen_subcommand_from help' -a \"$verbs\"\n", file);
    for (const struct verb_row *verb = options_verbs; verb->name; verb++) {
        char condition[256] = "not __fish_seen_subcommand_from";
        if (verb == options_verbs)
            for (const struct verb_row *other = options_verbs + 1; other->name; other++)
                snprintf(condition + strlen(condition), sizeof condition - strlen(condition), " %s", other->name);
        else
            snprintf(condition, sizeof condition, "__fish_seen_subcommand_from %s", verb->name);
        const bool lists = !strcmp(verb->name, "list");
        if (manual_select(verb, 0) || lists) {
            fprintf(file, "complete -c gpubench -n '%s' -a '", condition);
            if (lists)
                put_suites(file, manual);
            put_selects(file, verb);
            fputs("'\n", file);
        }
        for (const struct option *option = options_table; option->name; option++)
            if (manual_takes(option, manual_forms(verb)))
                put_fish_option(file, option, condition, manual);
    }
}
