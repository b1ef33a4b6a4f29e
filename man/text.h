/* Text of the table of options, for manual pages and completions. */
#pragma once

#include "base/options/table.h"

#include <stdio.h>

/* The forms of a verb, a bit each. */
unsigned manual_forms(const struct verb_row *verb);

/* Whether the forms of a verb take an option, and it is listed on their own page and completed. */
bool manual_takes(const struct option *option, unsigned forms);

/* Whether the argument of an option, or of a verb, is a file. */
bool manual_is_file(const char *argument);

/* The first clause of an option's help, shortened at a word to at most `most` bytes. */
void manual_summary(const struct option *option, char *text, size_t most);

/* The first words that a verb takes, such as "add" and "check"; NULL after the last. */
const char *manual_select(const struct verb_row *verb, size_t i);

/* ---- output ---- */

struct manual {
    const char *date;          /* of the pages, such as "November 27, 2026" */
    const char *const *suites; /* their names, ended by NULL */
    size_t count;
};

/* Writes the manual page (mdoc, section 1) of a verb; for the first verb, a run, that of the program. */
void manual_write_page(FILE *file, const struct manual *manual, const struct verb_row *verb);

void manual_write_bash(FILE *file, const struct manual *manual);
void manual_write_zsh(FILE *file, const struct manual *manual);
void manual_write_fish(FILE *file, const struct manual *manual);
