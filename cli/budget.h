/* The seconds of a budget: all that a suite takes is in them. */
#ifndef CLI_BUDGET_H
#define CLI_BUDGET_H

#include "cli/targets.h"

struct budget {
    double seconds;  /* of a suite; 0: no limit */
    double end;      /* clock_seconds() when those of the current suite are over */
    size_t left_out; /* problems that it ended before; */
    const struct problem *first;
};

/* Before target number t, of which each follows the one before: what begins a suite begins its seconds; but for the
 * first, whose seconds began at `started`. */
void budget_begin(struct budget *budget, const struct targets *targets, size_t t, double started);

/* What is left for target number t: seconds are divided evenly among those of its suite from there on that the device
 * can run. 0: no limit. Below 0: nothing, and the target was counted as left out; never of the first of a suite. */
double budget_share(struct budget *budget, const struct targets *targets, size_t t,
                    const struct compute_device *device);

/* What ceilings may take of it, a quarter; 0: no limit. */
double budget_ceilings(const struct budget *budget);

/* Says on stderr what was left out, if anything was. */
void budget_report(const struct budget *budget);

#endif
