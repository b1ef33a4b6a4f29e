/* A budget of seconds: for all that a run does, divided evenly among its suites, and then among the problems of each.
 * Times are clock_seconds(). */
#pragma once

#include "cli/run/targets.h"

struct budget {
    double seconds; /* 0: no limit */
    double end;     /* end of the budget, and of the current suite's part */
    double suite_end;
    const struct suite *suite; /* the current one */
    size_t begun, left_out;    /* started problems, of those that the device can run; skipped ones */
    const struct problem *first;
};

/* Starts a budget at the program's start time. */
struct budget budget_start(double seconds, double started);

/* Whether target number t begins at time `now`; targets come in order, and may be skipped. The first always begins.
 * *share: the seconds after which it ends if it has results; *most: the seconds after which it ends in any case, for
 * the first at least `grace`. 0: no limit. */
bool budget_begin(struct budget *budget, const struct targets *targets, size_t t, const struct compute_device *device,
                  double now, double grace, double *share, double *most);

/* Counts a target that ended without results as left out. */
void budget_leave_out(struct budget *budget, const struct target *target);

/* The seconds for ceilings, a quarter of the rest; 0: no limit. */
double budget_ceilings(const struct budget *budget, double now);

/* Reports targets left out, if any, on stderr. */
void budget_report(const struct budget *budget);
