#include "suites/ceilings/ceilings.h"

#include <math.h>

enum { RUNS = 16, RUN = 16 }; /* runs of neighbours */

size_t outcome_bytes(enum outcome_type type)
{
    return type == DOUBLES ? sizeof(double) : sizeof(float);
}

static double value_at(enum outcome_type type, const void *values, uint64_t i)
{
    if (type == INTS)
        return ((const int32_t *)values)[i];
    return type == FLOATS ? ((const float *)values)[i] : ((const double *)values)[i];
}

/* Work-items [first, first + count), at most RUN. */
static enum status compare_run(const struct job *job, const struct config *config, const struct outcome *outcome,
                               uint64_t first, uint64_t count, struct verdict *verdict, struct fault *fault)
{
    double values[RUN];
    size_t bytes = outcome_bytes(outcome->type);
    enum status status = job_read(job, outcome->slot, first * bytes, values, count * bytes, fault);
    for (uint64_t i = 0; i < count && status == OK; i++) {
        double value = value_at(outcome->type, values, i), right = outcome->expected(job, config, first + i);
        double error = fabs(value - right) / (outcome->relative ? fabs(right) : 1);
        if (!(error <= verdict->tolerance)) /* true for a NaN */
            status = fail(fault, WRONG_RESULT, "work-item %llu gives %.17g, expected %.17g",
                          (unsigned long long)(first + i), value, right);
        verdict->error = fmax(verdict->error, error);
    }
    return status;
}

enum status outcome_compare(const struct job *job, const struct config *config, struct outcome outcome,
                            struct verdict *verdict, struct fault *fault)
{
    uint64_t items = outcome.items;
    enum status status = OK;
    verdict->error = 0;
    for (uint64_t run = 0; run < RUNS && status == OK; run++)
        if (items > RUNS * RUN)
            status = compare_run(job, config, &outcome, job_run(job, items, RUNS, RUN, run), RUN, verdict, fault);
        else if (run * RUN < items)
            status = compare_run(job, config, &outcome, run * RUN, items - run * RUN < RUN ? items - run * RUN : RUN,
                                 verdict, fault);
    return status;
}
