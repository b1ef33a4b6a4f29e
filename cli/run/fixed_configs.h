/* --configs FILE: measures the configurations of a results file or a tuned header instead of searching. */
#pragma once

#include "cli/run/targets.h"

enum { FIXED_BLOCKS = 5 }; /* without --blocks */

/* The targets with their sizes: of each problem of a results file the best row, or all timed rows if it has no best; or
 * those of a tuned header. Seed and caches are the file's unless --seed and --cache-mode are given. --suite and --bench
 * filter them; without --suite it is set to the file's suites. Parameters missing in the file have their defaults,
 * which a line lists; with --defaults all have. Removed benches, and problems of a structure other than --input's, are
 * skipped with a line. Returns 0, or 2 after one line on stderr if the file cannot be read, or nothing remains;
 * targets_free frees. */
int fixed_configs_find(struct targets *targets, struct options *options, const struct registry *registry);

/* Whether the atoms of --input, once stored, are those of the file's rows. Returns 0, or 2 after one line. */
int fixed_configs_same_structure(const struct targets *targets, const struct options *options);

/* Skips, with a line, problems that the device cannot run. Returns 0, or 2 after one more line if nothing remains. */
int fixed_configs_fit(struct targets *targets, const struct options *options, const struct compute_device *device);
