/* A history as series, each of one problem on one device, and what changed in them. */
#ifndef REPORTS_HISTORY_SERIES_H
#define REPORTS_HISTORY_SERIES_H

#include "reports/history/changes.h"
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

#endif
