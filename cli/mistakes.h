/* Mistakes of suites, as lines on stderr. */
#ifndef CLI_MISTAKES_H
#define CLI_MISTAKES_H

#include "tuner/check/check.h"

/* A check of a registry that prints "gpubench: " and each mistake. */
struct check mistakes_check(const struct registry *registry);

#endif
