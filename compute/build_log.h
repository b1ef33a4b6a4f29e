/* Parses the log of a GPU compiler. */
#pragma once

#include "compute/compute.h"

/* The resources that ptxas prints (-v), the largest over all kernels; spill_bytes are the spill stores. -1 if the
 * log does not have it. */
struct compute_resources build_log_resources(const char *log);

/* The fault of a failed build: INVALID if ptxas refused the amount of shared memory, else COMPILE_FAILED with the log
 * from its first error on. `name` is the kernel file. */
enum status build_log_fail(const char *name, const char *log, struct fault *fault);

/* Whether ptxas does not parse the PTX that it got: a fault of the compiler that wrote it, unless a kernel has PTX of
 * its own. */
bool build_log_unparsed(const char *log);
