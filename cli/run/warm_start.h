/* The configurations that a search tries first, after the default: winners at other sizes in this run, and bests of
 * another run's results. */
#pragma once

#include "cli/run/targets.h"
#include "reports/results.h"

/* Gives each target, with its size known, the best of the most similar problem (reports/like.h) in the file of --like,
 * if given, and reports it in a line on stderr. Returns 0, or 2 after one line if the file cannot be read or suits none
 * of them. */
int warm_start_find(struct targets *targets, const struct options *options);

/* Puts the winners of the sizes that precede target number t in the run before these, nearest ratio first; and after
 * them, for the strategy auto, the best configurations of an earlier bench with the same kernel and space, for other
 * types or numbers of arrays, with their times. The problems of the results are the targets'. */
void warm_start_take(struct targets *targets, size_t t, const struct results *results, const struct run_options *run);

/* Whether there is such a bench before target number t. */
bool warm_start_follows(const struct targets *targets, size_t t);

/* Whether target number `other` is of such a bench. */
bool warm_start_is_of(const struct targets *targets, size_t other, size_t t);
