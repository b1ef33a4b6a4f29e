/* Inputs, expectations and tolerances of reductions. */
#include "suites/reduction/reduction.h"

#include <math.h>

enum { MANY_ROWS = 256, LONG_ROW = 1 << 14 };

/* ---- problems ---- */

uint64_t reduction_expected(const struct problem *problem)
{
    return reduction_sums(problem);
}

uint64_t reduction_nd(const struct problem *problem)
{
    return (uint64_t)problem->inputs.setting[ND];
}

/* The rows are the second dimension of every launch. */
enum status reduction_check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t rows = reduction_nd(problem), most = device ? device->max_groups[1] : 0;
    if (!most || rows <= most)
        return OK;
    return fail(fault, INVALID,
                "--nd %llu: the arrays are the grid's second dimension, and this device allows %llu groups along that",
                (unsigned long long)rows, (unsigned long long)most);
}

/* ---- inputs ---- */

static uint64_t seed_of(const struct job *job, int part)
{
    return job->seed + (uint64_t)part;
}

static enum generator generator_of(const struct job *job)
{
    static const enum generator uniform[] = {GENERATE_FLOATS, GENERATE_DOUBLES, GENERATE_WORDS},
                                exact[] = {GENERATE_EXACT_FLOATS, GENERATE_EXACT_DOUBLES, GENERATE_WORDS};
    return (job->variant == EXACT ? exact : uniform)[reduction_of(job)->type];
}

/* Between two passes there are at most as many sums as smallest tiles. (A row that begins within a vector may have
 * one more tile, but vectors make them at least twice as large.) */
void reduction_setup(struct job *job)
{
    size_t bytes = reduction_bytes(job);
    for (int part = 0; part < PARTS && reduction_rows(job->problem, part); part++) {
        uint64_t rows = reduction_rows(job->problem, part);
        uint64_t sums = divide_up(job->n, SMALLEST_TILE), more_sums = divide_up(sums, SMALLEST_TILE);
        int base = part * SLOTS;
        job_generate(job, base + IN, "in", rows * job->n, generator_of(job), seed_of(job, part), job->n);
        job_output(job, base + OUT, "out", rows * bytes);
        job_scratch(job, base + SUMS, "sums", rows * sums * bytes);
        job_scratch(job, base + MORE_SUMS, "more sums", rows * more_sums * bytes);
        job_zeroed(job, base + TICKETS, "tickets", rows * sizeof(uint32_t));
    }
}

double reduction_element(const struct job *job, uint64_t seed, uint64_t first, uint64_t place, uint64_t one_in)
{
    if (job->variant == EXACT)
        return job_exact(seed, first + place, place, job->n, one_in);
    return reduction_of(job)->type == DOUBLES ? job_uniform(seed, first + place)
                                              : job_uniform_float(seed, first + place);
}

/* ---- expectation ---- */

/* The sum of a row of elements that are integers below 2^bits, in units of 2^-bits: in any order, since it is exact
 * until the last conversion, which rounds doubles twice beyond 2^26 of them. */
static struct expectation expect_uniform(const struct job *job, uint64_t seed, uint64_t first, int bits)
{
    enum { LOW_BITS = 26 }; /* of 2^37 elements neither sum overflows */
    uint64_t high = 0, low = 0;
#pragma omp parallel for schedule(dynamic, LONG_ROW) reduction(+ : high, low) if (job->n > LONG_ROW)
    for (uint64_t i = 0; i < job->n; i++) {
        const uint64_t value = job_random(seed, first + i) >> (64 - bits);
        high += value >> LOW_BITS;
        low += value & ((1 << LOW_BITS) - 1);
    }
    const double sum = ldexp((double)high, LOW_BITS - bits) + ldexp((double)low, -bits);
    return (struct expectation){sum, sum};
}

/* Of -1, 0 and 1 units; exact, too. */
static struct expectation expect_exact(const struct job *job, uint64_t seed, uint64_t first)
{
    const uint64_t one_in = job_one_in(job->n);
    double sum = 0, magnitudes = 0;
#pragma omp parallel for schedule(dynamic, LONG_ROW) reduction(+ : sum, magnitudes) if (job->n > LONG_ROW)
    for (uint64_t i = 0; i < job->n; i++) {
        const double value = job_exact(seed, first + i, i, job->n, one_in);
        sum += value;
        magnitudes += fabs(value);
    }
    return (struct expectation){sum, magnitudes};
}

