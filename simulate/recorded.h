/* A recorded space: the configurations for strategies, and the outcome of each. */
#pragma once

#include "reports/results.h"
#include "tuner/search/allowed.h"
#include "tuner/suite.h"

/* Configurations by their rank among the valid ones, which are the recorded ones. It must not move. */
struct recorded {
    struct bench bench;
    struct problem problem;
    struct allowed allowed;
    const struct named_problem *named;
    size_t count, timed; /* recorded; of these with a time */
    enum status *status;
    double *ns;
    struct compute_resources *resources; /* -1: unknown */
    size_t *place; /* their ranks by time, 0 being the best; all that failed follow those with a time */
    double *best;  /* the times in this order, `timed` of them */
};

/* Makes it of a problem of results, which outlive it, with the rows that are configurations. INVALID with one line if
 * one of them is duplicate, or there are more than 2^32. To be freed in any case. */
enum status recorded_make(struct recorded *recorded, const struct results *results, size_t problem, const char *path,
                          struct fault *fault);
void recorded_free(struct recorded *recorded);

/* The number of configurations with at most (1 + share) times the best time. There is one. */
size_t recorded_within(const struct recorded *recorded, double share);
