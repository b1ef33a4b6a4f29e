/* Progress on stderr: one live line on a terminal, plain lines elsewhere. */
#pragma once

#include "tuner/ceilings/ceilings.h"

struct progress_printer {
    bool live, utf8; /* stderr is a terminal; its characters are UTF-8 */
    double printed;  /* clock_seconds() of the last line */
    double seconds;  /* of the run's budget, to print the spent share; 0: configurations are counted, */
    double began;    /* start of the budget */
    char phase[32];
    const struct problem *problem;       /* of the last line */
    size_t compiled, cached;             /* over all finished benches, */
    size_t bench_compiled, bench_cached; /* and of the current one */
};

void progress_start(struct progress_printer *printer);

/* Sets the budget to report: seconds of the whole run, or 0. */
void progress_budget(struct progress_printer *printer, double seconds, double began);

/* Shows the state at most ten times per second live, else every five seconds and at a new phase. */
void progress_show(struct progress_printer *printer, const struct progress *progress);

/* Removes the live line. */
void progress_clear(struct progress_printer *printer);

/* Also adds the bench's counts to the totals. */
void progress_end_bench(struct progress_printer *printer);

/* Messages while ceilings are measured; the listener's user is a printer. */
extern const struct ceilings_listener progress_of_ceilings, progress_of_compiled_ceilings;
