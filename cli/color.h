/* Whether what is printed on stdout has colours. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include <stdbool.h>

/* On a terminal, unless NO_COLOR is set to anything (no-color.org). */
bool color_wanted(void);

#endif
