/* Where a series of times changed, as a pure function. README.md beside it says how often it errs. */
#ifndef REPORTS_HISTORY_CHANGES_H
#define REPORTS_HISTORY_CHANGES_H

#include "reports/compare/rule.h"

struct change {
    size_t at;                /* the first point of the new time, counted from 0 */
    struct estimate estimate; /* log(new / old), of at most RULE_MOST points to either side */
};

/* The change points of logarithms of times, in their order; *found says how many, and the caller frees them. Each has
 * RULE_LEAST points or more to either side, up to the next change point.
 *
 * As Fleming et al., "Hunter: Using Open Source Software and Change Detection to Hunt Performance Regressions" (ICPE
 * 2023), have it: binary segmentation by the divisive energy statistic of Matteson and James, "A Nonparametric Approach
 * for Multiple Change Point Analysis of Multivariate Data" (JASA 109, 2014), here of exponent 1 and without
 * permutations, and a t-test, here Yuen's of trimmed means: rule_tell must say SLOWER or FASTER. Segments are divided
 * to the end, and the weakest point goes first until all pass between their neighbours; then each is placed again
 * between its neighbours, and has to pass again. Of n points that takes n^2 steps in all but made-up series. */
struct change *changes_find(const double *values, size_t count, size_t *found);

#endif
