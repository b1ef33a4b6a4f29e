/* Loads files of ours and of other tuners and benchmarks as results, recognised by their content. */
#pragma once

#include "reports/results.h"

/* Loads a recorded space: a results file, a journal, Kernel Tuner's cache file or T4, each plain or packed by gzip. The
 * last two have one problem, with a space, and rows that are OK with a time, or failed. INVALID with one line; the
 * caller frees the results in any case. */
enum status space_load(struct results *results, const char *path, struct fault *fault);

/* Loads a file of Kernel Tuner, also of a killed search, or of T4, as above; or of Google Benchmark or NVBench
 * (reports/json/foreign.h). Suite and backend are the name of the format, the best of each problem is the fastest; date
 * and commit are "" if unknown. INVALID as above, also if nothing was measured, and for an empty or duplicate name. */
enum status import_load(struct results *results, const char *path, struct fault *fault);
