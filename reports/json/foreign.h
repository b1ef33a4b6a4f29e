/* What other benchmark programs write, as results: a problem for each benchmark, without a space, and a row of it. */
#ifndef REPORTS_JSON_FOREIGN_H
#define REPORTS_JSON_FOREIGN_H

#include "reports/results.h"

/* Google Benchmark's JSON (--benchmark_out=FILE): real_time, of repetitions their median; what says error_occurred is a
 * failure. The device is the host. INVALID with one line; the caller frees the results in any case. */
enum status google_benchmark_load(struct results *results, const char *path, struct fault *fault);

/* NVBench's JSON (--json FILE, --jsonbin FILE): of each state the GPU's cold time, the median where there is one, else
 * the mean, else the host's; what was skipped is a failure with its reason. Otherwise as above. */
enum status nvbench_load(struct results *results, const char *path, struct fault *fault);

#endif