static struct expectation expect_row(const struct job *job, uint64_t seed, uint64_t first)
{
    if (job->variant == EXACT)
        return expect_exact(job, seed, first);
    return expect_uniform(job, seed, first, reduction_of(job)->type == DOUBLES ? 53 : 24);
}

/* Words are added modulo 2^32. */
static struct expectation expect_words(const struct job *job, uint64_t seed, uint64_t first)
{
    uint32_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (uint64_t i = 0; i < job->n; i++)
        sum += job_word(seed, first + i);
    return (struct expectation){sum, 0x1p32};
}

/* Cores share rows if there are many, or else single rows are split; sums are the same either way. */
void reduction_expect(struct job *job, void *expected)
{
    struct expectation *row = expected;
    for (int part = 0; part < PARTS; part++) {
        const uint64_t rows = reduction_rows(job->problem, part), seed = seed_of(job, part);
#pragma omp parallel for schedule(static) if (rows >= MANY_ROWS || job->n < LONG_ROW)
        for (uint64_t r = 0; r < rows; r++)
            row[r] = (reduction_of(job)->type == WORDS ? expect_words : expect_row)(job, seed, r * job->n);
        row += rows;
    }
}

/* ---- after timing ---- */

/* The part of sum number i, counted over all rows and parts: the i-th existing part. */
static int part_of(const struct job *job, uint64_t i)
{
    int part = 0;
    while (!reduction_rows(job->problem, part) || i--)
        part++;
    return part;
}

static uint64_t parts(const struct job *job)
{
    uint64_t count = 0;
    for (int part = 0; part < PARTS; part++)
        count += reduction_rows(job->problem, part) > 0;
    return count;
}

double reduction_other(struct job *job, double was, const struct expectation *expected)
{
    const double share = (1 + (double)job_draw(job, 1 << 16) * 0x1p-16) / 64;
    return (was < 1 ? 1 : -1) * (1 + share * expected->magnitudes);
}

void reduction_correct(struct expectation *expected, double was, double is)
{
    expected->sum += is - was;
    expected->magnitudes += fabs(is) - fabs(was);
}

/* Changes one element of one row. The sum gains the difference. */
void reduction_change(struct job *job, UNNEEDED const struct config *config)
{
    const bool words = reduction_of(job)->type == WORDS;
    const int part = part_of(job, job_draw(job, parts(job))), slot = part * SLOTS + IN;
    const uint64_t row = job_draw(job, reduction_rows(job->problem, part));
    const uint64_t i = row * job->n + job_draw(job, job->n);
    struct expectation *expected = job_corrected(job, reduction_sums(job->problem) * sizeof *expected);
    expected += row;
    for (int before = 0; before < part; before++)
        expected += reduction_rows(job->problem, before);
    const double was = job_generated(job, slot, i);
    const double wanted =
        words ? (uint32_t)was ^ (uint32_t)(1 + job_draw(job, UINT32_MAX)) : reduction_other(job, was, expected);
    const double is = job_change_generated(job, slot, i, wanted);
    if (words) {
        expected->sum += is - was;
        expected->sum -= 0x1p32 * floor(expected->sum / 0x1p32);
    } else
        reduction_correct(expected, was, is);
}

/* ---- verification ---- */

/* The additions in sequence within a tile: our kernels add it as one tree. CUB adds a thread's items one by one, the
 * sums of 32 threads as a tree or by raking, and the sums of the warps one by one. */
static double additions_in_tile(const struct job *job, const struct config *config, uint32_t threads)
{
    double items = config->value[ITEMS_PER_THREAD];
    const struct reduction *reduction = reduction_of(job);
    if (reduction->dispatched && config->value[ALGORITHM] == DISPATCHED_tree)
        return items + log2(threads); /* here a work-item adds its elements in sequence */
    return reduction->cub || reduction->dispatched ? items + 5 + threads / 32. : log2(items * threads);
}

