#include "tuner/measure/stopping.h"

#include "base/memory.h"
#include "tuner/measure/statistics.h"

#include <math.h>

static const double outliers = 0.25; /* at most this share of samples differs from the best by its margin */
static const double far_off = 0.05;  /* and this share by STOP_FAR's: none of 30,000 did */
static const double known = 0.01;    /* of a median: half of its interval */

static double risk_of(struct stopping rule)
{
    return rule.confidence > 0 ? 1 - rule.confidence : 0;
}

size_t stopping_least(struct stopping rule)
{
    const double risk = risk_of(rule);
    return risk > 0 ? (size_t)fmax(1, ceil(log(risk) / log(outliers))) : 0;
}

bool stopping_by_one(struct stopping rule)
{
    return rule.best_ns > 0 && far_off <= risk_of(rule);
}

bool stopping_by_two(struct stopping rule)
{
    return rule.best_ns > 0 && far_off * far_off <= risk_of(rule);
}

enum stop stopping_first(struct stopping rule, const double *ns, size_t count)
{
    const size_t least = stopping_least(rule);
    double shortest_ns = INFINITY;
    if (!least || count < least || rule.best_ns <= 0)
        return STOP_NOT;
    for (size_t i = 0; i < count; i++)
        shortest_ns = fmin(shortest_ns, ns[i]);
    return shortest_ns > STOP_SLOWER * rule.best_ns  ? STOP_DROPPED
           : shortest_ns > STOP_ABOVE * rule.best_ns ? STOP_BEHIND
                                                     : STOP_NOT;
}

enum stop stopping_decide(struct stopping rule, const double *ns, size_t count)
{
    double interval[2]; /* each of its ends has the requested confidence */
    statistics_interval(ns, count, risk_of(rule), interval);
    if (rule.best_ns > 0 && interval[0] > rule.best_ns)
        return STOP_BEHIND;
    return interval[0] > 0 && interval[1] - interval[0] <= 2 * known * interval[0] ? STOP_KNOWN : STOP_NOT;
}

bool stopping_settled(struct stopping rule, const double *best_ns, const double *ns, size_t count)
{
    const struct stopping alone = {.confidence = rule.confidence};
    FREED double *times = allocate(count * sizeof *times);
    double interval[2];
    for (size_t i = 0; i < count; i++)
        times[i] = ns[i] / best_ns[i];
    statistics_interval(times, count, risk_of(rule), interval);
    return interval[0] > 1 || (interval[0] * (1 + known) > 1 && stopping_decide(alone, ns, count) == STOP_KNOWN);
}
