#pragma once

#include <time.h>

/* Seconds of a monotonic clock. */
static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* timeout and similar senders signal both a process and its group: interrupts within this time count as one. */
#define ONE_INTERRUPT_SECONDS 0.25