/* A pass adds a tile and, in sequence, the tiles of a group; then the sums of the groups: in sequence, those of a
 * work-item before their tree, or in the next pass. A library's order is unknown: at worst one warp adds a row, each
 * thread its share in turn. That is wide, so the exact input, for which any order gives the same, must detect
 * missing elements. */
double reduction_additions(const struct job *job, const struct config *config, int part)
{
    if (config->reference)
        return (double)divide_up(job->n, SMALLEST_TILE) + log2(SMALLEST_TILE);
    if (reduction_of(job)->additions)
        return reduction_of(job)->additions(job, config);
    struct pass pass[MAX_PASSES];
    int passes = reduction_passes(job, config, part, pass);
    double count = 0;
    for (int p = 0; p < passes; p++) {
        uint64_t tile = (uint64_t)pass[p].threads * (uint64_t)config->value[ITEMS_PER_THREAD];
        count += additions_in_tile(job, config, pass[p].threads);
        if (reduction_value(config, GROUPS_PER_UNIT))
            count += (double)divide_up(divide_up(pass[p].length, tile) + 1, pass[p].groups);
    }
    double groups = (double)pass[passes - 1].groups, threads = pass[passes - 1].threads;
    if (reduction_value(config, FINISH) == FINISH_atomics || reduction_value(config, FINISH) == FINISH_first_block)
        count += groups;
    if (reduction_value(config, FINISH) == FINISH_last_block)
        count += ceil(groups / threads) + log2(threads);
    return count;
}

/* k additions in sequence, each rounded by at most u of its sum, err by at most k u of the sum of magnitudes. That
 * is reached only if all round the same way, and is too wide to detect a fault: 2^18 groups with atomics might be
 * 1.6 % off. Roundings of either sign grow as sqrt(k) (Higham and Mary, SIAM J. Sci. Comput. 41, 2019); at 2^28
 * floats the errors measured, from 2^22 atomic additions down to a tree, are at most 0.33 sqrt(k) u, and 2 sqrt(k) u
 * is six times that. The exact input and words have no roundings. */
static double tolerance(const struct job *job, double k)
{
    enum reduction_type type = reduction_of(job)->type;
    if (job->variant == EXACT || type == WORDS)
        return 0;
    return 2 * sqrt(k) * (type == DOUBLES ? 0x1p-53 : 0x1p-24);
}

static double output(const struct job *job, int part, uint64_t row)
{
    const void *out = job_host(job, part * SLOTS + OUT);
    switch (reduction_of(job)->type) {
    case FLOATS:
        return ((const float *)out)[row];
    case DOUBLES:
        return ((const double *)out)[row];
    default:
        return ((const uint32_t *)out)[row];
    }
}

static enum status judge(const struct job *job, const struct expectation *expected, int part, uint64_t row,
                         struct verdict *verdict, struct fault *fault)
{
    int digits = reduction_of(job)->type == FLOATS ? 9 : 17;
    double sum = output(job, part, row), error = fabs(sum - expected->sum);
    if (expected->magnitudes > 0)
        error /= expected->magnitudes;
    if (error <= verdict->tolerance) { /* false for a NaN */
        verdict->error = fmax(verdict->error, error);
        return OK;
    }
    verdict->error = error;
    if (reduction_of(job)->rows[part] == ONE_ROW)
        return fail(fault, WRONG_RESULT,
                    "sum %.*g, expected %.17g (error %.3g of the sum of magnitudes, tolerance %.3g)", digits, sum,
                    expected->sum, error, verdict->tolerance);
    return fail(fault, WRONG_RESULT,
                "row %llu: sum %.*g, expected %.17g (error %.3g of the sum of magnitudes, tolerance %.3g)",
                (unsigned long long)row, digits, sum, expected->sum, error, verdict->tolerance);
}

enum status reduction_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                             struct fault *fault)
{
    const struct expectation *expected = job_expected(job);
    enum status status = OK;
    verdict->error = 0;
    for (int part = 0; part < PARTS; part++) {
        const uint64_t rows = reduction_rows(job->problem, part);
        if (rows)
            verdict->tolerance = tolerance(job, reduction_additions(job, config, part));
        for (uint64_t row = 0; row < rows && status == OK; row++)
            status = judge(job, expected++, part, row, verdict, fault);
    }
    return status;
}
