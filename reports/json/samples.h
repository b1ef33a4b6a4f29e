/* A file of every sample of a run: one JSON object and line per measurement (FORMAT.md). */
#pragma once

#include "reports/results.h"

/* What each line has: another file is not replaced. */
#define SAMPLES_MARK "\"blocks_ns\":["

struct samples_file;

/* Makes the file, and missing folders; NULL with one line if it cannot be written. */
struct samples_file *samples_open(const char *path, struct fault *fault);

/* Writes the line of a measurement of problem number `problem`; nothing after a failure. */
void samples_add(struct samples_file *file, const struct results *results, size_t problem, const struct result *result,
                 const struct kept_samples *samples);

/* Closes the file, if there is one. INVALID with one line if not everything was written. */
enum status samples_close(struct samples_file *file, struct fault *fault);
