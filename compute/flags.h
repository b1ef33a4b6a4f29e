/* The compiler flags that a user may give: from a list, so that none names a file. */
#pragma once

#include "compute/compute.h"

/* A flag; a table ends with a NULL name. */
struct compute_flag {
    const char *name;   /* "-use_fast_math"; of one with a value, all before that: "-fmad=" */
    const char *values; /* valid ones, separated by blanks; "#": a whole number; NULL: none */
    const char *as;     /* what the compiler gets instead of the name; NULL: the name */
};

/* Flags as the compiler gets them. */
struct flags {
    const char *word[MAX_FLAGS]; /* in `text` */
    size_t count;
    const char *const *names; /* compute_build's */
    char text[MAX_FLAGS_TEXT];
};

/* Parses flags separated by blanks; `text` may be NULL. A leading double dash counts as one. INVALID for a flag that is
 * neither in the table nor a definition, and for too many. */
enum status flags_read(const char *backend, const struct compute_flag *table, const char *text, struct flags *flags,
                       struct fault *fault);

/* Whether one of them has this prefix. */
bool flags_have(const struct flags *flags, const char *beginning);
