/* Settings: the options that suites add to the command line. */
#pragma once

#include "base/options/options.h"
#include "reports/format.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

/* Parses a command line, of which the settings of all suites are options, too, and the units of their sizes. */
enum options_outcome settings_parse(struct options *options, int argc, char **argv, const struct registry *registry);

/* Whether --UNIT is another name of --size for a bench: where its unit is one word, in small letters, and neither an
 * option's name nor that of a setting of its suite. */
bool setting_sizes(const struct suite *suite, const struct bench *bench);

/* A suite's setting of a name, or NULL. */
const struct setting *setting_find(const struct suite *suite, const char *name);

/* What it takes: "a number from 0.001 to 1 atoms/A^3". */
struct text setting_range(const struct setting *setting);

/* Reads what a user says of it. Returns 0, or 2 after one line on stderr. */
int setting_take(const struct setting *setting, const char *text, double *value);
