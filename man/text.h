/* Text of the table of options, as manual pages and shells take it. */
#pragma once

#include "base/options/table.h"

#include <stdio.h>

/* The verbs' bits: the forms of one. */
unsigned manual_forms(const struct verb_row *verb);

/* Whether an option is shown for forms of a verb: by its own page, and by what completes its words. */
bool manual_takes(const struct option *option, unsigned forms);

/* Whether what stands behind an option, or a verb's words, is a file. */
bool manual_is_file(const char *argument);

/* The first clause of an option's help, of at most `most` bytes, which ends at a word. */
void manual_summary(const struct option *option, char *text, size_t most);

/* Words that a verb takes first, as "add" and "check"; NULL behind the last of them. */
const char *manual_select(const struct verb_row *verb, size_t i);

/* ---- what is written ---- */

struct manual {
    const char *date;          /* of the pages, as "November 27, 2026" */
    const char *const *suites; /* their names, NULL behind the last */
    size_t count;
};

/* A manual page (mdoc, of section 1) of a verb; of the program, for the first of them, a run. */
void manual_write_page(FILE *file, const struct manual *manual, const struct verb_row *verb);

void manual_write_bash(FILE *file, const struct manual *manual);
void manual_write_zsh(FILE *file, const struct manual *manual);
void manual_write_fish(FILE *file, const struct manual *manual);
