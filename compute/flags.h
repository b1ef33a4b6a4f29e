/* Options of a backend's compiler that a user may give: of a list, so that none names a file. */
#pragma once

#include "compute/compute.h"

/* One of them; a table of them ends with a NULL name. */
struct compute_flag {
    const char *name;   /* "-use_fast_math"; of one with a value all before that: "-fmad=" */
    const char *values; /* those that there are, between blanks; "#": a whole number; NULL: it has none */
    const char *as;     /* what the compiler gets in the place of the name; NULL: that */
};

/* As the compiler gets them. */
struct flags {
    const char *word[MAX_FLAGS]; /* in `text` */
    size_t count;
    const char *const *names; /* compute_build's */
    char text[MAX_FLAGS_TEXT];
};

/* Takes options apart that stand between blanks; `text` may be NULL. A second dash before one counts as none. INVALID
 * for one that is not in the table and defines no name, and for too many. */
enum status flags_read(const char *backend, const struct compute_flag *table, const char *text, struct flags *flags,
                       struct fault *fault);

/* Whether one of them begins like this. */
bool flags_have(const struct flags *flags, const char *beginning);
