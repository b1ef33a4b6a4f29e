/* What a run is made of, and its targets, one after the other: what goes before each, and what is made of its end. */
#pragma once

#include "cli/run/budget.h"
#include "cli/run/record.h"
#include "tuner/ceilings/ceilings.h"

/* Benches whose searches --until could not end. */
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
    bool found;                                    /* they were looked for */
    bool compromise;                               /* one configuration is looked for, for all sizes */
    double seconds;                                /* of it; 0: none */
    double started;                                /* clock_seconds() of the program */
    double waited;                                 /* seconds, for the device, which are in no budget */
    const char *out;
};

/* Searches all targets on the devices of a tuner, with what is looked for behind them. Returns 0, or an exit status
 * after one line on stderr: 3 once the last device is lost, 2 for a strategy that failed. */
int plan_run(struct plan *plan, struct tuner *tuner, struct record *record);
