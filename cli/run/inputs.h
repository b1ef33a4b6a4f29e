/* The user's inputs of a run (tuner/suite.h): settings of suites, a structure of atoms, and parameters of their
 * types. */
#pragma once

#include "cli/run/targets.h"

/* Sets the settings and the structure, with types and box where supported, in problems of suites that take them. A
 * setting applies to every chosen suite that has it. Returns 0, or 2 after one line on stderr; targets_free frees. */
int inputs_find(struct targets *targets, const struct options *options, const struct registry *registry);

/* Stores the structure's atoms, for the workers. Returns 0, or 2 after one line. */
int inputs_keep(struct targets *targets, const char *store);

/* Prints a structure with types, and its box, in one line on stderr; nothing without one. */
void inputs_print(const struct targets *targets);
