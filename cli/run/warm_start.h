/* What a search tries first, behind the default: what won at another size of its bench in this run, and what was best
 * in another run's results. */
#pragma once

#include "cli/run/targets.h"
#include "reports/results.h"

/* Gives the targets, which have their sizes, the best of the file that --like names, if it is there: of the problem
 * that is most like each (reports/like.h); a line for each says so on stderr. Returns 0, or 2 after one line if the
 * file cannot be read or has nothing for any of them. */
int warm_start_find(struct targets *targets, const struct options *options);

/* Puts before these the winners of the sizes that come before target number t in the run, the nearest in ratio first,
 * as rows have them; the problems of the results are the targets'. */
void warm_start_take(struct targets *targets, size_t t, const struct results *results, enum objective objective);
