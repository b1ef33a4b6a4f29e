/* Input and output files of verbs. */
#pragma once

#include "base/options/options.h"
#include "reports/writers/writers.h"

/* Whether a verb's output file, named by the option, differs from its input files (NULL: none), and can be written.
 * Returns 0, or 2 after one line on stderr. */
int output_check(const char *verb, const char *option, const char *path, const char *const *read, size_t count);

/* Both checks of a file that is no results file; none without a path (NULL). */
int output_check_made(const char *verb, const char *option, const char *path, const char *const *read, size_t count);

/* Refuses to replace measured results: programs make the other files again. Packed ones, and those whose schema is not
 * their first key, are results, too. Nor a file without the mark of what gpubench writes there, unless that is NULL.
 * Returns 0, or 2 after one line on stderr. */
int output_check_replaced(const char *verb, const char *option, const char *path, const char *mark);

/* Loads the command line's words as results files, at least one; with --plot also tables of ci/curves; for `table` and
 * `report` also folders with at least one results file: other contents are reported, a line each. With --here also
 * lists the present devices. Returns 0; or 2 or 3 after one line, with nothing to close. */
int output_open(struct output *output, const struct options *options);
void output_close(struct output *output);
