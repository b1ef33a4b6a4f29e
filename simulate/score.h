/* The community's score of a strategy (README.md): by how much it is ahead of draws at random. */
#pragma once

#include "simulate/runs.h"

/* What is expected of draws at random, none twice, behind so many evaluations, 1 at least: the time at the expected
 * place of the best. */
double score_chance_ns(const struct recorded *recorded, size_t evaluations);

/* Over which evaluations it is taken: from where draws at random have come 1 % of the way from the median to the best,
 * to where they have come 95 %, or the last of them. */
struct span {
    size_t first, last;
};
struct span score_span(const struct recorded *recorded, size_t evaluations);

/* 0: as good as draws at random; 1: the best from the first evaluation on. NAN where all times are the same. */
double runs_score(const struct runs *runs);
