#include "cli/budget.h"

#include "base/clock.h"
#include "base/text.h"
#include "tuner/needs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double least = 1e-3; /* 0 is no limit */

static bool begins_suite(const struct targets *targets, size_t t)
{
    return !t || targets->target[t].suite != targets->target[t - 1].suite;
}

void budget_begin(struct budget *budget, const struct targets *targets, size_t t, double started)
{
    if (begins_suite(targets, t))
        budget->end = (t ? clock_seconds() : started) + budget->seconds;
}

double budget_share(struct budget *budget, const struct targets *targets, size_t t, const struct compute_device *device)
{
    const struct target *target = targets->target;
    const double left = budget->end - clock_seconds();
    size_t sharing = 0;
    for (size_t other = t; other < targets->count && target[other].suite == target[t].suite; other++)
        sharing += !bench_lacks(target[other].problem.bench, device);
    if (budget->seconds <= 0 || bench_lacks(target[t].problem.bench, device))
        return 0;
    if (left > 0 || begins_suite(targets, t))
        return fmax(least, left / (double)sharing);
    if (!budget->left_out++)
        budget->first = &target[t].problem;
    return -1;
}

double budget_ceilings(const struct budget *budget)
{
    return budget->seconds > 0 ? fmax(least, 0.25 * (budget->end - clock_seconds())) : 0;
}

void budget_report(const struct budget *budget)
{
    if (!budget->left_out)
        return;
    const struct problem *first = budget->first;
    text_print(stderr, "gpubench: the budget of %g s ended before %s/%s n=%" PRIu64, budget->seconds,
               first->suite->name, first->bench->name, first->n);
    if (budget->left_out > 1)
        text_print(stderr, " (and %zu more)", budget->left_out - 1);
    fputs("; --budget gives a longer one\n", stderr);
}
