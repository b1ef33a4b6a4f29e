/* Ctrl-C and its like: a run ends with what it has. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>

/* Set once the process was told to end. */
extern volatile sig_atomic_t interrupted;

void catch_interrupts(void);

#endif
