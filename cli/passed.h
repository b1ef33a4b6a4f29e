/* Options that a verb does not take itself, and passes on to the runs that it starts. */
#ifndef CLI_PASSED_H
#define CLI_PASSED_H

#include "base/options/options.h"

#include <stdbool.h>
#include <stddef.h>

enum { MAX_PASSED = 2 * MAX_GIVEN + 2 };

struct passed {
    const char *argument[MAX_PASSED];
    size_t count;
};

/* Whether it is an option of that name, with or without =VALUE behind it. */
bool passed_is(const char *word, const char *name);

/* Whether a run with --configs takes it, too; the others are of a search alone. */
bool passed_everywhere(const char *option);

/* How many arguments an option is: 1, or 2 with a value behind it. */
int passed_arguments(const char *option);

/* Takes an option of a run, with its value. Returns how many arguments it took; 0: too many. */
int passed_take(struct passed *passed, int argc, char **argv);

/* What an option of them says; or what it is without. */
const char *passed_said(const struct passed *passed, const char *name, const char *without);

#endif
