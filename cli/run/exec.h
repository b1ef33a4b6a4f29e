/* --strategy exec:COMMAND: a strategy that is another program, asked and told in lines of JSON (tuner/search/EXEC.md).
 * A command line has one at most. */
#pragma once

#include "base/status.h"
#include "tuner/search/strategy.h"

extern const struct strategy exec_strategy;

/* The command, which is copied, and the seconds that each answer may take; 0: 30. */
void exec_take(const char *command, double seconds);

/* What the first program did that was wrong, or how it ended: not OK, and then all of its searches have ended. */
const struct fault *exec_fault(void);
