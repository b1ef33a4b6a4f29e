/* Error lines: what, where, what to do. */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include "base/status.h"

/* Prints "gpubench: " and a fault to stderr, in one line (base/text.h), and returns `status`. */
int complain(const struct fault *fault, int status);

#endif
