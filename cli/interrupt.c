#include "cli/interrupt.h"

#include <stddef.h>

volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN) /* nohup ignores it */
        sigaction(SIGHUP, &action, NULL);
}
