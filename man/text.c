/* Texts of the table of options that pages and completions share. */
#include "man/text.h"

#include <string.h>

unsigned manual_forms(const struct verb_row *verb)
{
    unsigned forms = 0;
    for (enum form form = 0; form < FORMS; form++)
        if (!strcmp(options_forms[form].verb, verb == options_verbs ? "" : verb->name))
            forms |= 1u << form;
    return forms;
}

bool manual_takes(const struct option *option, unsigned forms)
{
    return option->name[0] == '-' && (option->forms & forms);
}

bool manual_is_file(const char *argument)
{
    static const char *const files[] = {"FILE",  "RESULTS", ".json",   ".h",  "KERNEL",
                                        "SPACE", "FOLDER",  "PROGRAM", "BASE"};
    for (size_t i = 0; argument && i < sizeof files / sizeof *files; i++)
        if (strstr(argument, files[i]))
            return true;
    return false;
}

void manual_summary(const struct option *option, char *text, size_t most)
{
    size_t length = strcspn(option->help, ";:(");
    if (length >= most)
        for (length = most - 1; length && option->help[length] != ' ';)
            length--;
    while (length && strchr(" ,", option->help[length - 1]))
        length--;
    snprintf(text, most, "%.*s", (int)length, option->help);
}

const char *manual_select(const struct verb_row *verb, size_t i)
{
    const unsigned forms = manual_forms(verb);
    for (enum form form = 0; form < FORMS; form++) {
        const char *select = options_forms[form].select;
        if (forms & 1u << form && select && *select != '-' && !i--)
            return select;
    }
    return NULL;
}
