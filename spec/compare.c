#include "spec/compare.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- samples ---- */

struct sample sample_whole(uint64_t numbers)
{
    return (struct sample){.count = numbers};
}

struct sample sample_some(uint64_t numbers, uint64_t most, uint64_t run)
{
    return numbers <= most ? sample_whole(numbers)
                           : (struct sample){.count = most / run * run, .of = numbers, .run = run};
}

uint64_t sample_run(struct sample sample, uint64_t run, uint64_t r)
{
    return (r + 1) * run > sample.count ? sample.count - run : r * run;
}

uint64_t sample_place(const struct job *job, struct sample sample, uint64_t s)
{
    const uint64_t run = sample.run;
    return sample.of ? job_run(job, sample.of, sample.count / run, run, s / run) + s % run : sample.first + s;
}

/* ---- numbers ---- */

static double error_of(double is, struct part part)
{
    if (is == part.value)
        return 0;
    return part.magnitude > 0 && isfinite(part.magnitude) ? fabs(is - part.value) / part.magnitude : INFINITY;
}

const struct spec_argument *compare_argument(const struct comparing *comparing)
{
    const struct spec *spec = comparing->job->bench->own;
    return &spec->argument[comparing->check->argument];
}

/* Whole numbers of a reference are compared exactly, even if a double cannot represent them. */
static double error_at(const struct comparing *comparing, struct part part, uint64_t i, const char *is)
{
    const struct scalar *scalar = compare_argument(comparing)->type.scalar;
    if (comparing->raw && scalar->kind != SCALAR_FLOAT)
        return memcmp(is, comparing->raw + i * scalar->bytes, scalar->bytes) ? INFINITY : 0;
    const double number = scalar_read(scalar, is);
    return comparing->changed && isnan(part.value) && !isfinite(number) ? 0 : error_of(number, part);
}

/* Whether a whole number is so large that equal doubles do not prove it. */
static bool is_unproved(const struct comparing *comparing, struct part part, const char *is)
{
    const struct scalar *scalar = compare_argument(comparing)->type.scalar;
    return scalar->kind != SCALAR_FLOAT && !comparing->raw && !(comparing->check->tolerance > 0) &&
           fabs(part.value) > 0x1p53 && scalar_read(scalar, is) == part.value;
}

/* Whether it is the part of a vector of three that pads it, which is anything. */
static bool is_padding(const struct spec_argument *argument, uint64_t i)
{
    return argument->type.width == 3 && !argument->type.is_packed && i % 4 == 3;
}

/* Whether a whole number has the initial fill of outputs; for real ones that is a NaN. */
static bool is_filled(const struct spec_argument *argument, const char *is)
{
    const struct scalar *scalar = argument->type.scalar;
    size_t filled = 0;
    while (filled < scalar->bytes && (uint8_t)is[filled] == UINT8_MAX)
        filled++;
    return argument->role == ROLE_OUTPUT && scalar->kind != SCALAR_FLOAT && filled == scalar->bytes;
}

/* ---- reading outputs ---- */

/* Numbers of an output: all of it, or those of a sample, concatenated. */
struct looked {
    const char *all, *some;
    size_t bytes; /* of a number */
    void *owned;
};

static const char *looked_at(const struct looked *looked, uint64_t s, uint64_t i)
{
    return looked->all ? looked->all + i * looked->bytes : looked->some + s * looked->bytes;
}

