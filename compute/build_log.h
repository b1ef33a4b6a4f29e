/* What a GPU compiler's log says, in our terms. */
#pragma once

#include "compute/compute.h"

/* The resources that ptxas prints (-v), the largest over all kernels; spill_bytes are the spill stores. -1 where the
 * log does not say. */
struct compute_resources build_log_resources(const char *log);

/* The fault of a build that failed: INVALID if ptxas refused the amount of shared memory, else COMPILE_FAILED with
 * the log from its first line with an error on. `name` is the kernel file. */
enum status build_log_fail(const char *name, const char *log, struct fault *fault);
