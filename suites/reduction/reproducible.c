/* The reproducible sum: exact, rounded once, so bitwise the same for every configuration and device. */
#include "suites/reduction/reproducible.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { IN, TOTAL, TICKET, OUT }; /* slots */
enum { GIVEN, ASCENDING, PERMUTED, CANCELLING, INPUTS };
enum { MOST_ITEMS = 1 << 11, LIMB_BYTES = 128 * 8, STRETCHES = 256, FURTHER = 1 << 20 };
DEFINE_ENTRIES(entries, sum_exactly);
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512),
                  NUMBER(ITEMS_PER_THREAD, "elements of a tile that a work-item loads", 4, 8, 16, 32),
                  NUMBER(VECTOR_WIDTH, "neighbouring elements that it loads together", 1, 2, 4),
                  NUMBER(FOLDS, "doubles that a work-item adds to, 40 bits apart", 2, 3, 4),
                  HOST_WORD(FINISH, "who rounds: the group that comes last, or another launch", last_block,
                            next_launch),
                  HOST_NUMBER(GROUPS_PER_UNIT, "groups per multiprocessor, over tiles; 0: one per tile", 0, 1, 2, 4,
                              8));

static enum element_type type_of(const struct problem *problem)
{
    return (enum element_type)problem->inputs.setting[ELEMENT];
}

static size_t element_bytes(const struct job *job)
{
    return type_of(job->problem) == ELEMENT_double ? sizeof(double) : sizeof(float);
}

static void define(const struct config *config, char lines[MAX_LINES])
{
    const bool doubles = type_of(config->problem) == ELEMENT_double;
    const char *real = doubles ? "double" : "float";
    snprintf(lines, MAX_LINES, "#define REAL %s\n#define REAL_BYTES %d\n#define VECTOR2 %s2\n#define VECTOR4 %s4\n",
             real, doubles ? 8 : 4, real, real);
}

/* ---- inputs ---- */

static enum numbers numbers_of(const struct job *job)
{
    static const enum numbers further[] = {
        [ASCENDING] = NUMBERS_ascending, [PERMUTED] = NUMBERS_wide, [CANCELLING] = NUMBERS_cancelling};
    return job->variant == GIVEN ? (enum numbers)job->problem->inputs.setting[NUMBERS] : further[job->variant];
}

/* What only a large n shows is where elements lie, which the given input tests; the other inputs test values. */
static uint64_t further_size(const struct problem *problem)
{
    return problem->n < FURTHER ? problem->n : FURTHER;
}

/* Numbers of either sign, from 2^-60 for the first to 2^60 for the last: folds have to move. */
static double ascending(uint64_t seed, uint64_t i, uint64_t n, enum element_type type)
{
    const double magnitude = ldexp(1 + job_uniform(seed, i), (int)(120 * i / n) - 60);
    const double value = job_random(job_random(seed, 1), i) >> 63 ? -magnitude : magnitude;
    return type == ELEMENT_double ? value : (double)(float)value;
}

/* Element i and element n - 1 - i cancel, except the following. For odd n the first, the last and the middle one are
 * subnormal, and so is the sum. For even n the first is 1, the last half a unit in the last place of 1, and the second
 * and its partner are subnormal and decide the rounding. Some pairs are the largest number, so that sums in nearly any
 * order overflow, and some are subnormal. */
static double cancelling(uint64_t seed, uint64_t i, uint64_t n, enum element_type type)
{
    const double least = type == ELEMENT_double ? 0x1p-1074 : 0x1p-149,
                 half = type == ELEMENT_double ? 0x1p-53 : 0x1p-24;
    const uint64_t pair = i < n - 1 - i ? i : n - 1 - i, hash = job_random(job_random(seed, 2), pair);
    if (pair == 0 && n % 2 == 0)
        return i ? half : 1;
    if (pair == 0 || i == n - 1 - i || (pair == 1 && n % 2 == 0))
        return least * (double)(3 + i % 2);
    const double magnitude = hash % 16 == 0   ? type == ELEMENT_double ? 0x1.fffffffffffffp1023 : 0x1.fffffep127
                             : hash % 16 == 1 ? least * (double)(hash >> 44)
                                              : ascending(seed, pair, n, type);
    return i == pair ? magnitude : -magnitude;
}

