#include "simulate/score.h"

#include <math.h>

/* Interpolates linearly between two places; after the last timed one, its time. */
static double ns_at(const struct recorded *recorded, double place)
{
    const double last = (double)(recorded->timed - 1), at = place < last ? place : last;
    const size_t below = (size_t)at;
    const double part = at - (double)below;
    return part > 0 ? (1 - part) * recorded->best[below] + part * recorded->best[below + 1] : recorded->best[below];
}

double score_chance_ns(const struct recorded *recorded, size_t evaluations)
{
    const double places = (double)recorded->count;
    return ns_at(recorded, (places + 1) / ((double)evaluations + 1) - 1);
}

static size_t evaluations_to(const struct recorded *recorded, double way, size_t evaluations)
{
    const double best = *recorded->best, median = ns_at(recorded, ((double)recorded->timed - 1) / 2);
    size_t e = 1;
    while (e < evaluations && score_chance_ns(recorded, e) > best + (1 - way) * (median - best))
        e++;
    return e;
}

struct span score_span(const struct recorded *recorded, size_t evaluations)
{
    return (struct span){evaluations_to(recorded, 0.01, evaluations), evaluations_to(recorded, 0.95, evaluations)};
}

double runs_score(const struct runs *runs)
{
    const struct recorded *recorded = runs->recorded;
    const struct span span = score_span(recorded, runs->evaluations);
    double sum = 0;
    size_t count = 0;
    for (size_t e = span.first; e <= span.last; e++) {
        const double chance = score_chance_ns(recorded, e), best = *recorded->best;
        double place = 0;
        if (!(chance > best)) /* if a small space was drawn completely */
            continue;
        for (size_t r = 0; r < runs->repeats; r++)
            place += (double)runs->place[(e - 1) * runs->repeats + r] / (double)runs->repeats;
        sum += (chance - ns_at(recorded, place)) / (chance - best);
        count++;
    }
    return count ? sum / (double)count : NAN;
}
