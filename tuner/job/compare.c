/* The usual comparison of outputs with their expectations, element by element. */
#include "tuner/job/job.h"

#include <math.h>

enum { ALL = 1 << 22, PART = 1 << 14, RUNS = 64, RUN = 64 }; /* elements of a slot that is not read back otherwise */

/* The comparison in progress. */
struct comparing {
    const struct job *job;
    const struct element_comparison *as;
    const struct slot *slot;
    struct verdict *verdict;
    struct fault *fault;
};

static size_t element_bytes(const struct element_comparison *comparison)
{
    return comparison->doubles ? sizeof(double) : sizeof(float);
}

static double error_of(double value, struct expected_element expected)
{
    double difference = fabs(value - expected.value);
    if (fabs(expected.scale) > 0)
        return difference / fabs(expected.scale);
    return difference == 0 ? 0 : INFINITY; /* also of a NaN */
}

/* Elements [first, first + count), stored at `elements`. */
static enum status compare(const struct comparing *comparing, const void *elements, uint64_t first, uint64_t count)
{
    struct verdict *verdict = comparing->verdict;
    const int digits = comparing->as->doubles ? 17 : 9;
    for (uint64_t i = 0; i < count; i++) {
        struct expected_element expected = comparing->as->expected(comparing->job, first + i);
        double value = comparing->as->doubles ? ((const double *)elements)[i] : ((const float *)elements)[i];
        double error = error_of(value, expected);
        if (!(error <= verdict->tolerance)) { /* true for a NaN, whatever its sign */
            verdict->error = error;
            return fail(comparing->fault, WRONG_RESULT, "%s[%llu] is %.*g, expected %.*g (error %.3g, tolerance %.3g)",
                        comparing->slot->name, (unsigned long long)(first + i), digits, isnan(value) ? NAN : value,
                        digits, expected.value, error, verdict->tolerance);
        }
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

static enum status read_and_compare(const struct comparing *comparing, uint64_t first, uint64_t count)
{
    double part[PART];
    const size_t bytes = element_bytes(comparing->as);
    enum status status =
        job_read(comparing->job, comparing->as->slot, first * bytes, part, count * bytes, comparing->fault);
    return status == OK ? compare(comparing, part, first, count) : status;
}

static enum status compare_slot(const struct comparing *comparing)
{
    const uint64_t count = comparing->slot->bytes / element_bytes(comparing->as);
    enum status status = OK;
    if (comparing->slot->role == SLOT_OUTPUT || comparing->slot->role == SLOT_HOST_OUTPUT)
        return compare(comparing, comparing->slot->host, 0, count);
    if (count <= ALL)
        for (uint64_t first = 0; first < count && status == OK; first += PART)
            status = read_and_compare(comparing, first, count - first < PART ? count - first : PART);
    else
        for (uint64_t run = 0; run < RUNS && status == OK; run++)
            status = read_and_compare(comparing, job_run(comparing->job, count, RUNS, RUN, run), RUN);
    return status;
}

enum status job_compare(const struct job *job, const struct element_comparison *comparison, struct verdict *verdict,
                        struct fault *fault)
{
    const struct slot *slot = &job->state->slot[comparison->slot];
    *verdict = (struct verdict){.tolerance = comparison->tolerance};
    if (slot->role == SLOT_NONE || slot->bytes < element_bytes(comparison))
        return fail(fault, INVALID, "slot %d, which is to be compared, is not declared", comparison->slot);
    return compare_slot(&(struct comparing){job, comparison, slot, verdict, fault});
}

/* How near an error is to its tolerance, 1 at most; 0 for an exact output without a tolerance. */
static double share(const struct verdict *verdict)
{
    return verdict->tolerance > 0 ? verdict->error / verdict->tolerance : 0;
}

enum status job_compare_all(const struct job *job, struct verdict *verdict, struct fault *fault)
{
    const size_t count = bench_compared(job->bench);
    enum status status = OK;
    for (size_t i = 0; i < count && status == OK; i++) {
        struct verdict of_output;
        status = job_compare(job, &job->bench->problem.compare[i], &of_output, fault);
        if (i == 0 || status != OK || share(&of_output) > share(verdict))
            *verdict = of_output;
    }
    return status;
}
