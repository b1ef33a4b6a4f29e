/* A program under comparison: a gpubench, run as a subprocess for each block. */
#pragma once

#include "base/status.h"

#include <signal.h>
#include <stddef.h>

/* Makes a folder for the output of programs, in TMPDIR or /tmp: its path in `folder`, of `size` bytes. INVALID with one
 * line on failure. */
enum status variant_folder(char *folder, size_t size, struct fault *fault);

/* Runs a program, found by its path or in PATH, with `count` arguments; its stderr goes to the file `log`, other output
 * nowhere. Returns when it has ended; *exit_status is its own, 0 if it has none. OK if that is 0 or 1. CRASHED if it
 * ended otherwise; TIMED_OUT if it took longer than limit_seconds (INFINITY: none), and was killed; INVALID if it could
 * not be started: with one line that does not name it. When *stop is set it is interrupted; on a second signal it is
 * killed. Both apply to its own subprocesses, too. */
enum status variant_run(const char *program, const char *const *arguments, size_t count, double limit_seconds,
                        const char *log, const volatile sig_atomic_t *stop, int *exit_status, struct fault *fault);

/* The fault of a program with this exit status, with the last line of the file `log`: CRASHED; INVALID if
 * the status means that it could not be started. */
enum status variant_exited(int exit_status, const char *log, struct fault *fault);

/* Reports on stderr which fixed configurations a program left out, and which parameters the file lacks, by its output
 * in the file `log`. */
void variant_report_configs(const char *log, const char *program);
