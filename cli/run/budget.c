#include "cli/run/budget.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double least = 1e-3; /* 0 would be no limit */

struct budget budget_start(double seconds, double started)
{
    return (struct budget){.seconds = seconds, .end = started + seconds};
}

static bool begins_suite(const struct targets *targets, size_t t)
{
    return !t || targets->target[t].problem.suite != targets->target[t - 1].problem.suite;
}

/* Counts the remaining suites, and problems of target t's suite, that the device can run. */
static void count_left(const struct targets *targets, size_t t, const struct compute_device *device, size_t *suites,
                       size_t *problems)
{
    const struct suite *suite = targets->target[t].problem.suite;
    bool counted = false;
    *suites = *problems = 0;
    for (; t < targets->count; t++) {
        counted = counted && !begins_suite(targets, t);
        if (bench_missing(targets->target[t].problem.bench, device))
            continue;
        *suites += !counted;
        *problems += targets->target[t].problem.suite == suite;
        counted = true;
    }
}

bool budget_begin(struct budget *budget, const struct targets *targets, size_t t, const struct compute_device *device,
                  double now, double grace, double *share, double *most)
{
    const struct target *target = &targets->target[t];
    size_t suites, problems;
    *share = *most = 0;
    count_left(targets, t, device, &suites, &problems);
    if (budget->seconds > 0 && budget->suite != target->problem.suite)
        budget->suite_end = now + (budget->end - now) / fmax(1, (double)suites);
    budget->suite = target->problem.suite;
    if (budget->seconds <= 0 || bench_missing(target->problem.bench, device))
        return true;
    if (budget->begun && fmin(budget->suite_end, budget->end) <= now) {
        budget_leave_out(budget, target);
        return false;
    }
    *share = fmax(least, (budget->suite_end - now) / (double)problems);
    *most = fmax(budget->begun ? least : grace, budget->end - now);
    budget->begun++;
    return true;
}

void budget_leave_out(struct budget *budget, const struct target *target)
{
    if (!budget->left_out++)
        budget->first = &target->problem;
}

double budget_ceilings(const struct budget *budget, double now)
{
    return budget->seconds > 0 ? fmax(least, 0.25 * (budget->end - now)) : 0;
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
