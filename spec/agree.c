/* For outputs with too many numbers to compute all expected ones: compares the whole output with that of another
 * configuration whose samples were correct. Of the numbers with the largest deviation the expression decides which one
 * is correct. */
#include "spec/agree.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_bytes = 1 << 28; /* of outputs that are kept */

struct kept {
    bool is_there;
    double mean;
    char bytes[];
};

/* The deviation of two numbers, relative to the larger of the earlier one's magnitude and the mean magnitude. */
static double deviation(const struct scalar *scalar, const char *is, const char *was, double mean)
{
    if (!memcmp(is, was, scalar->bytes))
        return 0;
    if (scalar->kind != SCALAR_FLOAT)
        return INFINITY;
    const double a = scalar_read(scalar, is), b = scalar_read(scalar, was);
    const double off = a == b ? 0 : fabs(a - b) / fmax(fabs(b), mean);
    return isnan(off) ? INFINITY : off;
}

static int by_deviation(const void *a, const void *b)
{
    const struct far_number *left = a, *right = b;
    return (left->off < right->off) - (left->off > right->off);
}

size_t agree_farthest(const struct scalar *scalar, const void *is, const void *was, uint64_t numbers, double mean,
                      struct far_number far[AGREE_PARTS])
{
    size_t count = 0;
#pragma omp parallel for schedule(static)
    for (uint64_t p = 0; p < AGREE_PARTS; p++) {
        far[p] = (struct far_number){0, 0};
        for (uint64_t i = numbers * p / AGREE_PARTS; i < numbers * (p + 1) / AGREE_PARTS; i++) {
            const size_t at = i * scalar->bytes;
            const double off = deviation(scalar, (const char *)is + at, (const char *)was + at, mean);
            if (off > far[p].off)
                far[p] = (struct far_number){off, i};
        }
    }
    qsort(far, AGREE_PARTS, sizeof *far, by_deviation);
    while (count < AGREE_PARTS && far[count].off > 0)
        count++;
    return count;
}

static enum status compute_one(const struct comparing *comparing, const char *bytes, uint64_t i, struct fault *fault)
{
    struct comparing one = *comparing;
    struct verdict verdict = {0};
    one.parts = NULL;
    one.is = bytes;
    one.verdict = fault ? comparing->verdict : &verdict;
    return compare_sample(&one, (struct sample){.first = i, .count = 1}, fault);
}

/* Evaluates the expression for the first AGREE_ASKED of the numbers with the largest deviation, and compares an
 * output's bytes. */
static enum status ask(const struct comparing *comparing, const char *bytes, const struct far_number *far, size_t count,
                       struct fault *fault)
{
    enum status status[AGREE_ASKED] = {OK};
    const size_t asked = count < AGREE_ASKED ? count : AGREE_ASKED;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t f = 0; f < asked; f++)
        status[f] = compute_one(comparing, bytes, far[f].i, NULL);
    for (size_t f = 0; f < asked; f++)
        if (status[f] != OK)
            return fault ? compute_one(comparing, bytes, far[f].i, fault) : status[f]; /* again, for the message */
    return OK;
}

/* Keeps an output, to compare others with it. */
static void keep(struct kept *kept, const struct scalar *scalar, const char *is, uint64_t numbers)
{
    memcpy(kept->bytes, is, numbers * scalar->bytes);
    kept->mean = compare_mean(scalar, is, numbers);
    kept->is_there = true;
}

/* If the kept output turns out wrong, the new one replaces it, and configurations that agreed with it are verified
 * again. */
static enum status judge(const struct comparing *comparing, struct kept *kept, const char *is, uint64_t numbers,
                         struct fault *fault)
{
    const struct job *job = comparing->job;
    const struct scalar *scalar = compare_argument(comparing)->type.scalar;
    struct far_number far[AGREE_PARTS];
    const size_t count = agree_farthest(scalar, is, kept->bytes, numbers, kept->mean, far);
    const enum status status = ask(comparing, is, far, count, fault);
    if (status != OK || ask(comparing, kept->bytes, far, count, NULL) == OK)
        return status;
    keep(kept, scalar, is, numbers);
    job_forget_right(job);
    return OK;
}

enum status agree_compare(const struct comparing *comparing, uint64_t numbers, struct fault *fault)
{
    const struct job *job = comparing->job;
    const struct spec_argument *argument = compare_argument(comparing);
    const size_t bytes = numbers * argument->type.scalar->bytes;
    if (bytes > most_bytes)
        return OK;
    FREED void *read = argument->role == ROLE_OUTPUT ? NULL : resize(NULL, bytes);
    struct kept *kept = job_notes(job, (size_t)argument->slot, sizeof *kept + bytes);
    enum status status =
        read ? job_read(job, argument->slot, 0, read, bytes, fault) : job_fetch(job, argument->slot, fault);
    const char *is = read ? read : job_host(job, argument->slot);
    if (status != OK)
        return status;
    if (kept->is_there)
        return judge(comparing, kept, is, numbers, fault);
    keep(kept, argument->type.scalar, is, numbers);
    return OK;
}
