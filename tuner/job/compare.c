/* The usual comparison of an output with its expectation, element by element. */
#include "tuner/job/job.h"

#include <math.h>

enum { ALL = 1 << 22, PART = 1 << 14, RUNS = 64, RUN = 64 }; /* elements of a slot that is not read back anyway */

struct comparison {
    const struct job *job;
    const struct slot *slot;
    struct expected_element (*expected)(const struct job *job, uint64_t i);
    bool doubles;
    struct verdict *verdict;
    struct fault *fault;
};

static size_t element_bytes(const struct comparison *comparison)
{
    return comparison->doubles ? sizeof(double) : sizeof(float);
}

static double error_of(double value, struct expected_element expected)
{
    double difference = fabs(value - expected.value);
    if (fabs(expected.scale) > 0)
        return difference / fabs(expected.scale);
    return difference == 0 ? 0 : INFINITY; /* of a NaN too */
}

/* Elements [first, first + count), which lie at `elements`. */
static enum status compare(const struct comparison *comparison, const void *elements, uint64_t first, uint64_t count)
{
    struct verdict *verdict = comparison->verdict;
    const int digits = comparison->doubles ? 17 : 9;
    for (uint64_t i = 0; i < count; i++) {
        struct expected_element expected = comparison->expected(comparison->job, first + i);
        double value = comparison->doubles ? ((const double *)elements)[i] : ((const float *)elements)[i];
        double error = error_of(value, expected);
        if (!(error <= verdict->tolerance)) { /* true for a NaN, whose sign says nothing */
            verdict->error = error;
            return fail(comparison->fault, WRONG_RESULT, "%s[%llu] is %.*g, expected %.*g (error %.3g, tolerance %.3g)",
                        comparison->slot->name, (unsigned long long)(first + i), digits, isnan(value) ? NAN : value,
                        digits, expected.value, error, verdict->tolerance);
        }
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

static enum status read_and_compare(const struct comparison *comparison, int slot, uint64_t first, uint64_t count)
{
    double part[PART];
    const size_t bytes = element_bytes(comparison);
    enum status status = job_read(comparison->job, slot, first * bytes, part, count * bytes, comparison->fault);
    return status == OK ? compare(comparison, part, first, count) : status;
}

static enum status compare_slot(const struct comparison *comparison, int slot)
{
    const uint64_t count = comparison->slot->bytes / element_bytes(comparison);
    enum status status = OK;
    if (comparison->slot->role == SLOT_OUTPUT || comparison->slot->role == SLOT_HOST_OUTPUT)
        return compare(comparison, comparison->slot->host, 0, count);
    if (count <= ALL)
        for (uint64_t first = 0; first < count && status == OK; first += PART)
            status = read_and_compare(comparison, slot, first, count - first < PART ? count - first : PART);
    else
        for (uint64_t run = 0; run < RUNS && status == OK; run++)
            status = read_and_compare(comparison, slot, job_run(comparison->job, count, RUNS, RUN, run), RUN);
    return status;
}

enum status job_compare_floats(const struct job *job, int slot,
                               struct expected_element (*expected)(const struct job *job, uint64_t i), double tolerance,
                               struct verdict *verdict, struct fault *fault)
{
    *verdict = (struct verdict){.tolerance = tolerance};
    return compare_slot(&(struct comparison){job, &job->state->slot[slot], expected, false, verdict, fault}, slot);
}

enum status job_compare_doubles(const struct job *job, int slot,
                                struct expected_element (*expected)(const struct job *job, uint64_t i),
                                double tolerance, struct verdict *verdict, struct fault *fault)
{
    *verdict = (struct verdict){.tolerance = tolerance};
    return compare_slot(&(struct comparison){job, &job->state->slot[slot], expected, true, verdict, fault}, slot);
}
