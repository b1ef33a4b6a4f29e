/* Every sample of a run: a JSON object a line and measurement (FORMAT.md). */
#pragma once

#include "reports/results.h"

struct samples_file;

/* Makes the file, and the folders above it; NULL with one line if it cannot be written. */
struct samples_file *samples_open(const char *path, struct fault *fault);

/* Writes the line of a measurement of the problem number `problem`; none after a failure. */
void samples_add(struct samples_file *file, const struct results *results, size_t problem, const struct result *result,
                 const struct kept_samples *samples);

/* Closes the file, if there is one. INVALID with one line if not all of it was written. */
enum status samples_close(struct samples_file *file, struct fault *fault);
