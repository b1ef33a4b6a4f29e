/* Times that are kept over commits, in memory: the best of each problem, by device and commit. */
#pragma once

#include "tuner/result.h"

#include <time.h>

/* The best of a problem at a commit: a line of the file. Times are nanoseconds; texts are the point's own. */
struct history_point {
    char *device, *backend, *name;
    char *date; /* of the run, as history_moment takes it */
    char *commit;
    char *config;                 /* a JSON object, as text */
    uint32_t measuring;           /* the way in which times were taken: those of different ways are different series */
    bool cold;                    /* caches evicted before each sample */
    enum objective objective;     /* which of the times it is; different series, too */
    double median_ns, ci95_ns[2]; /* NANs: the interval is not known */
    time_t moment;                /* that date is */
    size_t added;                 /* its place among all that were added */
};

struct history {
    struct history_point *points;
    size_t count, capacity, added;
};

/* Room for one point more, zeroed but for its place; texts that are put there are freed by history_free. It stays where
 * it is until the next one is added. */
struct history_point *history_add(struct history *history);

/* Of points with the same key (device, backend, name, commit, measuring, cache, objective) the last that was added
 * stays; ordered by device, backend, cache, name, date, commit, and where these are the same measuring and objective.
 * So the order in which they were added is forgotten. */
void history_tidy(struct history *history);

void history_free(struct history *history);

/* The order of what a series has in common: device, backend, cache, name, measuring, objective. */
int history_compare_series(const struct history_point *a, const struct history_point *b);

/* The order in time: by the moments, where they are the same by the dates' texts, then by commit. */
int history_compare_age(const struct history_point *a, const struct history_point *b);

/* A date of a results file, "2026-01-02T03:04:05+01:00" or "...+0100". False if it is none. */
bool history_moment(const char *date, time_t *moment);
