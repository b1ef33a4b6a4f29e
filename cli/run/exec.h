/* --strategy exec:COMMAND: an external program as the strategy, by lines of JSON (tuner/search/EXEC.md). One per
 * command line. */
#pragma once

#include "base/status.h"
#include "tuner/search/strategy.h"

extern const struct strategy exec_strategy;

/* Sets the command, which is copied, and the seconds allowed per reply; 0: 30. */
void exec_take(const char *command, double seconds);

/* The first fault of the program, or how it exited. If not OK, all of its searches have ended. */
const struct fault *exec_fault(void);
