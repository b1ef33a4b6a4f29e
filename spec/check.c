/* Whether outputs are what a spec's expressions say of them. Of an array of at most SPEC_WHOLE numbers all are expected
 * beforehand; of a larger one, and behind a change, those that are looked at are computed then, of inputs as they are.
 */
#include "spec/model.h"

#include "base/memory.h"
#include "tuner/job.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FEW = 1 << 12, RUNS = 64, RUN = 64 };

/* A part of the expectation. The first one is what change() left: which output it was of, from 1, and which element. */
struct part {
    double value, magnitude;
};
static_assert(sizeof(struct part) == SPEC_EXPECTED, "a part is that");

/* What a reader of elements looks into. */
struct reading {
    const struct job *job;
    const struct spec *spec;
    struct place {
        size_t argument;
        uint64_t index;
    } * read; /* where it looked, if somebody wants to know; else NULL */
    size_t reads;
    char text[96]; /* what is wrong */
};

enum { MAX_READS = 256 };

static const struct spec *spec_of(const struct job *job)
{
    return job->bench->own;
}

static uint64_t numbers_of(const struct job *job, const struct spec_argument *argument)
{
    return job_bytes(job, argument->slot) / argument->type.scalar->bytes;
}

static const char *read_element(void *user, size_t array, int64_t index, double *value)
{
    struct reading *reading = user;
    const struct spec_argument *argument = &reading->spec->argument[array];
    const uint64_t numbers = numbers_of(reading->job, argument);
    if (index < 0 || (uint64_t)index >= numbers) {
        snprintf(reading->text, sizeof reading->text, "index %lld of %s, which has %llu numbers", (long long)index,
                 argument->name, (unsigned long long)numbers);
        return reading->text;
    }
    const char *host = job_host(reading->job, argument->slot);
    *value = scalar_read(argument->type.scalar, host + (size_t)index * argument->type.scalar->bytes);
    if (reading->read && reading->reads < MAX_READS)
        reading->read[reading->reads++] = (struct place){array, (uint64_t)index};
    return NULL;
}

/* What is the same for all elements. */
static enum status real_slots(const struct job *job, double slots[SPEC_SLOTS], struct fault *fault)
{
    const struct spec *spec = spec_of(job);
    struct expression_value values[SPEC_SLOTS] = {0};
    const enum status status = spec_slots(spec, job->n, NULL, values, fault);
    for (size_t s = 0; s < spec_slot_of_index(spec); s++)
        slots[s] = values[s].kind == EXPRESSION_REAL      ? values[s].real
                   : values[s].kind == EXPRESSION_INTEGER ? (double)values[s].integer
                                                          : 0;
    return status;
}

static enum status expect_element(const struct spec_check *check, struct reading *reading, double *slots, uint64_t i,
                                  struct part *part, struct fault *fault)
{
    slots[spec_slot_of_index(reading->spec)] = (double)i;
    struct fault why = {0};
    if (expression_element(check->expected, slots, read_element, reading, &part->value, &part->magnitude, &why) == OK)
        return OK;
    return fail(fault, INVALID, "what %s[%llu] must be: %s", reading->spec->argument[check->argument].name,
                (unsigned long long)i, why.text);
}

/* ---- the expectation ---- */

static uint64_t numbers_at(const struct spec *spec, size_t a, uint64_t n)
{
    const struct spec_argument *argument = &spec->argument[a];
    struct expression_value slots[SPEC_SLOTS];
    uint64_t count = 0;
    if (spec_slots(spec, n, NULL, slots, NULL) != OK || spec_count(argument->count, slots, &count, NULL) != OK)
        return 0;
    return count * type_bytes(argument->type) / argument->type.scalar->bytes;
}

uint64_t spec_expected_parts(const struct problem *problem)
{
    const struct spec *spec = problem->bench->own;
    uint64_t parts = 1;
    for (size_t c = 0; c < spec->checks; c++) {
        const uint64_t numbers = numbers_at(spec, spec->check[c].argument, problem->n);
        parts += numbers <= SPEC_WHOLE ? numbers : 0;
    }
    return parts;
}

