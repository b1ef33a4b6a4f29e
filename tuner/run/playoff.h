/* The play-off of one problem: what plays, and what came of it. */
#pragma once

#include "tuner/run/run.h"

enum { ROUNDS = 12, MOST_FINALISTS = FINALISTS + 1 + MAX_REFERENCES };

struct finalist {
    struct contender contender; /* of a reference: without a program */
    bool is_default, out;       /* out: failed on the way */
    char reason[1024];          /* why */
    double device_ns[ROUNDS], host_ns[ROUNDS], alone_ns[ROUNDS];
    double value[ROUNDS]; /* of `values` rounds; but for energy once all are played */
    size_t values;
};

struct playoff {
    struct run *run;
    struct finalist finalist[MOST_FINALISTS];
    size_t count;
    bool finished; /* the last round was played, and all of it */
};

/* Fills in the best, of the finalists if all rounds were played, else of the search, what it is compared with, and what
 * is tied with it. */
void playoff_decide(const struct playoff *playoff, struct best *best);
