/* Pseudo-random values as functions of (seed, i) alone, the same on every machine: for generated inputs, suites and the
 * tuner. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A reproducible 64-bit hash of (seed, i): a counter-based generator (splitmix64's finaliser). */
static inline uint64_t job_random(uint64_t seed, uint64_t i)
{
    uint64_t z = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The same as a double, uniform in [0, 1). */
static inline double job_uniform(uint64_t seed, uint64_t i)
{
    return (double)(job_random(seed, i) >> 11) * 0x1p-53;
}

/* The other elements of generated inputs: 24 uniform bits in [0, 1), and 32 bits. */
static inline float job_uniform_float(uint64_t seed, uint64_t i)
{
    return (float)(job_random(seed, i) >> 40) * 0x1p-24f;
}

static inline uint32_t job_word(uint64_t seed, uint64_t i)
{
    return (uint32_t)job_random(seed, i);
}

/* And -1, 0 or 1 units, three times as many 1 as -1, in rows of `row` elements. About 2^23 of a row, at random, are not
 * 0, and neither are the JOB_EDGE at each end, where kernels are often wrong. So every partial sum of a row is below
 * 2^24: exact in float, in any order. One in job_one_in (a power of two) is not 0. */
enum { JOB_EDGE = 64 };
#define JOB_EXACT_UNIT 0x1p-16

static inline uint64_t job_one_in(uint64_t row)
{
    uint64_t one_in = 1;
    while (row / one_in > UINT64_C(1) << 23)
        one_in *= 2;
    return one_in;
}

/* Element i of all rows; it is element `place` of its row. */
static inline double job_exact(uint64_t seed, uint64_t i, uint64_t place, uint64_t row, uint64_t one_in)
{
    uint64_t hash = job_random(seed, i);
    bool chosen = !(hash & (one_in - 1)) || place < JOB_EDGE || row - place <= JOB_EDGE;
    return !chosen ? 0 : hash >> 62 ? JOB_EXACT_UNIT : -JOB_EXACT_UNIT;
}
