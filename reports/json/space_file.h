/* Spaces that were recorded: files of ours and of other tuners, as results. */
#pragma once

#include "reports/results.h"

/* Loads a results file, a journal, Kernel Tuner's cache file or T4, each plain or packed by gzip. The last two have one
 * problem, with a space, and rows that are OK with a time, or failed. INVALID with one line; the caller frees the
 * results in any case. */
enum status space_load(struct results *results, const char *path, struct fault *fault);
