/* What a user says of the inputs of suites (tuner/inputs.h): settings, which are options of the suites' own, and a
 * structure of atoms. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "cli/targets.h"
#include "reports/format.h"
#include "tuner/result.h"

enum { MAX_SETTING_NAMES = 64 }; /* of all suites together */

/* A setting of each name that any suite has; returns how many. */
size_t settings_all(const struct setting *setting[MAX_SETTING_NAMES]);

/* What it takes: "NUMBER", "WORD"; and in words: "a number from 0.001 to 1 atoms/A^3". */
const char *setting_argument(const struct setting *setting);
struct text setting_range(const struct setting *setting);

/* Gives the targets of suites that have settings, or take a structure, their inputs: what the options say, else what
 * the suites have. A setting is that of every chosen suite which has it. Returns 0, or 2 after one line on stderr;
 * targets_free frees. */
int inputs_find(struct targets *targets, const struct options *options);

/* Puts the structure into the store, where workers find it. Returns 0, or 2 after one line. */
int inputs_keep(struct targets *targets, const char *store);

/* Fills in the inputs of the suites that were run. */
void inputs_describe(const struct targets *targets, const struct options *options, struct run_context *context);

#endif
