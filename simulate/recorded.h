/* A recorded space: what strategies choose from, and what came of each configuration. */
#pragma once

#include "reports/results.h"
#include "tuner/search/allowed.h"
#include "tuner/suite.h"

/* Configurations by their rank in what is allowed, which is what was recorded. It stays where it is. */
struct recorded {
    struct bench bench;
    struct problem problem;
    struct allowed allowed;
    const struct named_problem *named;
    size_t count, timed; /* recorded; of these with a time */
    enum status *status;
    double *ns;
    struct compute_resources *resources; /* -1: not known */
    size_t *place; /* in the order of their times, 0 being the best; behind those with a time all that failed */
    double *best;  /* the times in this order, `timed` of them */
};

/* Of a problem of results, which outlive it, with the rows that are configurations. INVALID with one line if one of
 * them is there twice, or there are more than 2^32. To be freed whatever comes back. */
enum status recorded_make(struct recorded *recorded, const struct results *results, size_t problem, const char *path,
                          struct fault *fault);
void recorded_free(struct recorded *recorded);

/* How many have at most (1 + share) times the best time. There is one. */
size_t recorded_within(const struct recorded *recorded, double share);
