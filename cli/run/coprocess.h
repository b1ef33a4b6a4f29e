/* Another program that is talked to in lines, over pipes. It leads a process group, which ends with it. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <sys/types.h>

struct coprocess {
    pid_t pid; /* 0: none */
    int to, from;
    char *text; /* that came from it: the line that was read last, and what is behind it */
    size_t length, capacity, taken;
};

/* Starts a command of the shell, whose stderr is ours. INVALID if it cannot be. */
enum status coprocess_start(struct coprocess *coprocess, const char *command, struct fault *fault);

/* Each waits at most so many seconds, and ends early once the user wants the end (interrupt.h). INVALID with what the
 * program did: it ended, and how; it does not read, or says nothing, for so long; a line that has no end. */
enum status coprocess_send(struct coprocess *coprocess, const char *text, double seconds, struct fault *fault);
enum status coprocess_receive(struct coprocess *coprocess, const char **line, size_t *length, double seconds,
                              struct fault *fault);

/* Closes its pipes, gives it a second to end, and ends what is left of it. */
void coprocess_end(struct coprocess *coprocess);
