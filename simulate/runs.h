/* Runs strategies on a recorded space. */
#pragma once

#include "reports/like.h"
#include "simulate/recorded.h"
#include "tuner/search/doubt.h"
#include "tuner/search/strategy.h"

/* How a run ended. */
struct run_end {
    bool is_open; /* not all was tried, and the remaining gain is estimated, from: */
    struct doubt_signs signs;
    double best_ns;
};

/* For each run, after each evaluation, the place of the best so far. */
struct runs {
    const struct recorded *recorded;
    const struct like *like;
    size_t repeats, evaluations;
    size_t *place; /* evaluations x repeats */
    struct run_end *end;
};

/* Runs a strategy `repeats` times, each from another random configuration, its first, and with another seed; both
 * follow from `seed` alone. The configurations of `like` follow, unless NULL. Each proposal is evaluated before the
 * next one; a failed configuration is an evaluation, too. A run that ends before `evaluations` keeps its best. The
 * space has a configuration, and outlives the runs. Runs are concurrent: a strategy's subprocesses belong to its
 * run. */
struct runs runs_make(const struct recorded *recorded, const struct like *like, const struct strategy *strategy,
                      size_t repeats, size_t evaluations, uint64_t seed);
void runs_free(struct runs *runs);

/* The number of evaluations until the best so far is among the fastest `first`, over the runs. */
struct reach {
    double median, interval[2]; /* INFINITY: not within the budget; NANs: the interval is unknown */
    double share;               /* of the runs that reach it */
};
struct reach runs_reach(const struct runs *runs, size_t first);

/* The share of the runs that need at most `more` evaluations more than the run of the same number and seed that did not
 * begin with similar results. */
double runs_at_most_more(const struct runs *runs, const struct runs *without, size_t first, size_t more);

/* The same for random search without repetition, by calculation. */
struct reach chance_reach(const struct recorded *recorded, size_t evaluations, size_t first);
