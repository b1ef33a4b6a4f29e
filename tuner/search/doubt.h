/* Estimates how much faster the configurations that a search did not try may be, from the times of those that it tried.
 */
#pragma once

#include "tuner/search/allowed.h"
#include "tuner/search/indices.h"

enum { DOUBT_FASTEST = 10 };

/* The configurations tried so far; {0}: none. */
struct doubt {
    struct indices tried;
    double fastest_ns[DOUBT_FASTEST]; /* the shortest times, ascending */
    size_t timed;                     /* number of set entries */
    uint64_t best;                    /* whose time is the first */
};

/* Adds a configuration, each once; 0 ns: it cannot be the best, for instance because it failed. */
void doubt_tell(struct doubt *doubt, uint64_t index, double ns);
void doubt_free(struct doubt *doubt);

/* The predictors of the estimate (DOUBT.md). */
struct doubt_signs {
    double tried;  /* logarithm of tried over untried configurations */
    double around; /* shares of the best's neighbours that were tried, 0 to 2 */
    double gap;    /* from the fastest to the tenth of them: the logarithm of a logarithm of times */
};

/* `count`: the allowed configurations of the space. False if there is nothing to estimate: all were tried, or fewer
 * than two have a time. */
bool doubt_look(const struct doubt *doubt, const struct allowed *allowed, uint64_t count, struct doubt_signs *signs);

/* In 9 of 10 cases nothing untried is faster than the best by more than this share of its time; one of a few values. 1:
 * no estimate. */
double doubt_left(const struct doubt_signs *signs);