/* A value that there is not stays NaN, which nothing is right for; verify() says why. */
static void expect_all(const struct job *job, const struct spec_check *check, struct part *parts, uint64_t count)
{
    double common[SPEC_SLOTS];
    real_slots(job, common, NULL);
#pragma omp parallel for schedule(dynamic, 256) firstprivate(common)
    for (uint64_t i = 0; i < count; i++) {
        struct reading reading = {.job = job, .spec = spec_of(job)};
        parts[i] = (struct part){NAN, NAN};
        expect_element(check, &reading, common, i, &parts[i], NULL);
    }
}

void spec_expect(struct job *job, void *expected)
{
    const struct spec *spec = spec_of(job);
    struct part *parts = expected;
    *parts++ = (struct part){0, 0};
    for (size_t c = 0; c < spec->checks; c++) {
        const uint64_t numbers = numbers_of(job, &spec->argument[spec->check[c].argument]);
        if (numbers > SPEC_WHOLE)
            continue;
        expect_all(job, &spec->check[c], parts, numbers);
        parts += numbers;
    }
}

/* ---- a change behind timing ---- */

/* An element of what an output's is made of gets another value. */
void spec_change(struct job *job, UNNEEDED const struct config *config)
{
    const struct spec *spec = spec_of(job);
    const size_t c = job_draw(job, spec->checks);
    const uint64_t numbers = numbers_of(job, &spec->argument[spec->check[c].argument]);
    const uint64_t run = numbers > SPEC_WHOLE ? job_run(job, numbers, RUNS, RUN, job_draw(job, RUNS)) : 0;
    const uint64_t i = run + job_draw(job, numbers > SPEC_WHOLE ? RUN : numbers);
    struct place places[MAX_READS];
    struct reading reading = {.job = job, .spec = spec, .read = places};
    double slots[SPEC_SLOTS];
    struct part part;
    real_slots(job, slots, NULL);
    if (expect_element(&spec->check[c], &reading, slots, i, &part, NULL) != OK || !reading.reads)
        return; /* outputs are spoilt instead */
    const struct place place = places[job_draw(job, reading.reads)];
    const struct spec_argument *argument = &spec->argument[place.argument];
    const struct scalar *scalar = argument->type.scalar;
    uint8_t bytes[sizeof(double)];
    scalar_write(scalar, spec_random(argument, (double)job_draw(job, 1 << 24) * 0x1p-24), bytes);
    job_change(job, argument->slot, place.index * scalar->bytes, bytes, scalar->bytes);
    *(struct part *)job_corrected(job, sizeof(struct part)) = (struct part){(double)(1 + c), (double)i};
}

/* ---- verification ---- */

/* One output that is being compared. */
struct comparing {
    const struct job *job;
    const struct spec_check *check;
    const struct spec_argument *argument;
    const struct part *parts; /* of all its elements; NULL: they are to be computed */
    const double *slots;
    struct verdict *verdict;
};

/* What element i must be; NaN, and why, where that has no answer. */
static struct part should_be(const struct comparing *comparing, double *slots, uint64_t i, struct fault *fault)
{
    struct reading reading = {.job = comparing->job, .spec = spec_of(comparing->job)};
    struct part part = {NAN, NAN};
    if (comparing->parts && !isnan(comparing->parts[i].value))
        return comparing->parts[i];
    if (expect_element(comparing->check, &reading, slots, i, &part, fault) != OK)
        return (struct part){NAN, NAN};
    return part;
}

static double error_of(double is, struct part part)
{
    const double difference = fabs(is - part.value);
    if (is == part.value)
        return 0;
    return part.magnitude > 0 ? difference / part.magnitude : INFINITY;
}

