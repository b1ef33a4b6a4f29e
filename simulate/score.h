/* The community's score of a strategy (README.md): its advantage over random search. */
#pragma once

#include "simulate/runs.h"

/* The expectation of random search without repetition after this many evaluations, at least 1: the time at the expected
 * place of the best. */
double score_chance_ns(const struct recorded *recorded, size_t evaluations);

/* The range of evaluations of the score: from where random search has come 1 % of the way from the median to the best,
 * to where it has come 95 %, or to the end. */
struct span {
    size_t first, last;
};
struct span score_span(const struct recorded *recorded, size_t evaluations);

/* 0: as good as random search; 1: the best from the first evaluation on. NAN if all times are equal. */
double runs_score(const struct runs *runs);
