/* How much of the host's memory a worker holds, and whether it is too much. */
#pragma once

#include "base/status.h"

#include <stdint.h>
#include <sys/types.h>

/* NO_MEMORY where process `pid` holds more than `most` bytes; or, if that is 0, more than the sixteenth of the
 * machine's memory that is to be left, and less than that is left. OK where /proc does not say. */
enum status memory_check(pid_t pid, uint64_t most, struct fault *fault);

/* Where the system's memory runs out all the same: it takes this process, and what that starts, before others. */
void memory_yield(void);
