/* The seconds of a budget: all that a run takes is in them, divided evenly among its suites, and then among the
 * problems of each. Times are clock_seconds(). */
#pragma once

#include "cli/run/targets.h"

struct budget {
    double seconds; /* 0: no limit */
    double end;     /* when they are over, and those of the current suite */
    double suite_end;
    const struct suite *suite; /* which that is */
    size_t begun, left_out;    /* problems, of those that the device can run; of what it left out */
    const struct problem *first;
};

/* Begins a budget, at the time when the program started. */
struct budget budget_start(double seconds, double started);

/* Asks for target number t, at a time, in the order of the targets, some of which may be skipped: whether it is begun,
 * which the first is in any case. *share: the seconds until what it has is all that it gets; *most: and until it is
 * ended, whatever it has, which is `grace` at least for the first. 0: no limit. */
bool budget_begin(struct budget *budget, const struct targets *targets, size_t t, const struct compute_device *device,
                  double now, double grace, double *share, double *most);

/* Counts a target that had nothing when it was ended as left out. */
void budget_leave_out(struct budget *budget, const struct target *target);

/* What ceilings may take, a quarter of what is left; 0: no limit. */
double budget_ceilings(const struct budget *budget, double now);

/* Says on stderr what was left out, if anything was. */
void budget_report(const struct budget *budget);
