/* Checks before a run. Each returns 0, or 2 after one line on stderr. */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"
#include "spec/spec.h"

#include <stdio.h>

/* Whether the required options are given and can be combined; *strategy is that of --strategy, or without a name. */
int check_options(const struct options *options, struct strategy *strategy);

/* The path of the results, written to `path`: --out, else results/SUITE.json, results/SUITE+SUITE.json or, for a part,
 * results/SUITE.3of64.json. */
const char *results_path(const struct options *options, const struct targets *targets, char *path, size_t size);

/* Whether a run's files, with the results at `out`, can be written, and differ from each other and from its input
 * files, among them the files of a kernel of the user's own, unless its spec is NULL. */
int check_paths(const char *out, const struct options *options, const struct spec *spec);

/* Whether no output file is in the cache. */
int check_cache(const char *out, const struct options *options, const char *cache);

/* Whether the folder of --kernels, or NULL, has the kernel files of the targets and the common ones. */
int check_kernels(const struct targets *targets, const char *folder);

/* Whether --set allows a configuration of any bench that the device can run. */
int check_sets(const struct targets *targets, const struct options *options, const struct compute_device *device);

/* Prints a line for each search with constraints that can only be tested on drawn configurations, and for each with a
 * part too large to list. */
void print_uncounted(FILE *file, const struct targets *targets, const struct compute_device *device);

/* The number of compile workers: --jobs, else one per core, within the limit on open files. */
int check_jobs(const struct options *options, unsigned *jobs);

/* Whether the device measures, as --header, --max-error and --samples require. */
int check_measures(const struct options *options, const struct compute_device *device);