/* Reads few numbers run by run, many with everything between them. */
static enum status look(const struct comparing *comparing, struct sample sample, struct looked *looked,
                        struct fault *fault)
{
    enum { MOST_RUNS = 256 };
    const struct job *job = comparing->job;
    const int slot = compare_argument(comparing)->slot;
    const uint64_t run = sample.of ? sample.run : sample.count, runs = sample.count / run;
    enum status status = OK;
    looked->all = comparing->is ? comparing->is : job_host(job, slot);
    if (comparing->is)
        return OK;
    const size_t bytes = job_bytes(job, slot);
    const bool is_some = runs <= MOST_RUNS && sample.count * looked->bytes < bytes;
    const bool has_host = compare_argument(comparing)->role == ROLE_OUTPUT;
    if (!is_some && has_host)
        return job_fetch(job, slot, fault);
    char *read = looked->owned = resize(NULL, is_some ? sample.count * looked->bytes : bytes);
    looked->all = is_some ? NULL : read;
    looked->some = is_some ? read : NULL;
    if (!is_some)
        return job_read(job, slot, 0, read, bytes, fault);
    for (uint64_t r = 0; r < runs && status == OK; r++)
        status = job_read(job, slot, sample_place(job, sample, r * run) * looked->bytes, read + r * run * looked->bytes,
                          run * looked->bytes, fault);
    return status;
}

/* After a change a number may differ from its precomputed value, and is computed then. */
static struct part part_of(const struct comparing *comparing, double *slots, uint64_t s, uint64_t i, const char *is,
                           struct fault *fault)
{
    struct comparing anew = *comparing;
    const struct part part = comparing->should_be(comparing, slots, s, i, fault);
    if (!comparing->changed || !comparing->parts || error_at(comparing, part, i, is) <= comparing->check->tolerance)
        return part;
    anew.parts = NULL;
    return anew.should_be(&anew, slots, s, i, fault);
}

/* The first wrong sample; UINT64_MAX if all are correct. */
static uint64_t find_wrong(const struct comparing *comparing, struct sample sample, const struct looked *looked,
                           double *error)
{
    enum { ONE_THREAD = 1 << 10 }; /* comparing this many known numbers is faster than waking other threads */
    const double tolerance = comparing->check->tolerance;
    const struct spec_argument *argument = compare_argument(comparing);
    double slots[SPEC_SLOTS] = {0}, largest = 0;
    uint64_t wrong = UINT64_MAX;
    bool doubtful = false;
    if (comparing->slots)
        memcpy(slots, comparing->slots, sizeof slots);
#pragma omp parallel for schedule(static) firstprivate(slots) if (sample.count > ONE_THREAD || !comparing->parts)      \
    reduction(max                                                                                                      \
              : largest) reduction(min                                                                                 \
                                   : wrong) reduction(||                                                               \
                                                      : doubtful)
    for (uint64_t s = 0; s < sample.count; s++) {
        const uint64_t i = sample_place(comparing->job, sample, s);
        const char *is = looked_at(looked, s, i);
        if (is_padding(argument, i))
            continue;
        const struct part part = part_of(comparing, slots, s, i, is, NULL);
        const double off = is_unproved(comparing, part, is) ? INFINITY : error_at(comparing, part, i, is);
        doubtful = doubtful || is_filled(argument, is);
        largest = off > largest ? off : largest;
        if (!(off <= tolerance) && s < wrong) /* also true for a NaN */
            wrong = s;
    }
    *error = largest;
    if (doubtful)
        job_doubt(comparing->job);
    return wrong;
}

/* Before a verified run all bits of outputs are ones: for real numbers NaNs that no arithmetic produces, for whole ones
 * a possible value. */
