/* Ctrl-C and its like: at the first a run ends with what it has; at the second (of SIGINT or SIGTERM) the program ends,
 * with status 130 and with all its workers, whatever it does or waits for. Who tells a process and its group (timeout,
 * most CI runners) sends one interrupt twice: what comes within ONE_INTERRUPT_SECONDS is the same. */
#pragma once

#include <signal.h>

/* The exit status. */
enum { INTERRUPTED = 130 };

/* Set once the process was told to end. */
extern volatile sig_atomic_t interrupted;

void catch_interrupts(void);
