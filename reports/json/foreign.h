/* What other benchmark programs write, as results: a problem for each benchmark, without a space, and a row of it: OK
 * with its time; UNSUPPORTED, which the program skipped, LAUNCH_FAILED, which failed, with what it says of them; or
 * NO_TIME, with what stands there instead of a time above 0. */
#pragma once

#include "reports/results.h"

/* Google Benchmark's JSON (--benchmark_out=FILE): real_time, or cpu_time; of repetitions their median, of which those
 * that have no time are none, and one that failed is the benchmark's failure. A bare NaN and Infinity are read as
 * Python's json reads them. The device is the host. INVALID with one line, also for a unit of time that is not known,
 * and where no benchmark has such a time; the caller frees the results in any case. */
enum status google_benchmark_load(struct results *results, const char *path, struct fault *fault);
enum status google_benchmark_load_cpu(struct results *results, const char *path, struct fault *fault);

/* NVBench's JSON (--json FILE, --jsonbin FILE): of each state the GPU's cold time, else the host's of a state that has
 * none of a GPU; or the host's, which is wall time, too. The median where there is one, else the mean. Otherwise as
 * above. */
enum status nvbench_load(struct results *results, const char *path, struct fault *fault);
enum status nvbench_load_cpu(struct results *results, const char *path, struct fault *fault);
