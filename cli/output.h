/* Files that verbs write. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stddef.h>

/* Whether a file that a verb writes, which the option names, is none of those that it reads (NULL: none), and can be
 * written. Returns 0, or 2 after one line on stderr. */
int output_check(const char *verb, const char *option, const char *path, const char *const *read, size_t count);

#endif
