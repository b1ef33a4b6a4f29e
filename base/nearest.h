/* The known names nearest to a mistyped one. */
#pragma once

#include <stddef.h>

enum { MAX_NAMES = 256 };

/* Names to choose from, filled by names_add; later ones than MAX_NAMES are left out. */
struct names {
    const char *name[MAX_NAMES];
    size_t count;
    const char *beside; /* what else an error says at its end; or NULL */
    const char *lists;  /* the command that lists them, for an error where they are too many for a line; or NULL */
};
void names_add(struct names *names, const char *name);
void names_add_once(struct names *names, const char *name);

/* The name that was meant: one that begins so, else the one that is a third of the letters away at most; a name with
 * more behind it is two away; the dashes of options are no letters. NULL: none. */
const char *nearest_name(const char *given, const struct names *names);

/* One line on stderr: "gpubench: unknown WHAT 'GIVEN', did you mean NEAREST? Known: A B C"; where they are too many,
 * only the nearest, else the command that lists them, else "..." at their end. Returns the exit status 2. */
int nearest_error(const char *what, const char *given, const struct names *names);
