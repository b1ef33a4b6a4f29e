/* How a child process ended. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether a waitpid() status is a signal that no mistake of the program raises: killed by a user, or by the system at a
 * limit. */
bool ended_from_outside(int how);

/* "Aborted (signal 6)", "exit status 3", "killed from outside: CPU time limit exceeded (signal 24), of `ulimit -t`". */
void ended_in_words(int how, char *text, size_t size);
