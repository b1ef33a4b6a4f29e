#include "reports/history/series.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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
        FREED double *logarithm = allocate(series->count * sizeof *logarithm);
        size_t found;
        for (size_t i = 0; i < series->count; i++)
            logarithm[i] = log(series->point[i]->median_ns);
        FREED struct change *change = changes_find(logarithm, series->count, &found);
        for (size_t c = 0; c < found; c++) {
            const struct history_point *const *first = &series->point[change[c].at];
            turns = grow(turns, *count, &capacity, sizeof *turns);
            turns[(*count)++] = (struct turn){first[0], first[-1], change[c].estimate};
        }
    }
    if (*count)
        qsort(turns, *count, sizeof *turns, newest_first);
    return turns;
}

/* ---- change points ---- */

/* A series and its change points during the search. */
struct search {
    const double *values;
    size_t count;
    struct change *change;
    size_t found;
};

/* The sum of the distances of a value from those of [from, end). */
static double distances(const double *values, size_t from, size_t end, double value)
{
    double sum = 0;
    for (size_t i = from; i < end; i++)
        sum += fabs(values[i] - value);
    return sum;
}

/* The divergence of two parts: from the sums of the distances within the left one, within the right one, and between
 * them. */
static double divergence(double left, double right, double between, double m, double n)
{
    return m * n / (m + n) * (2 * between / (m * n) - 2 * left / (m * (m - 1)) - 2 * right / (n * (n - 1)));
}

/* Where [from, end) is best divided, the first of its right part; 0 where it is too short, or no parts differ. */
static size_t divide(const double *values, size_t from, size_t end)
{
    double left = 0, right = 0, between = 0, most = 0;
    size_t best = 0;
    for (size_t i = from; i < end; i++)
        right += distances(values, i + 1, end, values[i]);
    for (size_t at = from + 1; at + RULE_LEAST <= end; at++) {
        const double to_left = distances(values, from, at - 1, values[at - 1]);
        const double to_right = distances(values, at, end, values[at - 1]);
        left += to_left;
        right -= to_right;
        between += to_right - to_left;
        if (at < from + RULE_LEAST)
            continue;
        const double apart = divergence(left, right, between, (double)(at - from), (double)(end - at));
        if (apart > most) {
            most = apart;
            best = at;
        }
    }
    return best;
}

/* Divides [from, end) to the end: insignificant changes are removed later. */
static void divide_all(struct search *search, size_t from, size_t end)
{
    const size_t at = divide(search->values, from, end);
    if (!at)
        return;
    divide_all(search, from, at);
    search->change[search->found++].at = at;
    divide_all(search, at, end);
}

/* The bounds of the segments before and after a change point. */
static size_t before(const struct search *search, size_t number)
{
    return number ? search->change[number - 1].at : 0;
}

static size_t behind(const struct search *search, size_t number)
{
    return number + 1 < search->found ? search->change[number + 1].at : search->count;
}

static size_t at_most(size_t count)
{
    return count < RULE_MOST ? count : RULE_MOST;
}

static void estimate(struct search *search, size_t number)
{
    struct change *change = &search->change[number];
    const size_t old = at_most(change->at - before(search, number)), new = at_most(behind(search, number) - change->at);
    const double *values = search->values + change->at;
    change->estimate = rule_estimate_unpaired(values - old, old, values, new);
}

/* The significance of a change: the change as a multiple of half the width of the 95 % interval. */
static double certainty(struct estimate estimate)
{
    const double half = rule_half_width(estimate), size = fabs(estimate.centre);
    return half > 0 ? size / half : size > 0 ? INFINITY : 0;
}

static bool is_significant(struct estimate estimate)
{
    const enum rule_state state = rule_decide(estimate);
    return state == RULE_SLOWER || state == RULE_FASTER;
}

/* The insignificant change point with the least significance; search->found if there is none. */
static size_t weakest(const struct search *search)
{
    size_t weakest = search->found;
    for (size_t i = 0; i < search->found; i++) {
        const struct estimate estimate = search->change[i].estimate;
        if (!is_significant(estimate) &&
            (weakest == search->found || certainty(estimate) < certainty(search->change[weakest].estimate)))
            weakest = i;
    }
    return weakest;
}

/* Removes insignificant changes, the least first: the segments on both sides are joined, which makes the next test
 * stronger. */
static void prune(struct search *search)
{
    for (size_t i = 0; i < search->found; i++)
        estimate(search, i);
    for (size_t i; (i = weakest(search)) < search->found;) {
        struct change *change = &search->change[i];
        search->found--;
        memmove(change, change + 1, (search->found - i) * sizeof *change);
        if (i)
            estimate(search, i - 1);
        if (i < search->found)
            estimate(search, i);
    }
}

struct change *changes_find(const double *values, size_t count, size_t *found)
{
    struct search search = {values, count, allocate((count / RULE_LEAST + 1) * sizeof *search.change), 0};
    divide_all(&search, 0, count);
    prune(&search);
    for (size_t i = 0; i < search.found; i++) {
        const size_t at = divide(values, before(&search, i), behind(&search, i));
        if (at)
            search.change[i].at = at;
    }
    prune(&search);
    *found = search.found;
    return search.change;
}
