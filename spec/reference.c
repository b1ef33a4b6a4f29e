/* Compares outputs with a reference: a user's kernel or function, run on the inputs, and again after they were changed;
 * or files. An expectation has the mean magnitude and all bytes of each output; the other number of its first part is
 * whether they are of changed inputs. */
#include "spec/compare.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct spec *spec_of(const struct job *job)
{
    return job->bench->own;
}

/* ---- the expectation ---- */

static uint64_t bytes_at(const struct spec *spec, const struct spec_check *check, uint64_t n)
{
    return spec_numbers(spec, check->argument, n) * spec->argument[check->argument].type.scalar->bytes;
}

static uint64_t parts_of(uint64_t bytes)
{
    return 1 + divide_up(bytes, SPEC_EXPECTED);
}

static uint64_t expected_parts(const struct problem *problem)
{
    const struct spec *spec = problem->bench->own;
    uint64_t parts = 0;
    for (size_t c = 0; c < spec->checks; c++)
        parts += parts_of(bytes_at(spec, &spec->check[c], problem->n));
    return parts;
}

static enum status run_files(struct job *job, void **at, UNNEEDED struct fault *fault)
{
    const struct spec *spec = spec_of(job);
    for (size_t a = 0; a < spec->arguments; a++)
        if (at[a]) /* sizes were checked before */
            memcpy(at[a], spec->reference.file[a].bytes, job_bytes(job, spec->argument[a].slot));
    return OK;
}

/* INVALID for a NaN, with which every result would be wrong. */
static enum status check_numbers(const struct job *job, const struct spec_argument *argument, const char *raw,
                                 struct fault *fault)
{
    const struct scalar *scalar = argument->type.scalar;
    const uint64_t numbers = job_bytes(job, argument->slot) / scalar->bytes;
    uint64_t nan = UINT64_MAX;
#pragma omp parallel for reduction(min : nan)
    for (uint64_t i = 0; i < numbers; i++)
        nan = i < nan && isnan(scalar_read(scalar, raw + i * scalar->bytes)) ? i : nan;
    return nan == UINT64_MAX ? OK
                             : fail(fault, INVALID, "the reference leaves %s[%llu] a NaN, which nothing is right for",
                                    argument->name, (unsigned long long)nan);
}

/* Computes the outputs from the job's current inputs by the reference. */
static enum status make(struct job *job, struct part *expected, bool must_be_numbers, struct fault *fault)
{
    static enum status (*const run[])(struct job *, void **, struct fault *) = {
        [RIGHT_KERNEL] = spec_run_kernel, [RIGHT_FILES] = run_files, [RIGHT_FUNCTION] = spec_run_function};
    const struct spec *spec = spec_of(job);
    void *at[MAX_SPEC_ARGUMENTS] = {NULL};
    struct part *part = expected;
    for (size_t c = 0; c < spec->checks; c++) {
        at[spec->check[c].argument] = part + 1;
        part += parts_of(bytes_at(spec, &spec->check[c], job->n));
    }
    enum status status = run[spec->right](job, at, fault);
    for (size_t c = 0; c < spec->checks && status == OK; c++) {
        const struct spec_argument *argument = &spec->argument[spec->check[c].argument];
        struct part *head = (struct part *)at[spec->check[c].argument] - 1;
        head->value = compare_mean(argument->type.scalar, head + 1,
                                   job_bytes(job, argument->slot) / argument->type.scalar->bytes);
        if (must_be_numbers)
            status = check_numbers(job, argument, (const char *)(head + 1), fault);
    }
    return status;
}

static void expect(struct job *job, void *expected)
{
    struct fault fault = {0};
    if (make(job, expected, true, &fault) != OK)
        job_refuse(job, &fault);
}

/* ---- verification ---- */

/* The error of a result alone is unknown: terms that cancel leave less than their rounding. So it is relative to the
 * number, or, if that is small, to the output's mean magnitude. */
static struct part should_be(const struct comparing *comparing, UNNEEDED double *slots, UNNEEDED uint64_t s, uint64_t i,
                             UNNEEDED struct fault *fault)
{
    const struct scalar *scalar = spec_of(comparing->job)->argument[comparing->check->argument].type.scalar;
    const double value = scalar_read(scalar, comparing->raw + i * scalar->bytes);
    return (struct part){value, fmax(fabs(value), comparing->mean)};
}

static enum status verify_output(const struct job *job, const struct spec_check *check, const struct part *expected,
                                 struct verdict *verdict, struct fault *fault)
{
    const struct comparing comparing = {.job = job,
                                        .check = check,
                                        .verdict = verdict,
                                        .should_be = should_be,
                                        .raw = (const char *)(expected + 1),
                                        .mean = expected->value,
                                        .changed = expected->magnitude > 0};
    return compare_sample(&comparing, sample_whole(spec_numbers(spec_of(job), check->argument, job->n)), fault);
}

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct spec *spec = spec_of(job);
    const struct part *expected = job_expected(job);
    enum status status = OK;
    *verdict = (struct verdict){.error = 0};
    for (size_t c = 0; c < spec->checks && status == OK; c++) {
        verdict->tolerance = fmax(verdict->tolerance, spec->check[c].tolerance);
        status = verify_output(job, &spec->check[c], expected, verdict, fault);
        expected += parts_of(bytes_at(spec, &spec->check[c], job->n));
    }
    return status;
}

