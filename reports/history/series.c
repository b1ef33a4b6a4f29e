#include "reports/history/series.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static int by_series(const void *a, const void *b)
{
    const struct history_point *x = *(const struct history_point *const *)a,
                               *y = *(const struct history_point *const *)b;
    const int order = history_compare_series(x, y);
    return order ? order : history_compare_age(x, y);
}

struct series_list series_of(const struct history *history)
{
    struct series_list list = {.points = allocate(history->count * sizeof *list.points),
                               .series = allocate(history->count * sizeof *list.series)};
    for (size_t i = 0; i < history->count; i++)
        list.points[i] = &history->points[i];
    qsort(list.points, history->count, sizeof *list.points, by_series);
    for (size_t i = 0; i < history->count; i++) {
        if (!i || history_compare_series(list.points[i - 1], list.points[i]))
            list.series[list.count++].point = &list.points[i];
        list.series[list.count - 1].count++;
    }
    return list;
}

void series_free(struct series_list *list)
{
    free(list->points);
    free(list->series);
    *list = (struct series_list){0};
}

static int newest_first(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;
    if (x->first->moment != y->first->moment)
        return x->first->moment > y->first->moment ? -1 : 1;
    const int order = history_compare_series(x->first, y->first);
    return order ? order : -history_compare_age(x->first, y->first);
}

struct turn *series_turns(const struct series_list *list, size_t *count)
{
    struct turn *turns = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t s = 0; s < list->count; s++) {
        const struct series *series = &list->series[s];
        double *logarithm = allocate(series->count * sizeof *logarithm);
        size_t found;
        for (size_t i = 0; i < series->count; i++)
            logarithm[i] = log(series->point[i]->median_ns);
        struct change *change = changes_find(logarithm, series->count, &found);
        for (size_t c = 0; c < found; c++) {
            const struct history_point *const *first = &series->point[change[c].at];
            turns = grow(turns, *count, &capacity, sizeof *turns);
            turns[(*count)++] = (struct turn){first[0], first[-1], change[c].estimate};
        }
        free(change);
        free(logarithm);
    }
    if (*count)
        qsort(turns, *count, sizeof *turns, newest_first);
    return turns;
}
