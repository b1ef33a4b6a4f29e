/* Times of each problem's best over commits, in memory, by device and commit. */
#pragma once

#include "tuner/result.h"

#include <time.h>

/* The best of a problem at a commit: a line of the file. Times are in nanoseconds; the point owns its texts. */
struct history_point {
    char *device, *backend, *name;
    char *date; /* of the run, as history_moment parses it */
    char *commit;
    char *config;                 /* a JSON object, as text */
    uint32_t measuring;           /* the definition of the times: each has series of its own */
    bool cold;                    /* caches evicted before each sample */
    enum objective objective;     /* the chosen kind of time; each has series of its own */
    double median_ns, ci95_ns[2]; /* NANs: the interval is unknown */
    time_t moment;                /* of the date */
    size_t added;                 /* its number in the order of adding */
};

struct history {
    struct history_point *points;
    size_t count, capacity, added;
};

/* Adds a point that is zero except for its number; history_free frees the texts stored in it. It stays valid until the
 * next call. */
struct history_point *history_add(struct history *history);

/* Keeps of points with the same key (device, backend, name, commit, measuring, cache, objective) the last added; sorts
 * by device, backend, cache, name, date, commit, then measuring and objective. So the order of adding no longer
 * matters. */
void history_tidy(struct history *history);

void history_free(struct history *history);

/* Orders by the keys of a series: device, backend, cache, name, measuring, objective. */
int history_compare_series(const struct history_point *a, const struct history_point *b);

/* Orders in time: by moments, then by the dates' texts, then by commit. */
int history_compare_age(const struct history_point *a, const struct history_point *b);

/* Parses the date of a results file, "2026-01-02T03:04:05+01:00" or "...+0100". False if it is not valid. */
bool history_moment(const char *date, time_t *moment);
