/* What a user says of the inputs of a run (tuner/inputs.h): settings of suites, and a structure of atoms. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "cli/targets.h"

/* Gives the problems of suites that have settings, or take a structure, what the options say of them. A setting is that
 * of every chosen suite which has it. Returns 0, or 2 after one line on stderr; targets_free frees. */
int inputs_find(struct targets *targets, const struct options *options, const struct registry *registry);

/* Puts the structure into the store, where workers find it. Returns 0, or 2 after one line. */
int inputs_keep(struct targets *targets, const char *store);

#endif
