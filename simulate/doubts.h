/* What the estimate of what is left to gain (tuner/search/doubt.h) says at the end of simulated runs, and what is left.
 */
#pragma once

#include "simulate/runs.h"

#include <stdio.h>

/* Of how many runs it is told, as they ended before all was tried and had a time; in how many that was "at most 1 %",
 * and in how many of these a configuration takes at most 1.01 times the best's time; in how many not more was left than
 * it said. */
struct doubts {
    size_t runs, reported, right, covered;
};
struct doubts doubts_of(const struct runs *runs);

/* The same of two sets of runs together. */
struct doubts doubts_join(struct doubts a, struct doubts b);

/* By what it was estimated and what was left, as CSV: the names of the columns, and a line a run. */
void doubts_begin(FILE *file);
void doubts_write(FILE *file, const char *space, const char *strategy, const struct runs *runs);