/* The first of the numbers [first, first + count), which lie at `numbers`, that is wrong; UINT64_MAX: none is. */
static uint64_t find_wrong(const struct comparing *comparing, const char *numbers, uint64_t first, uint64_t count,
                           double *error)
{
    const struct scalar *scalar = comparing->argument->type.scalar;
    double slots[SPEC_SLOTS], largest = 0;
    uint64_t wrong = UINT64_MAX;
    memcpy(slots, comparing->slots, sizeof slots);
#pragma omp parallel for schedule(static) firstprivate(slots) reduction(max : largest) reduction(min : wrong)
    for (uint64_t i = first; i < first + count; i++) {
        const struct part part = should_be(comparing, slots, i, NULL);
        const double off = error_of(scalar_read(scalar, numbers + (i - first) * scalar->bytes), part);
        largest = off > largest ? off : largest;
        if (!(off <= comparing->check->tolerance) && i < wrong) /* true for a NaN */
            wrong = i;
    }
    *error = largest;
    return wrong;
}

static enum status compare(const struct comparing *comparing, const char *numbers, uint64_t first, uint64_t count,
                           struct fault *fault)
{
    const struct scalar *scalar = comparing->argument->type.scalar;
    const int digits = scalar->bytes > 4 ? 17 : 9;
    double slots[SPEC_SLOTS], error;
    const uint64_t wrong = find_wrong(comparing, numbers, first, count, &error);
    comparing->verdict->error = fmax(comparing->verdict->error, error);
    if (wrong == UINT64_MAX)
        return OK;
    struct fault none = {0};
    memcpy(slots, comparing->slots, sizeof slots);
    const struct part part = should_be(comparing, slots, wrong, &none);
    const double is = scalar_read(scalar, numbers + (wrong - first) * scalar->bytes);
    if (none.status != OK)
        return fail(fault, none.status, "%s", none.text);
    comparing->verdict->error = error_of(is, part);
    return fail(fault, WRONG_RESULT, "%s[%llu] is %.*g, expected %.*g (error %.3g, tolerance %.3g)",
                comparing->argument->name, (unsigned long long)wrong, digits, isnan(is) ? NAN : is, digits, part.value,
                comparing->verdict->error, comparing->check->tolerance);
}

/* A run of an output: of what was read back, or from the device. */
static enum status compare_run(const struct comparing *comparing, uint64_t first, uint64_t count, struct fault *fault)
{
    const struct spec_argument *argument = comparing->argument;
    const size_t bytes = argument->type.scalar->bytes;
    if (argument->role == ROLE_OUTPUT && numbers_of(comparing->job, argument) <= SPEC_WHOLE)
        return compare(comparing, (const char *)job_host(comparing->job, argument->slot) + first * bytes, first, count,
                       fault);
    FREED char *numbers = allocate(count * bytes);
    const enum status status = job_read(comparing->job, argument->slot, first * bytes, numbers, count * bytes, fault);
    return status == OK ? compare(comparing, numbers, first, count, fault) : status;
}

static enum status compare_runs(const struct comparing *comparing, uint64_t numbers, struct fault *fault)
{
    enum status status = OK;
    for (uint64_t run = 0; run < RUNS && status == OK; run++)
        status = compare_run(comparing, job_run(comparing->job, numbers, RUNS, RUN, run), RUN, fault);
    return status;
}

enum status spec_verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                        struct fault *fault)
{
    const struct spec *spec = spec_of(job);
    const struct part *expected = job_expected(job), changed = *expected++;
    double slots[SPEC_SLOTS];
    *verdict = (struct verdict){.error = 0};
    enum status status = real_slots(job, slots, fault);
    for (size_t c = 0; c < spec->checks && status == OK; c++) {
        const struct spec_check *check = &spec->check[c];
        const struct spec_argument *argument = &spec->argument[check->argument];
        const uint64_t numbers = numbers_of(job, argument);
        const bool is_small = numbers <= SPEC_WHOLE, is_changed = changed.value > 0;
        const struct comparing comparing = {job,   check,  argument, is_small && !is_changed ? expected : NULL,
                                            slots, verdict};
        verdict->tolerance = fmax(verdict->tolerance, check->tolerance);
        if (changed.value == (double)(1 + c))
            status = compare_run(&comparing, (uint64_t)changed.magnitude, 1, fault);
        if (status == OK && (comparing.parts || numbers <= FEW))
            status = compare_run(&comparing, 0, numbers, fault);
        else if (status == OK)
            status = compare_runs(&comparing, numbers, fault);
        expected += is_small ? numbers : 0;
    }
    return status;
}
