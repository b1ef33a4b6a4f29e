/* Another program, with which lines are exchanged over pipes. It leads a process group, which is ended with it. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <sys/types.h>

struct coprocess {
    pid_t pid; /* 0: none */
    int to, from;
    char *text; /* its output: the line read last, and the text after it */
    size_t length, capacity, taken;
};

/* Starts a shell command, with our stderr. INVALID on failure. */
enum status coprocess_start(struct coprocess *coprocess, const char *command, struct fault *fault);

/* Each waits at most `seconds`, and stops at an interrupt (interrupt.h). INVALID with the program's fault: its exit, no
 * reading or writing for that time, or a line without an end. */
enum status coprocess_send(struct coprocess *coprocess, const char *text, double seconds, struct fault *fault);
enum status coprocess_receive(struct coprocess *coprocess, const char **line, size_t *length, double seconds,
                              struct fault *fault);

/* Closes its pipes, waits up to a second for its exit, and kills the rest of its group. */
void coprocess_end(struct coprocess *coprocess);