/* A permutation, by a prime that does not divide the number of elements. */
static uint64_t permuted(uint64_t i, uint64_t n)
{
    return i * (n % 1048583 ? UINT64_C(1048583) : UINT64_C(1048589)) % n;
}

static double element(const struct job *job, uint64_t i)
{
    const enum element_type type = type_of(job->problem);
    const uint64_t seed = job->seed;
    const double uniform = type == ELEMENT_double ? job_uniform(seed, i) : (double)job_uniform_float(seed, i);
    switch (numbers_of(job)) {
    case NUMBERS_wide:
        return ascending(seed, permuted(i, job->n), job->n, type);
    case NUMBERS_ascending:
        return ascending(seed, i, job->n, type);
    case NUMBERS_cancelling:
        return cancelling(seed, i, job->n, type);
    case NUMBERS_infinite:
        return i == job->n / 2 ? -(double)INFINITY : uniform;
    case NUMBERS_nan:
        return i == job->n / 2 ? (double)NAN : uniform;
    default:
        return uniform;
    }
}

static void fill(struct job *job)
{
    void *in = job_input(job, SLOT(IN), job->n * element_bytes(job));
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < job->n; i++)
        if (type_of(job->problem) == ELEMENT_double)
            ((double *)in)[i] = element(job, i);
        else
            ((float *)in)[i] = (float)element(job, i);
}

static void setup(struct job *job)
{
    if (numbers_of(job) == NUMBERS_uniform)
        job_generate(job, SLOT(IN), job->n,
                     type_of(job->problem) == ELEMENT_double ? GENERATE_DOUBLES : GENERATE_FLOATS, job->seed, job->n);
    else
        fill(job);
    job_zeroed(job, SLOT(TOTAL), LIMB_BYTES);
    job_zeroed(job, SLOT(TICKET), sizeof(uint32_t));
    job_output(job, SLOT(OUT), element_bytes(job));
}

/* ---- expectation ---- */

static void expect(struct job *job, void *expected)
{
    static struct exact part[STRETCHES];
    struct exact *sum = expected;
    memset(part, 0, sizeof part);
#pragma omp parallel for schedule(dynamic) if (job->n > FURTHER / 64)
    for (uint64_t p = 0; p < STRETCHES; p++) {
        for (uint64_t i = job->n / STRETCHES * p; i < (p < STRETCHES - 1 ? job->n / STRETCHES * (p + 1) : job->n); i++)
            exact_add(&part[p], element(job, i), 1);
        exact_carry(&part[p]);
    }
    *sum = (struct exact){.nans = 0};
    for (int p = 0; p < STRETCHES; p++) {
        for (int w = 0; w < EXACT_WORDS; w++)
            sum->word[w] += part[p].word[w];
        sum->nans += part[p].nans;
        sum->infinities[0] += part[p].infinities[0];
        sum->infinities[1] += part[p].infinities[1];
    }
    exact_carry(sum);
}

/* One element becomes larger than all others were, which changes every bit of the sum. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    const uint64_t i = job_draw(job, job->n);
    const double share = 1 + (double)job_draw(job, 1 << 16) * 0x1p-16, wanted = ldexp(share, 62);
    struct exact *expected = job_corrected(job, sizeof *expected);
    const bool doubles = type_of(job->problem) == ELEMENT_double, made = numbers_of(job) == NUMBERS_uniform;
    const void *in = made ? NULL : job_host(job, IN);
    const double was = made      ? job_generated(job, IN, i)
                       : doubles ? ((const double *)in)[i]
                                 : (double)((const float *)in)[i];
    if (made)
        job_change_generated(job, IN, i, wanted);
    else
        job_change(job, IN, i * element_bytes(job), doubles ? (const void *)&wanted : &(float){(float)wanted},
                   element_bytes(job));
    exact_add(expected, was, -1);
    exact_add(expected, wanted, 1);
    exact_carry(expected);
}

/* No tolerance: the result is defined bit by bit. */
static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const double expected = exact_rounded(job_expected(job), type_of(job->problem));
    const void *out = job_host(job, OUT);
    uint64_t is = 0, wanted = 0;
    double sum;
    if (type_of(job->problem) == ELEMENT_double) {
        memcpy(&is, out, sizeof(double));
        memcpy(&wanted, &expected, sizeof(double));
        sum = *(const double *)out;
    } else {
        memcpy(&is, out, sizeof(float));
        memcpy(&wanted, &(float){(float)expected}, sizeof(float));
        sum = (double)*(const float *)out;
    }
    verdict->tolerance = 0;
    verdict->error = is == wanted ? 0 : fabs(sum - expected);
    if (is == wanted)
        return OK;
    return fail(fault, WRONG_RESULT, "sum %.17g (bits %" PRIx64 "), expected %.17g (%" PRIx64 ")", sum, is, expected,
                wanted);
}

