/* Outputs beside what they must be: for spec/ alone. */
#pragma once

#include "spec/model.h"
#include "tuner/job.h"

/* What a number must be, and what its error is a share of; a NaN is never right. */
struct part {
    double value, magnitude;
};

/* Which numbers of an array are looked at: `count` from `first` on; or of `of` numbers, more than `count`, runs of
 * `run` neighbours, the first and the last among them, the others at places of the run's secret. */
struct sample {
    uint64_t first, count, of, run; /* of 0: not by runs */
};
struct sample sample_whole(uint64_t numbers);
struct sample sample_some(uint64_t numbers, uint64_t most, uint64_t run);
uint64_t sample_place(const struct job *job, struct sample sample, uint64_t s);

struct comparing {
    const struct job *job;
    const struct spec_check *check;
    struct verdict *verdict;
    /* What sample number s, number i of the array, must be; asked by several threads at once. */
    struct part (*should_be)(const struct comparing *comparing, double *slots, uint64_t s, uint64_t i,
                             struct fault *fault);
    const double *slots;      /* SPEC_SLOTS of them, of which each thread has its own */
    const struct part *parts; /* of the samples; NULL: not known beforehand */
    const char *raw;          /* or the whole output as a reference has it, and its mean magnitude */
    double mean;
    const char *is; /* instead of the job's output: all of another one */
    bool changed;   /* inputs are not as they were made, and may have no answer: then any that is no number is right */
};

const struct spec_argument *compare_argument(const struct comparing *comparing);

/* WRONG_RESULT with the first that is wrong: "y[5] is 1.5, expected 1.25 (error 0.2, tolerance 1e-06)". */
enum status compare_sample(const struct comparing *comparing, struct sample sample, struct fault *fault);

/* The mean magnitude of the finite ones among numbers. */
double compare_mean(const struct scalar *scalar, const void *numbers, uint64_t count);

/* For .continues: not of expressions that know what was before as what it was filled with, instead of by its name; nor
 * of real numbers that add up so much that tolerances hide the next iteration, or whole ones that end. */
bool compare_continues(const struct job *job, int slot, const void *left, size_t bytes);
