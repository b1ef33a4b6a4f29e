/* A program that is compared with another: a gpubench, run as a process of its own for each block. */
#ifndef CLI_ARM_H
#define CLI_ARM_H

#include "base/status.h"

#include <signal.h>
#include <stddef.h>

/* Runs a program, found by its path or in PATH, with `count` arguments; what it says goes to the file `log`. Returns
 * when it has ended; *exit_status is its own, 0 or 1. INVALID with the last line that it said if it ended otherwise, or
 * could not be started, or took longer than limit_seconds (INFINITY: none), and is killed. When *stop is set it is told
 * to end; by another signal then it is killed. What it started itself is told, too, or killed. */
enum status arm_run(const char *program, const char *const *arguments, size_t count, double limit_seconds,
                    const char *log, const volatile sig_atomic_t *stop, int *exit_status, struct fault *fault);

/* Says on stderr what a program left out of the pins, as it said so in the file `log`. */
void arm_tell_left_out(const char *log, const char *program);

#endif
