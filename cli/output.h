/* Files that verbs write. */
#pragma once

#include "base/options/options.h"
#include "reports/writers/writers.h"

/* Whether a file that a verb writes, which the option names, is none of those that it reads (NULL: none), and can be
 * written. Returns 0, or 2 after one line on stderr. */
int output_check(const char *verb, const char *option, const char *path, const char *const *read, size_t count);

/* Loads the words of a command line as results files, of which there is at least one; with --plot also tables of
 * ci/curves; of `table` and `report` also folders, which have at least one such file: what else is in them is told, a
 * line each. With --here also asks which devices are here. Returns 0; or 2 or 3
 * after one line, and there is nothing to close. */
int output_open(struct output *output, const struct options *options);
void output_close(struct output *output);
