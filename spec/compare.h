/* Compares outputs with their expected values: for spec/ only. */
#pragma once

#include "spec/model.h"
#include "tuner/job.h"

/* The expected value of a number, and the magnitude that its error is relative to; a NaN is always wrong. */
struct part {
    double value, magnitude;
};

/* The compared numbers of an array: `count` from `first` on; or, if there are more, `of` numbers in runs of `run`
 * neighbours, the first and the last among them, the others at places drawn from the run's secret. */
struct sample {
    uint64_t first, count, of, run; /* of is 0: no runs */
};
struct sample sample_whole(uint64_t numbers);
struct sample sample_some(uint64_t numbers, uint64_t most, uint64_t run);
/* The first of `run` samples that follow each other, number r of divide_up(count, run): the last ends with the sample.
 */
uint64_t sample_run(struct sample sample, uint64_t run, uint64_t r);
uint64_t sample_place(const struct job *job, struct sample sample, uint64_t s);

struct comparing {
    const struct job *job;
    const struct spec_check *check;
    struct verdict *verdict;
    /* The expected value of sample number s, number i of the array; called by several threads concurrently. */
    struct part (*should_be)(const struct comparing *comparing, double *slots, uint64_t s, uint64_t i,
                             struct fault *fault);
    const double *slots;      /* SPEC_SLOTS of them, copied for each thread */
    const struct part *parts; /* of the samples; NULL: not precomputed */
    const char *raw;          /* or a reference's whole output, and its mean magnitude */
    double mean;
    const char *is; /* a whole other output, in place of the job's */
    bool changed;   /* inputs were changed, and may have no result: then any NaN is correct */
};

const struct spec_argument *compare_argument(const struct comparing *comparing);

/* WRONG_RESULT with the first wrong number: "y[5] is 1.5, expected 1.25 (error 0.2, tolerance 1e-06)". */
enum status compare_sample(const struct comparing *comparing, struct sample sample, struct fault *fault);

/* The mean magnitude of the finite numbers. */
double compare_mean(const struct scalar *scalar, const void *numbers, uint64_t count);

/* For .continues: false for expressions that use the earlier value as its initial fill instead of by name; for real
 * numbers whose sums grow so much that tolerances hide another iteration; and for whole ones near the end of their
 * range. */
bool compare_continues(const struct job *job, int slot, const void *left, size_t bytes);
