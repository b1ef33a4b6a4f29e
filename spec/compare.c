#include "spec/compare.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { RUN = 64 };

/* ---- where is looked ---- */

struct sample sample_whole(uint64_t numbers)
{
    return (struct sample){.count = numbers};
}

struct sample sample_some(uint64_t numbers, uint64_t most)
{
    return numbers <= most ? sample_whole(numbers) : (struct sample){.count = most / RUN * RUN, .of = numbers};
}

uint64_t sample_place(const struct job *job, struct sample sample, uint64_t s)
{
    return sample.of ? job_run(job, sample.of, sample.count / RUN, RUN, s / RUN) + s % RUN : sample.first + s;
}

/* ---- numbers ---- */

static double error_of(double is, struct part part)
{
    if (is == part.value)
        return 0;
    return part.magnitude > 0 && isfinite(part.magnitude) ? fabs(is - part.value) / part.magnitude : INFINITY;
}

/* Whole numbers of a reference are as they are, also where a double does not hold them. */
static double error_at(const struct comparing *comparing, struct part part, uint64_t i)
{
    const struct spec *spec = comparing->job->bench->own;
    const struct scalar *scalar = spec->argument[comparing->check->argument].type.scalar;
    const char *is = comparing->is + i * scalar->bytes;
    if (comparing->raw && scalar->kind != SCALAR_FLOAT)
        return memcmp(is, comparing->raw + i * scalar->bytes, scalar->bytes) ? INFINITY : 0;
    const double number = scalar_read(scalar, is);
    return comparing->changed && isnan(part.value) && !isfinite(number) ? 0 : error_of(number, part);
}

/* The first sample that is wrong; UINT64_MAX: none is. */
static uint64_t find_wrong(const struct comparing *comparing, struct sample sample, double *error)
{
    const double tolerance = comparing->check->tolerance;
    double slots[SPEC_SLOTS] = {0}, largest = 0;
    uint64_t wrong = UINT64_MAX;
    if (comparing->slots)
        memcpy(slots, comparing->slots, sizeof slots);
#pragma omp parallel for schedule(static) firstprivate(slots) reduction(max : largest) reduction(min : wrong)
    for (uint64_t s = 0; s < sample.count; s++) {
        const uint64_t i = sample_place(comparing->job, sample, s);
        const double off = error_at(comparing, comparing->should_be(comparing, slots, s, i, NULL), i);
        largest = off > largest ? off : largest;
        if (!(off <= tolerance) && s < wrong) /* true for a NaN */
            wrong = s;
    }
    *error = largest;
    return wrong;
}

enum status compare_sample(const struct comparing *comparing, struct sample sample, struct fault *fault)
{
    const struct spec *spec = comparing->job->bench->own;
    const struct spec_argument *argument = &spec->argument[comparing->check->argument];
    const struct scalar *scalar = argument->type.scalar;
    const int digits = scalar->bytes > 4 ? 17 : 9;
    double slots[SPEC_SLOTS] = {0}, error;
    const uint64_t wrong = find_wrong(comparing, sample, &error);
    comparing->verdict->error = fmax(comparing->verdict->error, error);
    if (wrong == UINT64_MAX)
        return OK;
    struct fault none = {0};
    if (comparing->slots)
        memcpy(slots, comparing->slots, sizeof slots);
    const uint64_t i = sample_place(comparing->job, sample, wrong);
    const struct part part = comparing->should_be(comparing, slots, wrong, i, &none);
    const double is = scalar_read(scalar, comparing->is + i * scalar->bytes);
    if (none.status != OK)
        return fail(fault, none.status, "%s", none.text);
    comparing->verdict->error = error_at(comparing, part, i);
    return fail(fault, WRONG_RESULT, "%s[%llu] is %.*g, expected %.*g (error %.3g, tolerance %.3g)", argument->name,
                (unsigned long long)i, digits, isnan(is) ? NAN : is, digits, part.value, comparing->verdict->error,
                comparing->check->tolerance);
}

double compare_mean(const struct scalar *scalar, const void *numbers, uint64_t count)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (uint64_t i = 0; i < count; i++) {
        const double value = scalar_read(scalar, (const char *)numbers + i * scalar->bytes);
        sum += isfinite(value) ? fabs(value) / (double)count : 0;
    }
    return sum;
}

/* ---- arrays ---- */

static const struct spec_argument *argument_at(const struct job *job, int slot)
{
    const struct spec *spec = job->bench->own;
    size_t a = 0;
    while (spec->argument[a].role == ROLE_VALUE || spec->argument[a].slot != slot)
        a++;
    return &spec->argument[a];
}

bool compare_continues(const struct job *job, int slot, const void *left, bool few)
{
    enum { MOST_TIMES = 64 };
    const struct spec_argument *argument = argument_at(job, slot);
    const struct scalar *scalar = argument->type.scalar;
    const uint64_t count = job_bytes(job, slot) / scalar->bytes;
    const double is = compare_mean(scalar, left, count), made = compare_mean(scalar, job_host(job, slot), count);
    return few || is <= (scalar->kind == SCALAR_FLOAT ? MOST_TIMES * made : ldexp(1, (int)scalar->bytes * 8 - 8));
}

const char *compare_output(const struct job *job, const struct spec_check *check, void **owned, struct fault *fault)
{
    const struct spec *spec = job->bench->own;
    const struct spec_argument *argument = &spec->argument[check->argument];
    const size_t bytes = job_bytes(job, argument->slot);
    *owned = NULL;
    if (argument->role == ROLE_OUTPUT)
        return job_host(job, argument->slot);
    *owned = allocate(bytes);
    return job_read(job, argument->slot, 0, *owned, bytes, fault) == OK ? *owned : NULL;
}
