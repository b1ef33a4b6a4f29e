/* A history as series, each of one problem on one device, and their change points. */
#pragma once

#include "reports/compare/rule.h"
#include "reports/history/history.h"

/* The points that differ only in date, commit, configuration and times, in the order of time. */
struct series {
    const struct history_point *const *point;
    size_t count;
};

struct series_list {
    const struct history_point **points; /* owned by the history, series by series */
    struct series *series;
    size_t count;
};

/* The history must not change afterwards; series_free frees the list only. */
struct series_list series_of(const struct history *history);
void series_free(struct series_list *list);

/* Series with fewer points have no change point. */
enum { SERIES_LEAST = 2 * RULE_LEAST };

/* A change point of a series: the times differ from the point `first` on; `last` is the one before it. */
struct turn {
    const struct history_point *first, *last;
    struct estimate estimate; /* log(new / old) */
};

/* All change points, the newest first, those of the same date in the order of series; the caller frees them. */
struct turn *series_turns(const struct series_list *list, size_t *count);

/* ---- change points of a series of times, as a pure function: README.md beside it gives its error rates ---- */

struct change {
    size_t at;                /* the first point of the new time, counted from 0 */
    struct estimate estimate; /* log(new / old), over at most RULE_MOST points on either side */
};

/* The change points of logarithms of times, in order; *found is their number, and the caller frees them. Each has at
 * least RULE_LEAST points on either side, up to the next change point. After Fleming et al., "Hunter: Using Open Source
 * Software and Change Detection to Hunt Performance Regressions" (ICPE 2023): binary segmentation by the divisive
 * energy statistic of Matteson and James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
 * Data" (JASA 109, 2014), here with exponent 1 and without permutations, and a t-test, here Yuen's of trimmed means:
 * rule_decide must return SLOWER or FASTER. Segments are divided to the end, then the weakest point is removed until
 * all pass between their neighbours; then each is placed again between its neighbours, and has to pass again. It takes
 * n^2 steps for n points in all but contrived series. */
struct change *changes_find(const double *values, size_t count, size_t *found);
