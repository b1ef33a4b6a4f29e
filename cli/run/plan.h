/* The plan of a run: its targets in order, with the steps before and after each. */
#pragma once

#include "cli/run/budget.h"
#include "cli/run/record.h"
#include "tuner/ceilings/ceilings.h"

/* Benches whose searches --until could not stop. */
struct endless {
    size_t count;
    const char *first;
};

struct plan {
    const struct options *options;
    struct targets targets;
    struct run_options run;
    struct budget budget;
    struct endless endless;
    struct ceilings ceilings[COMPUTE_MAX_DEVICES]; /* of the tuner's devices */
    unsigned clocks_found;                         /* the clocks of those that were searched for */
    bool compromise;                               /* search one configuration for all sizes */
    double seconds;                                /* of it; 0: none */
    double started;                                /* clock_seconds() at the start of the program */
    double waited;                                 /* seconds of waiting for the device, which no budget includes */
    const char *out;
};

/* Searches all targets on the tuner's devices, then the compromise. Returns 0, or an exit status after one line on
 * stderr: 3 once the last device is lost, 2 for a failed strategy. */
int plan_run(struct plan *plan, struct tuner *tuner, struct record *record);
