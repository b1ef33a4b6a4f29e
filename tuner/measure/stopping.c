#include "tuner/measure/stopping.h"

#include "tuner/measure/statistics.h"

#include <math.h>

static const double outliers = 0.25; /* of samples, at most so many are off by as much as STOP_SLOWER */
static const double known = 0.003;   /* of a median: half of its interval */

static double risk_of(struct stopping rule)
{
    return rule.confidence > 0 ? 1 - rule.confidence : 0;
}

size_t stopping_least(struct stopping rule)
{
    const double risk = risk_of(rule);
    return risk > 0 ? (size_t)fmax(1, ceil(log(risk) / log(outliers))) : 0;
}

bool stopping_drops(struct stopping rule, const double *ns, size_t count)
{
    const size_t least = stopping_least(rule);
    if (!least || count < least || rule.best_ns <= 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (ns[i] <= STOP_SLOWER * rule.best_ns)
            return false;
    return true;
}

enum stop stopping_decide(struct stopping rule, const double *ns, size_t count)
{
    const double risk = risk_of(rule);
    double below[2], around[2]; /* its lower end is as sure as is asked for; both of its ends are */
    statistics_interval(ns, count, risk, below);
    statistics_interval(ns, count, 0.5 * risk, around);
    if (rule.best_ns > 0 && below[0] > rule.best_ns)
        return STOP_BEHIND;
    return around[0] > 0 && around[1] - around[0] <= 2 * known * around[0] ? STOP_KNOWN : STOP_NOT;
}
