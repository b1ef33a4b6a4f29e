/* Checks outputs with a spec's expressions. All expected numbers of an output are computed beforehand; if there are too
 * many, enough samples to include one wrong number in 2^20. After a change of inputs a few are computed from the
 * changed ones. */
#include "spec/agree.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Limits of the numbers computed beforehand, and of the reads for them, which take a second. And after a change. */
enum { MOST = 1 << 24, MOST_READS = 1 << 26, FEW = 1 << 10, FEW_READS = 1 << 17, LEAST = 1 << 4 };
enum { RUN = 16, SHORT_RUN = 4, KNOWN_RUNS = 32 };

static_assert(sizeof(struct part) == SPEC_EXPECTED, "a part is that");

/* The state of reading elements. */
struct reading {
    const struct job *job;
    const struct spec *spec;
    uint64_t reads, changeable; /* and of arrays that may be changed: not textures */
    uint64_t random;            /* seed to draw one of these uniformly; 0: none is drawn */
    struct place {
        size_t argument;
        uint64_t index;
    } place;       /* the drawn one */
    char text[96]; /* the fault */
};

/* The default tolerance covers the errors of this many terms. Errors of more terms grow as a random walk, with the
 * square root of their number (Higham, Mary: A new approach to probabilistic rounding error analysis, 2019). */
enum { USUAL_TERMS = 16 };

static const struct spec *spec_of(const struct job *job)
{
    return job->bench->own;
}

static uint64_t numbers_of(const struct job *job, const struct spec_argument *argument)
{
    return job_bytes(job, argument->slot) / argument->type.scalar->bytes;
}

/* The k-th replaces the one before with probability 1 / k (Vitter 1985). */
static void draw(struct reading *reading, size_t array, uint64_t index)
{
    reading->random ^= reading->random << 13; /* xorshift, Marsaglia 2003 */
    reading->random ^= reading->random >> 7;
    reading->random ^= reading->random << 17;
    if ((reading->random >> 32) * ++reading->changeable >> 32 == 0)
        reading->place = (struct place){array, index};
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
    reading->reads++;
    const char *host = job_host(reading->job, argument->slot);
    *value = scalar_read(argument->type.scalar, host + (size_t)index * argument->type.scalar->bytes);
    if (reading->random && !argument->width)
        draw(reading, array, (uint64_t)index);
    return NULL;
}

static void real_values(const struct spec *spec, const struct expression_value *values, double *slots)
{
    for (size_t s = 0; s < spec_slot_of_index(spec); s++)
        slots[s] = values[s].kind == EXPRESSION_REAL      ? values[s].real
                   : values[s].kind == EXPRESSION_INTEGER ? (double)values[s].integer
                                                          : 0;
}

/* Sets the slots that are the same for all elements. */
static enum status real_slots(const struct job *job, double slots[SPEC_SLOTS], struct fault *fault)
{
    struct expression_value values[SPEC_SLOTS] = {0};
    const enum status status = spec_slots(spec_of(job), job->n, NULL, values, fault);
    real_values(spec_of(job), values, slots);
    return status;
}

static enum status expect_element(const struct spec_check *check, struct reading *reading, double *slots, uint64_t i,
                                  struct part *part, struct fault *fault)
{
    slots[spec_slot_of_index(reading->spec)] = (double)i;
    struct fault why = {0};
    reading->reads = reading->changeable = 0;
    if (expression_element(check->expected, slots, read_element, reading, &part->value, &part->magnitude, &why) == OK) {
        if (check->is_usual && reading->reads > USUAL_TERMS)
            part->magnitude *= sqrt((double)reading->reads / USUAL_TERMS);
        return OK;
    }
    return fail(fault, INVALID, "what %s[%llu] must be: %s", reading->spec->argument[check->argument].name,
                (unsigned long long)i, why.text);
}

/* ---- the expectation ---- */

uint64_t spec_numbers(const struct spec *spec, size_t a, uint64_t n)
{
    const struct spec_argument *argument = &spec->argument[a];
    struct expression_value slots[SPEC_SLOTS];
    uint64_t count = 0;
    if (spec_slots(spec, n, NULL, slots, NULL) != OK || spec_count(argument->count, slots, &count, NULL) != OK)
        return 0;
    return count * type_bytes(argument->type) / argument->type.scalar->bytes;
}

static const char *count_read(void *user, UNNEEDED size_t array, UNNEEDED int64_t index, double *value)
{
    ++*(uint64_t *)user;
    *value = 0;
    return NULL;
}

