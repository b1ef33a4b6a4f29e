/* Files of ours and of other tuners and benchmarks, by what is in them, as results. */
#pragma once

#include "reports/results.h"

/* A space that was recorded: loads a results file, a journal, Kernel Tuner's cache file or T4, each plain or packed by
 * gzip. The last two have one problem, with a space, and rows that are OK with a time, or failed. INVALID with one
 * line; the caller frees the results in any case. */
enum status space_load(struct results *results, const char *path, struct fault *fault);

/* What is to be saved as a results file: of Kernel Tuner, also of a search that was killed, and T4 as above, or of
 * Google Benchmark or NVBench (reports/json/foreign.h). Suite and backend are the name of the format, the best of each
 * problem is the fastest; the date is "" where the file says none, and so is the commit. INVALID as above, also where
 * nothing was measured, and for a name that is empty or there twice. */
enum status import_load(struct results *results, const char *path, struct fault *fault);
