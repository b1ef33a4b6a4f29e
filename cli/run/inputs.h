/* What a user says of the inputs of a run (tuner/suite.h): settings of suites, a structure of atoms, and what these
 * are.
 */
#pragma once

#include "cli/run/targets.h"

/* Gives the problems of suites that have settings, or take a structure, what the options say of them: types and the box
 * too, where the suite takes these. A setting is that of every chosen suite which has it. Returns 0, or 2 after one
 * line on stderr; targets_free frees. */
int inputs_find(struct targets *targets, const struct options *options, const struct registry *registry);

/* Puts the structure's atoms into the store, where workers find them. Returns 0, or 2 after one line. */
int inputs_keep(struct targets *targets, const char *store);

/* Says on stderr, in one line, what structure with types there is, and its box; nothing where there is none. */
void inputs_print(const struct targets *targets);
