/* Reads the output of other benchmark programs as results: a problem for each benchmark, without a space, with one row:
 * OK with its time; UNSUPPORTED if it was skipped, LAUNCH_FAILED if it failed, with the program's message; or NO_TIME,
 * with the text in place of a time above 0. */
#pragma once

#include "reports/results.h"

/* Google Benchmark's JSON (--benchmark_out=FILE): real_time, or cpu_time; the median of repetitions, without those that
 * have no time; one failed repetition is the benchmark's failure. A bare NaN and Infinity are read as Python's json
 * reads them. The device is the host. INVALID with one line, also for an unknown unit of time, and if no benchmark has
 * such a time; the caller frees the results in any case. */
enum status google_benchmark_load(struct results *results, const char *path, struct fault *fault);
enum status google_benchmark_load_cpu(struct results *results, const char *path, struct fault *fault);

/* NVBench's JSON (--json FILE, --jsonbin FILE): each state's cold time of the GPU, else that of the host; or the
 * host's, which is wall time, too. The median if present, else the mean. Otherwise as above. */
enum status nvbench_load(struct results *results, const char *path, struct fault *fault);
enum status nvbench_load_cpu(struct results *results, const char *path, struct fault *fault);

/* The word of --reader for a file that looks like one of these, "nvbench" or "gbench"; NULL for all others. */
const char *foreign_reader(const char *path);