static enum status verify_nothing(UNNEEDED const struct job *job, UNNEEDED const struct config *config,
                                  struct verdict *verdict, UNNEEDED struct fault *fault)
{
    *verdict = (struct verdict){.error = 0};
    return OK;
}

/* ---- changed inputs after timing ---- */

/* Whether some output differs by more than its tolerance. */
static bool differs(const struct job *job, const struct part *was, const struct part *is)
{
    const struct spec *spec = spec_of(job);
    bool found = false;
    for (size_t c = 0; c < spec->checks && !found; c++) {
        const struct spec_check *check = &spec->check[c];
        struct verdict verdict = {0};
        const uint64_t numbers = spec_numbers(spec, check->argument, job->n);
        struct comparing comparing = {.job = job,
                                      .check = check,
                                      .verdict = &verdict,
                                      .should_be = should_be,
                                      .raw = (const char *)(was + 1),
                                      .mean = was->value,
                                      .is = (const char *)(is + 1)};
        found = compare_sample(&comparing, sample_whole(numbers), NULL) != OK;
        was += parts_of(bytes_at(spec, check, job->n));
        is += parts_of(bytes_at(spec, check, job->n));
    }
    return found;
}

/* Changes a number of an input and runs the reference again; a few times, until an output changes. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    enum { TRIES = 6 };
    const struct spec *spec = spec_of(job);
    size_t inputs[MAX_SPEC_ARGUMENTS], count = 0;
    const struct part *was = job_expected(job);
    struct fault fault = {0};
    for (size_t a = 0; a < spec->arguments; a++)
        if ((spec->argument[a].role == ROLE_INPUT && !spec->argument[a].width) || spec->argument[a].role == ROLE_BOTH)
            inputs[count++] = a; /* textures are not changed */
    bool seen = !count;          /* without inputs, outputs are spoiled instead */
    for (int try = 0; try < TRIES && !seen && fault.status == OK; try++) {
        const struct spec_argument *argument = &spec->argument[inputs[job_draw(job, count)]];
        const size_t bytes = argument->type.scalar->bytes;
        const uint64_t i = job_draw(job, job_bytes(job, argument->slot) / bytes);
        uint8_t value[sizeof(double)];
        spec_other(job, argument, i, try, value);
        job_change(job, argument->slot, i * bytes, value, bytes);
        struct part *is = job_corrected(job, expected_parts(job->problem) * SPEC_EXPECTED);
        seen = make(job, is, false, &fault) == OK && differs(job, was, is);
    }
    if (fault.status != OK)
        job_refuse(job, &fault);
    struct part *is = job_corrected(job, expected_parts(job->problem) * SPEC_EXPECTED);
    for (size_t c = 0; c < spec->checks; c++) {
        is->magnitude = 1;
        is += parts_of(bytes_at(spec, &spec->check[c], job->n));
    }
}

/* ---- the bench's functions ---- */

/* Unverified times must not be mixed with verified ones: a setting marks them wherever a problem's name is recorded. */
static const char *const words[] = {"yes", "no"};
const struct setting spec_unverified[] = {
    {.name = "verified", .summary = "whether there is a check or a reference", .words = words, .count = 2},
    {.name = NULL}};

enum status spec_reference_check(const struct problem *problem, struct fault *fault)
{
    const struct spec *spec = problem->bench->own;
    const uint64_t n = problem->n;
    if (spec->right == RIGHT_NONE && problem->inputs.setting[0] != 1)
        return fail(fault, INVALID, "there is neither a check nor a reference");
    for (size_t c = 0; c < spec->checks && spec->right == RIGHT_FILES; c++) {
        const size_t a = spec->check[c].argument;
        const unsigned long long bytes = bytes_at(spec, &spec->check[c], n), is = spec->reference.file[a].size;
        if (is != bytes)
            return fail(fault, INVALID, "%s has %llu bytes, and the file with its expected values %llu",
                        spec->argument[a].name, bytes, is);
    }
    if (spec->right == RIGHT_FUNCTION && !spec->reference.library)
        return fail(fault, INVALID, "the reference is %s(): --reference-library FILE is missing",
                    spec->reference.function);
    return OK;
}

/* Expected files are valid for these inputs only. */
void spec_reference_right(struct bench_problem *problem, enum right right)
{
    problem->verify = verify_nothing;
    if (right == RIGHT_NONE)
        return;
    problem->expected_bytes = SPEC_EXPECTED;
    problem->expected_parts = expected_parts;
    problem->expect = expect;
    problem->change = right == RIGHT_FILES ? NULL : change;
    problem->continues = right == RIGHT_FILES ? NULL : compare_continues;
    problem->verify = verify;
    problem->right_by_bytes = true;
}
