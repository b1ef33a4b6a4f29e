/* Ctrl-C and other signals: the first ends a run, which keeps its results so far; the second (of SIGINT or SIGTERM)
 * ends the program at once, with status 130, and its workers. Senders that signal a process and its group (timeout,
 * most CI runners) deliver one interrupt twice: those within ONE_INTERRUPT_SECONDS count as one. */
#pragma once

#include <signal.h>

/* The exit status. */
enum { INTERRUPTED = 130 };

/* Set by the first interrupt. */
extern volatile sig_atomic_t interrupted;

void catch_interrupts(void);
