/* What is left to gain when a search ends before all was tried: an estimate, of what was told alone. */
#pragma once

#include "tuner/search/allowed.h"
#include "tuner/search/indices.h"

enum { DOUBT_FASTEST = 10 };

/* What was tried so far. Nothing was in one of zeros. */
struct doubt {
    struct indices tried;
    double fastest_ns[DOUBT_FASTEST]; /* the shortest times, ascending */
    size_t timed;                     /* so many of them are there */
    uint64_t best;                    /* whose time is the first */
};

/* Takes a configuration into account, each once; 0 ns: it cannot be the best, as one that failed. */
void doubt_tell(struct doubt *doubt, uint64_t index, double ns);
void doubt_free(struct doubt *doubt);

/* By what it is estimated (DOUBT.md). */
struct doubt_signs {
    double tried;  /* how many were, over how many were not: its logarithm */
    double around; /* how far the neighbours of the best were, and how many were at all: 0 to 2 */
    double gap;    /* from the fastest to the tenth of them: the logarithm of a logarithm of times */
};

/* Of what a space allows, `count` configurations. False if there is nothing to estimate: all were tried, or fewer than
 * two have a time. */
bool doubt_look(const struct doubt *doubt, const struct allowed *allowed, uint64_t count, struct doubt_signs *signs);

/* What was not tried is faster by at most this share of the best's time in 9 of 10 cases; one of few numbers. 1:
 * nothing can be said. */
double doubt_left(const struct doubt_signs *signs);
