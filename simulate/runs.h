/* Strategies on a recorded space. */
#pragma once

#include "reports/like.h"
#include "simulate/recorded.h"
#include "tuner/search/doubt.h"
#include "tuner/search/strategy.h"

/* How a run ended. */
struct run_end {
    bool is_open; /* not all was tried, and something is told of what is left, by: */
    struct doubt_signs signs;
    double best_ns;
};

/* Of each run, behind each evaluation, the place of the best so far. */
struct runs {
    const struct recorded *recorded;
    const struct like *like;
    size_t repeats, evaluations;
    size_t *place; /* evaluations x repeats */
    struct run_end *end;
};

/* Runs a strategy so many times, each time from another configuration at random, which is the first, and with another
 * seed; both follow from `seed` alone. Behind that comes what is like the space, unless it is NULL. What is asked is
 * told before the next one is asked; a configuration that failed is an evaluation like any other. At most so many are
 * made; a run that ends before stays at its best. The space has a configuration, and outlives the runs. They are made
 * side by side: what a strategy starts is all that it has. */
struct runs runs_make(const struct recorded *recorded, const struct like *like, const struct strategy *strategy,
                      size_t repeats, size_t evaluations, uint64_t seed);
void runs_free(struct runs *runs);

/* How many evaluations it takes until the best so far is one of the first so many: over the runs. */
struct reach {
    double median, interval[2]; /* INFINITY: not within the budget; an interval of NANs is not known */
    double share;               /* of the runs that get there */
};
struct reach runs_reach(const struct runs *runs, size_t first);

/* The share of the runs that take at most so many evaluations more for it than those of the same number and seed that
 * did not begin with what is like the space. */
double runs_at_most_more(const struct runs *runs, const struct runs *without, size_t first, size_t more);

/* The same of draws at random, none twice, by calculation. */
struct reach chance_reach(const struct recorded *recorded, size_t evaluations, size_t first);