static bool is_unwritten(const struct spec_argument *argument, const char *number)
{
    static const uint8_t ones[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const struct scalar *scalar = argument->type.scalar;
    return argument->role == ROLE_OUTPUT && scalar->kind == SCALAR_FLOAT && !memcmp(number, ones, scalar->bytes);
}

enum { NUMBER_TEXT = 32 };

/* Whole numbers with all their digits, if their bytes are known; else the value. */
static void number_text(const struct scalar *scalar, const char *bytes, double value, char text[NUMBER_TEXT])
{
    int64_t integer = 0;
    if (scalar->kind == SCALAR_FLOAT || !bytes || scalar->bytes < sizeof integer) {
        const int digits = scalar->bytes > 4 || scalar->kind != SCALAR_FLOAT ? 17 : 9;
        snprintf(text, NUMBER_TEXT, "%.*g", digits, isnan(value) ? NAN : value);
        return;
    }
    memcpy(&integer, bytes, sizeof integer);
    snprintf(text, NUMBER_TEXT, scalar->kind == SCALAR_SIGNED ? "%" PRId64 : "%" PRIu64, integer);
}

static enum status compare(const struct comparing *comparing, struct sample sample, const struct looked *looked,
                           struct fault *fault)
{
    const struct spec_argument *argument = compare_argument(comparing);
    const struct scalar *scalar = argument->type.scalar;
    double slots[SPEC_SLOTS] = {0}, error;
    const uint64_t wrong = find_wrong(comparing, sample, looked, &error);
    comparing->verdict->error = fmax(comparing->verdict->error, error);
    if (wrong == UINT64_MAX)
        return OK;
    struct fault none = {0};
    if (comparing->slots)
        memcpy(slots, comparing->slots, sizeof slots);
    const uint64_t i = sample_place(comparing->job, sample, wrong);
    const char *at = looked_at(looked, wrong, i);
    const struct part part = part_of(comparing, slots, wrong, i, at, &none);
    char is[NUMBER_TEXT], expected[NUMBER_TEXT];
    number_text(scalar, at, scalar_read(scalar, at), is);
    number_text(scalar, comparing->raw ? comparing->raw + i * scalar->bytes : NULL, part.value, expected);
    if (none.status != OK)
        return fail(fault, none.status, "%s", none.text);
    comparing->verdict->error = error_at(comparing, part, i, at);
    if (is_unproved(comparing, part, at))
        return fail(
            fault, WRONG_RESULT,
            "%s[%llu] is %s, and may be wrong: beyond 2^53 expressions are not exact; compare with a reference kernel",
            argument->name, (unsigned long long)i, is);
    if (is_unwritten(argument, at))
        return fail(fault, WRONG_RESULT, "%s[%llu] is not written, expected %s", argument->name, (unsigned long long)i,
                    expected);
    return fail(fault, WRONG_RESULT, "%s[%llu] is %s, expected %s (error %.3g, tolerance %.3g)", argument->name,
                (unsigned long long)i, is, expected, comparing->verdict->error, comparing->check->tolerance);
}

enum status compare_sample(const struct comparing *comparing, struct sample sample, struct fault *fault)
{
    struct looked looked = {.bytes = compare_argument(comparing)->type.scalar->bytes};
    enum status status = look(comparing, sample, &looked, fault);
    if (status == OK)
        status = compare(comparing, sample, &looked, fault);
    free(looked.owned);
    return status;
}

/* Of a limited number of them, spread over the array. */
double compare_mean(const struct scalar *scalar, const void *numbers, uint64_t count)
{
    enum { MOST = 1 << 16 };
    const uint64_t step = divide_up(count, MOST);
    double sum = 0;
    for (uint64_t i = 0; i < count; i += step) {
        const double value = scalar_read(scalar, (const char *)numbers + i * scalar->bytes);
        sum += isfinite(value) ? fabs(value) : 0;
    }
    return sum / (double)divide_up(count, step);
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

bool compare_continues(const struct job *job, int slot, const void *left, size_t bytes)
{
    enum { MOST_TIMES = 64 };
    const struct spec *spec = job->bench->own;
    const struct spec_argument *argument = argument_at(job, slot);
    const struct scalar *scalar = argument->type.scalar;
    const uint64_t count = bytes / scalar->bytes;
    if (!left)
        return spec->right != RIGHT_CHECKS || argument->before_is_read;
    const double is = compare_mean(scalar, left, count), made = compare_mean(scalar, job_host(job, slot), count);
    return is <= (scalar->kind == SCALAR_FLOAT ? MOST_TIMES * made : ldexp(1, (int)scalar->bytes * 8 - 8));
}
