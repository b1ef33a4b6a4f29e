/* Limits the host memory of a worker. */
#pragma once

#include "base/status.h"

#include <stdint.h>
#include <sys/types.h>

/* NO_MEMORY if process `pid` holds more than `most` bytes. If `most` is 0: if less than a sixteenth of the machine's
 * memory is free and the process holds more than that. OK if /proc does not report it. */
enum status memory_check(pid_t pid, uint64_t most, struct fault *fault);

/* Makes the OOM killer choose this process, and processes that it starts, before others. */
void memory_yield(void);

/* Keeps the memory that a compilation frees in this process, for the next one: a compiler that gets it from the system
 * anew spends a tenth of its time on page faults. */
void memory_keep(void);