/* The reads per number, counted for one in the middle of arrays of zeros: there are no others yet. */
static uint64_t cost_of(const struct spec *spec, const struct spec_check *check, uint64_t n, uint64_t numbers)
{
    struct expression_value values[SPEC_SLOTS] = {0};
    double slots[SPEC_SLOTS] = {0};
    uint64_t reads = 0;
    struct part part;
    if (spec_slots(spec, n, NULL, values, NULL) != OK)
        return 1;
    real_values(spec, values, slots);
    slots[spec_slot_of_index(spec)] = (double)(numbers / 2);
    expression_element(check->expected, slots, count_read, &reads, &part.value, &part.magnitude, NULL);
    return 1 + reads;
}

/* The numbers of an output computed beforehand. */
static struct sample sample_of(const struct spec *spec, const struct spec_check *check, uint64_t n)
{
    const uint64_t numbers = spec_numbers(spec, check->argument, n);
    const uint64_t most = MOST_READS / cost_of(spec, check, n, numbers);
    return sample_some(numbers, most < FEW ? FEW : most < MOST ? most : MOST, RUN);
}

/* The numbers computed after a change, besides the one that must change. */
static struct sample few_of(uint64_t numbers, uint64_t few)
{
    return few < 4 * RUN ? sample_some(numbers, LEAST, SHORT_RUN) : sample_some(numbers, few < FEW ? few : FEW, RUN);
}

static bool has_both(const struct spec *spec)
{
    for (size_t a = 0; a < spec->arguments; a++)
        if (spec->argument[a].role == ROLE_BOTH)
            return true;
    return false;
}

static uint64_t expected_parts(const struct problem *problem)
{
    const struct spec *spec = problem->bench->own;
    uint64_t parts = 1;
    for (size_t c = 0; c < spec->checks; c++)
        parts += sample_of(spec, &spec->check[c], problem->n).count;
    return parts;
}

/* A number without a value stays NaN, and any result is wrong; verify() reports the reason. */
static void expect_sample(const struct job *job, const struct spec_check *check, struct sample sample,
                          struct part *parts)
{
    double common[SPEC_SLOTS];
    real_slots(job, common, NULL);
#pragma omp parallel for schedule(dynamic, 256) firstprivate(common)
    for (uint64_t s = 0; s < sample.count; s++) {
        struct reading reading = {.job = job, .spec = spec_of(job)};
        parts[s] = (struct part){NAN, NAN};
        expect_element(check, &reading, common, sample_place(job, sample, s), &parts[s], NULL);
    }
}

static void expect(struct job *job, void *expected)
{
    const struct spec *spec = spec_of(job);
    struct part *parts = expected;
    *parts++ = (struct part){0, 0};
    for (size_t c = 0; c < spec->checks; c++) {
        const struct sample sample = sample_of(spec, &spec->check[c], job->n);
        expect_sample(job, &spec->check[c], sample, parts);
        parts += sample.count;
    }
}

/* ---- changed inputs after timing ---- */

/* Changes one of the numbers that element i of an output depends on, drawn uniformly; false if there are none. */
static bool change_one(struct job *job, const struct spec_check *check, double *slots, uint64_t i, int tried,
                       struct part *was)
{
    const struct spec *spec = spec_of(job);
    struct reading reading = {.job = job, .spec = spec, .random = 1 + job_draw(job, UINT64_MAX)};
    if (expect_element(check, &reading, slots, i, was, NULL) != OK || !reading.changeable)
        return false;
    const struct place place = reading.place;
    const struct spec_argument *argument = &spec->argument[place.argument];
    uint8_t bytes[sizeof(double)];
    spec_other(job, argument, place.index, tried, bytes);
    job_change(job, argument->slot, place.index * argument->type.scalar->bytes, bytes, argument->type.scalar->bytes);
    return true;
}

/* Changes an element of an output by more than its tolerance, in a few tries: the larger one of two numbers does not
 * depend on the smaller. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    enum { TRIES = 8 };
    const struct spec *spec = spec_of(job);
    const size_t c = job_draw(job, spec->checks);
    const struct spec_check *check = &spec->check[c];
    const uint64_t numbers = numbers_of(job, &spec->argument[check->argument]);
    uint64_t i = 0;
    double slots[SPEC_SLOTS];
    struct part is = {NAN, NAN};
    bool seen = false;
    real_slots(job, slots, NULL);
    for (int try = 0; try < TRIES && !seen; try++) {
        struct reading reading = {.job = job, .spec = spec};
        struct part was;
        is = (struct part){NAN, NAN};
        i = job_draw(job, numbers);
        const bool changed = change_one(job, check, slots, i, try, &was);
        if (!changed && !has_both(spec))
            return; /* outputs are spoiled instead */
        seen = expect_element(check, &reading, slots, i, &is, NULL) == OK &&
               fabs(is.value - was.value) > 2 * check->tolerance * is.magnitude;
    }
    struct part *corrected = job_corrected(job, 2 * sizeof *corrected);
    corrected[0] = (struct part){(double)(1 + c), (double)i};
    corrected[1] = is;
}

