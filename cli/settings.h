/* Settings: the options that suites add to the command line. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "reports/format.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

enum { MAX_SETTING_NAMES = 64 }; /* of all suites together */

/* A setting of each name that any suite has; returns how many. */
size_t settings_all(const struct registry *registry, const struct setting *setting[MAX_SETTING_NAMES]);

/* A suite's setting of a name, or NULL. */
const struct setting *setting_find(const struct suite *suite, const char *name);

/* What it takes: "NUMBER", "WORD"; and in words: "a number from 0.001 to 1 atoms/A^3". */
const char *setting_argument(const struct setting *setting);
struct text setting_range(const struct setting *setting);

/* Reads what a user says of it. Returns 0, or 2 after one line on stderr. */
int setting_take(const struct setting *setting, const char *text, double *value);

#endif
