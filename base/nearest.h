/* The known names nearest to a mistyped one. */
#pragma once

#include <stddef.h>

enum { MAX_NAMES = 256 };

/* Names to choose from, added by names_add, which ignores those beyond MAX_NAMES. */
struct names {
    const char *name[MAX_NAMES];
    size_t count;
    const char *beside; /* appended to the error; or NULL */
    const char *lists;  /* a command that lists them, for an error with too many names for a line; or NULL */
};
void names_add(struct names *names, const char *name);
void names_add_once(struct names *names, const char *name);

/* The name that was probably meant: one with this prefix, else the nearest, at an edit distance of at most a third of
 * the letters; a given name that extends it has distance two; dashes of options do not count. NULL: none. */
const char *nearest_name(const char *given, const struct names *names);

/* One line on stderr: "gpubench: unknown WHAT 'GIVEN', did you mean NEAREST? Known: A B C"; of too many names only the
 * nearest, else the command that lists them, else "..." at the end. Returns the exit status 2. */
int nearest_error(const char *what, const char *given, const struct names *names);
