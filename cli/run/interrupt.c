#include "cli/run/interrupt.h"

#include "base/clock.h"
#include "tuner/worker/process.h"

#include <stddef.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

/* A closing terminal sends SIGHUP repeatedly, which does not count as a second interrupt. */
static void interrupt(int signal)
{
    static double first;
    const double now = clock_seconds();
    if (!interrupted)
        first = now;
    else if (signal != SIGHUP && now - first > ONE_INTERRUPT_SECONDS) {
        process_end_all();
        _exit(INTERRUPTED);
    }
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
