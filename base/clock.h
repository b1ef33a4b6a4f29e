#pragma once

#include <time.h>

/* Seconds of a monotonic clock. */
static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Who tells a process and its group to end sends one interrupt twice: what comes within so long is the same. */
#define ONE_INTERRUPT_SECONDS 0.25
