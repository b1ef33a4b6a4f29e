/* A history as series, each of one problem on one device, and what changed in them. */
#pragma once

#include "reports/compare/rule.h"
#include "reports/history/history.h"

/* The points that have all in common but date, commit, configuration and times, in the order of time. */
struct series {
    const struct history_point *const *point;
    size_t count;
};

struct series_list {
    const struct history_point **points; /* the history's, series by series */
    struct series *series;
    size_t count;
};

/* Of a history that is not changed afterwards; series_free frees the list, and not the history. */
struct series_list series_of(const struct history *history);
void series_free(struct series_list *list);

/* Fewer points than that have no change point. */
enum { SERIES_LEAST = 2 * RULE_LEAST };

/* That a series has other times since the point `first`; `last` is the one before it. */
struct turn {
    const struct history_point *first, *last;
    struct estimate estimate; /* log(new / old) */
};

/* All change points, the newest first, of the same date in the order of series; the caller frees them. */
struct turn *series_turns(const struct series_list *list, size_t *count);

/* ---- where a series of times changed, as a pure function: README.md beside it says how often it errs ---- */

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
 * permutations, and a t-test, here Yuen's of trimmed means: rule_decide must say SLOWER or FASTER. Segments are divided
 * to the end, and the weakest point goes first until all pass between their neighbours; then each is placed again
 * between its neighbours, and has to pass again. Of n points that takes n^2 steps in all but made-up series. */
struct change *changes_find(const double *values, size_t count, size_t *found);
