#include "reports/doubt.h"

#include "reports/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

double doubt_limit(const struct best *best, const struct compute_device *device)
{
    const double share = best_fraction(best);
    const bool of_time = best->objective != OBJECTIVE_VALUE;
    const bool says = of_time && share >= 0.01 && !device->is_cpu && !limit_is_fault(&best->result.limit);
    return says ? fmax(0, 1 - share) : 1;
}

double doubt_share(const struct best *best, const struct compute_device *device)
{
    const bool known = best->left > 0 && best->objective != OBJECTIVE_VALUE;
    if (best->measured >= best->allowed)
        return 0;
    return fmin(known ? best->left : 1, doubt_limit(best, device));
}

struct doubt_text doubt_text(const struct best *best, const struct compute_device *device)
{
    const bool known = best->left > 0 && best->objective != OBJECTIVE_VALUE; /* else the estimate is of times */
    const double left = known ? best->left : NAN, limit = doubt_limit(best, device);
    struct doubt_text doubt = {""};
    if (best->measured >= best->allowed)
        return doubt;
    const int length =
        snprintf(doubt.text, sizeof doubt.text, "%" PRIu64 " of %" PRIu64 " tried", best->measured, best->allowed);
    char *end = doubt.text + length;
    const size_t room = sizeof doubt.text - (size_t)length;
    if (limit < 1 && !(left < limit))
        return doubt;
    if (isnan(left))
        snprintf(end, room, ": how much is left to gain is not known");
    else if (left >= 1)
        snprintf(end, room, ": too few to say how much is left to gain");
    else if (left <= 0.01)
        snprintf(end, room, ": more than %g %% to gain is unlikely (9 of 10)", 100 * left);
    else
        snprintf(end, room, ": up to %g %% may be left to gain (9 of 10)", 100 * left);
    return doubt;
}
