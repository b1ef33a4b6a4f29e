/* What is checked before a run rather than in it. Each check returns 0, or 2 after one line on stderr. */
#pragma once

#include "base/options/options.h"
#include "cli/run/targets.h"

#include <stdio.h>

/* Whether the options are there and go together; *strategy is that of --strategy, or without a name. */
int check_options(const struct options *options, struct strategy *strategy);

/* Where the results go: --out, else results/SUITE.json, results/SUITE+SUITE.json or, of a part,
 * results/SUITE.3of64.json, written to `path`. */
const char *results_path(const struct options *options, const struct targets *targets, char *path, size_t size);

/* Whether the files of a run, the results of which go to `out`, can be written, and are neither each other nor read. */
int check_paths(const char *out, const struct options *options);

/* Whether none of what is written lies in the cache. */
int check_cache(const char *out, const struct options *options, const char *cache);

/* Whether the folder of --kernels has the kernel files of the targets and those that stand behind every one; it may be
 * NULL. */
int check_kernels(const struct targets *targets, const char *folder);

/* Whether --set leaves a configuration of any bench that the device can run. */
int check_sets(const struct targets *targets, const struct options *options, const struct compute_device *device);

/* A line for each search of which not all constraints can be counted with: these are asked of what is drawn; and for
 * each of a part that is too large to be listed. */
void print_uncounted(FILE *file, const struct targets *targets, const struct compute_device *device);

/* The number of compile workers: --jobs, else one a core, as far as the limit on open files allows. */
int check_jobs(const struct options *options, unsigned *jobs);

/* Whether the device measures, where --header, --max-error or --samples asks for what comes of that. */
int check_measures(const struct options *options, const struct compute_device *device);
