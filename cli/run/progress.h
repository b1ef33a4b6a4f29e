/* Progress on stderr: one live line on a terminal, plain lines elsewhere. */
#pragma once

#include "tuner/ceilings/ceilings.h"

struct progress_printer {
    bool live, utf8; /* stderr is a terminal, and of which characters */
    double printed;  /* clock_seconds() of the last line */
    char phase[32];
    const struct problem *problem;       /* of the last line */
    size_t compiled, cached;             /* over all benches that have ended, */
    size_t bench_compiled, bench_cached; /* and of the current one */
};

void progress_start(struct progress_printer *printer);

/* Shows the state when it is time to: ten times per second live, elsewhere every five seconds and at a new phase. */
void progress_show(struct progress_printer *printer, const struct progress *progress);

/* Removes the live line. */
void progress_clear(struct progress_printer *printer);

/* The same, and adds the bench's counts to those of all. */
void progress_end_bench(struct progress_printer *printer);

/* What is said while ceilings are measured; the listener's user is a printer. */
extern const struct ceilings_listener progress_of_ceilings, progress_of_compiled_ceilings;
