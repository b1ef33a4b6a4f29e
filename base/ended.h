/* How a child process ended. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether what waitpid() gave is a signal that a program's own mistake does not raise: it was killed by hand, or by the
 * system at one of its limits. */
bool ended_from_outside(int how);

/* "Aborted (signal 6)", "exit status 3", "killed from outside: CPU time limit exceeded (signal 24), of `ulimit -t`". */
void ended_in_words(int how, char *text, size_t size);