/* ---- verification ---- */

/* NaN, with the reason, if there is no value. */
static struct part should_be(const struct comparing *comparing, double *slots, uint64_t s, uint64_t i,
                             struct fault *fault)
{
    struct reading reading = {.job = comparing->job, .spec = spec_of(comparing->job)};
    struct part part = {NAN, NAN};
    if (comparing->parts && !isnan(comparing->parts[s].value))
        return comparing->parts[s];
    if (expect_element(comparing->check, &reading, slots, i, &part, fault) != OK)
        return (struct part){NAN, NAN};
    return part;
}

/* Expensive numbers must be as expected before the change, or as computed now: compares runs of the sample, starting
 * from the element that must have changed, which was drawn. */
static enum status compare_known(const struct comparing *comparing, const struct part *expected, struct sample sample,
                                 uint64_t drawn, struct fault *fault)
{
    const uint64_t runs = divide_up(sample.count, RUN), looked_at = runs < KNOWN_RUNS ? runs : KNOWN_RUNS;
    struct comparing known = *comparing;
    enum status status = OK;
    for (uint64_t k = 0; k < looked_at && status == OK; k++) {
        const uint64_t first = sample_run(sample, RUN, (drawn + k * (runs / looked_at)) % runs);
        known.parts = expected + first;
        status = compare_sample(
            &known, (struct sample){.first = sample_place(comparing->job, sample, first), .count = RUN}, fault);
    }
    return status;
}

/* Verifies an output after a change: the number that must have changed, and a few others. */
static enum status verify_changed(const struct comparing *comparing, struct sample sample, const struct part *expected,
                                  const struct part *changed, struct fault *fault)
{
    const struct spec *spec = spec_of(comparing->job);
    const uint64_t n = comparing->job->n, numbers = spec_numbers(spec, comparing->check->argument, n);
    const uint64_t few = FEW_READS / cost_of(spec, comparing->check, n, numbers);
    struct comparing one = *comparing;
    enum status status = OK;
    one.parts = &changed[1];
    if (changed->value == (double)(1 + (comparing->check - spec->check)))
        status = compare_sample(&one, (struct sample){.first = (uint64_t)changed->magnitude, .count = 1}, fault);
    if (status != OK)
        return status;
    return few >= FEW || has_both(spec) || sample.count < RUN
               ? compare_sample(comparing, few_of(numbers, few), fault)
               : compare_known(comparing, expected, sample, (uint64_t)changed->magnitude, fault);
}

/* Verifies all numbers computed beforehand. */
static enum status verify_expected(const struct comparing *comparing, struct sample sample, const struct part *expected,
                                   struct fault *fault)
{
    struct comparing all = *comparing;
    all.parts = expected;
    const enum status status = compare_sample(&all, sample, fault);
    return status == OK && sample.of ? agree_compare(&all, sample.of, fault) : status;
}

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct spec *spec = spec_of(job);
    const struct part *changed = job_expected(job), *expected = (const struct part *)job_expected_before(job) + 1;
    const bool is_changed = changed->value > 0;
    double slots[SPEC_SLOTS];
    *verdict = (struct verdict){.error = 0};
    enum status status = real_slots(job, slots, fault);
    for (size_t c = 0; c < spec->checks && status == OK; c++) {
        const struct spec_check *check = &spec->check[c];
        const struct sample sample = sample_of(spec, check, job->n);
        const struct comparing comparing = {.job = job,
                                            .check = check,
                                            .verdict = verdict,
                                            .should_be = should_be,
                                            .slots = slots,
                                            .changed = is_changed};
        verdict->tolerance = fmax(verdict->tolerance, check->tolerance);
        status = is_changed ? verify_changed(&comparing, sample, expected, changed, fault)
                            : verify_expected(&comparing, sample, expected, fault);
        expected += sample.count;
    }
    return status;
}

void spec_check_right(struct bench_problem *problem)
{
    problem->expected_bytes = SPEC_EXPECTED;
    problem->expected_parts = expected_parts;
    problem->expect = expect;
    problem->change = change;
    problem->continues = compare_continues;
    problem->verify = verify;
    problem->right_by_bytes = true;
}
