/* Settings: the options that suites add to the command line. */
#pragma once

#include "base/options/options.h"
#include "reports/format.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

/* Parses a command line with the settings of all suites, and the units of their sizes, as options. */
enum options_outcome settings_parse(struct options *options, int argc, char **argv, const struct registry *registry);

/* Whether --UNIT is another name of --size for a bench: if its unit is one lower-case word, and neither an option's
 * name nor that of a setting of its suite. */
bool setting_sizes(const struct suite *suite, const struct bench *bench);

/* A suite's setting by name, or NULL. */
const struct setting *setting_find(const struct suite *suite, const char *name);

/* The valid values: "a number from 0.001 to 1 atoms/A^3". */
struct text setting_range(const struct setting *setting);

/* Parses a setting's value. Returns 0, or 2 after one line on stderr. */
int setting_take(const struct setting *setting, const char *text, double *value);