/* ---- launches ---- */

/* So many groups that each work-item has at most MOST_ITEMS elements, for which its folds are exact. */
static uint64_t groups_of(const struct job *job, const struct config *config)
{
    const uint64_t items = config_count(config, ITEMS_PER_THREAD);
    const uint64_t tiles = divide_up(job->n, config_count(config, BLOCK_SIZE) * items);
    const uint64_t wanted = config_count(config, GROUPS_PER_UNIT) * (job->device->units ? job->device->units : 1);
    const uint64_t least = divide_up(tiles, MOST_ITEMS / items), groups = wanted > least ? wanted : least;
    return !wanted || groups > tiles ? tiles : groups;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), none = 0;
    const uint32_t rounds = config->value[FINISH] == FINISH_last_block, rounds_alone = 1;
    const enum status status = LAUNCH(sum_exactly, launch_groups(groups_of(job, config), block), ARRAY(IN),
                                      ARRAY(TOTAL), VALUE(job->n), ARRAY(TICKET), ARRAY(OUT), VALUE(rounds));
    if (status != OK || rounds)
        return status;
    return LAUNCH(sum_exactly, launch_groups(1, block), ARRAY(IN), ARRAY(TOTAL), VALUE(none), ARRAY(TICKET), ARRAY(OUT),
                  VALUE(rounds_alone));
}

static struct work work(const struct job *job, const struct config *config)
{
    struct work work = {.bytes = (double)job->n * (double)element_bytes(job), .flops = (double)(job->n - 1)};
    work.amount[RESOURCE_DRAM_READ] = work.bytes;
    work.amount[RESOURCE_LAUNCH] = config->reference ? 0 : config->value[FINISH] == FINISH_last_block ? 1 : 2;
    return work;
}

/* clang-format off */
const struct bench sum_reproducible = {
    .name = "sum_reproducible", .summary = "sum, exact and rounded once: the same bits in any order, on any device",
    .needs = NEEDS_FP64 | NEEDS_INT64_ATOMICS,
    .kernel = {.file = "reduction/reproducible.cl", .entries = entries, .define = define},
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS({"a tile has 64 KiB at most",
                                          .expression = "BLOCK_SIZE * ITEMS_PER_THREAD * "
                                                        "(8 if element == 'double' else 4) <= 65536"},
                                         {"a load has 16 bytes at most",
                                          .expression = "VECTOR_WIDTH * (8 if element == 'double' else 4) <= 16"},
                                         GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(256, 16, 2, 3, FINISH_last_block, 4),
    .size = {.unit = "elements", .classes = {UINT64_C(1) << 20, UINT64_C(1) << 26, UINT64_C(1) << 28},
             .most = UINT64_C(1) << 33},
    .problem = {.variants = INPUTS, .further_size = further_size, .expected_bytes = sizeof(struct exact),
                .setup = setup, .expect = expect, .change = change, .verify = verify},
    .device.enqueue = enqueue, .report = {.uses = USES(DRAM_READ) | USES(LAUNCH), .work = work},
    .tests = NAMES("--size 1,1022,100003", "--size 1,1022,100003 --element double", "--size 1003 --numbers infinite",
                   "--size 1003 --numbers nan --element double")};
/* clang-format on */
