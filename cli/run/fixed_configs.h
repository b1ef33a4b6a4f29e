/* --configs FILE: what is measured stands in a results file or a tuned header, and nothing is searched. */
#pragma once

#include "cli/run/targets.h"

enum { FIXED_BLOCKS = 5 }; /* where --blocks does not say */

/* The targets, with their sizes: the problems of a results file, of each the best row, of one without a best all that
 * were timed; or those of a tuned header. Seed and caches are the file's unless --seed and --cache-mode say others.
 * What --suite and --bench do not choose is left out; where --suite is missing it is made of the file's suites. A
 * parameter that the file does not know has its default value; with --defaults all have. What is not there any more,
 * and what is of a structure that --input does not name, is left out with a line. Returns 0, or 2 after one line on
 * stderr if the file cannot be read, or nothing is left; targets_free frees. */
int fixed_configs_find(struct targets *targets, struct options *options, const struct registry *registry);

/* Whether the atoms of --input, once they are kept, are those of the file's rows. Returns 0, or 2 after one line. */
int fixed_configs_same_structure(const struct targets *targets, const struct options *options);

/* Leaves out, with a line, the problems that there cannot be on the device. Returns 0, or 2 after one line more if
 * nothing is left. */
int fixed_configs_fit(struct targets *targets, const struct options *options, const struct compute_device *device);
