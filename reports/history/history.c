#include "reports/history/history.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct history_point *history_add(struct history *history)
{
    history->points = grow(history->points, history->count, &history->capacity, sizeof *history->points);
    struct history_point *point = &history->points[history->count++];
    *point = (struct history_point){.added = history->added++};
    return point;
}

static void free_point(struct history_point *point)
{
    free(point->device);
    free(point->backend);
    free(point->name);
    free(point->date);
    free(point->commit);
    free(point->config);
}

void history_free(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        free_point(&history->points[i]);
    free(history->points);
    *history = (struct history){0};
}

/* ---- orders ---- */

static int compare_place(const struct history_point *a, const struct history_point *b)
{
    int order = strcmp(a->device, b->device);
    if (!order)
        order = strcmp(a->backend, b->backend);
    if (!order)
        order = b->cold - a->cold; /* by words: "cold" before "warm" */
    return order ? order : strcmp(a->name, b->name);
}

static int compare_timing(const struct history_point *a, const struct history_point *b)
{
    if (a->measuring != b->measuring)
        return a->measuring < b->measuring ? -1 : 1;
    return (a->objective > b->objective) - (a->objective < b->objective);
}

int history_compare_series(const struct history_point *a, const struct history_point *b)
{
    const int order = compare_place(a, b);
    return order ? order : compare_timing(a, b);
}

int history_compare_age(const struct history_point *a, const struct history_point *b)
{
    int order = (a->moment > b->moment) - (a->moment < b->moment);
    if (!order)
        order = strcmp(a->date, b->date);
    return order ? order : strcmp(a->commit, b->commit);
}

static int compare_key(const struct history_point *a, const struct history_point *b)
{
    const int order = history_compare_series(a, b);
    return order ? order : strcmp(a->commit, b->commit);
}

static int by_key(const void *a, const void *b)
{
    const struct history_point *x = a, *y = b;
    const int order = compare_key(x, y);
    return order ? order : (x->added > y->added) - (x->added < y->added);
}

static int by_line(const void *a, const void *b)
{
    const struct history_point *x = a, *y = b;
    int order = compare_place(x, y);
    if (!order)
        order = history_compare_age(x, y);
    return order ? order : compare_timing(x, y);
}

void history_tidy(struct history *history)
{
    struct history_point *points = history->points;
    size_t kept = 0;
    if (!history->count)
        return;
    qsort(points, history->count, sizeof *points, by_key);
    for (size_t i = 0; i < history->count; i++)
        if (i + 1 < history->count && !compare_key(&points[i], &points[i + 1]))
            free_point(&points[i]);
        else
            points[kept++] = points[i];
    history->count = kept;
    qsort(points, kept, sizeof *points, by_line);
}

bool history_moment(const char *date, time_t *moment)
{
    struct tm time = {0};
    const char *end = strptime(date, "%Y-%m-%dT%H:%M:%S%z", &time);
    const long offset = time.tm_gmtoff; /* timegm clears it */
    if (!end || *end)
        return false;
    *moment = timegm(&time) - offset;
    return true;
}
