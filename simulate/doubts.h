/* Compares the estimate of the remaining gain (tuner/search/doubt.h) at the end of simulated runs with the true one. */
#pragma once

#include "simulate/runs.h"

#include <stdio.h>

/* The number of runs with an estimate, which ended with a time before all was tried; of those with the estimate "at
 * most 1 %", and of these those in which a configuration takes at most 1.01 times the best's time; and of runs in which
 * no more was left than estimated. */
struct doubts {
    size_t runs, reported, right, covered;
};
struct doubts doubts_of(const struct runs *runs);

/* The same for two sets of runs together. */
struct doubts doubts_join(struct doubts a, struct doubts b);

/* The estimates, their inputs and the true remaining gains, as CSV: the names of the columns, and a line per run. */
void doubts_begin(FILE *file);
void doubts_write(FILE *file, const char *space, const char *strategy, const struct runs *runs);
