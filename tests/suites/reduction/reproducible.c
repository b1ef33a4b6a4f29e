/* The reproducible sum without a device: exact sums of the host by hand, inputs, permutations, groups. */
#include "suites/reduction/reproducible.c"
#include "suites/reduction/exact.c"

#include "tests/suites/host_job.h"

#include <math.h>

enum status job_launch(UNNEEDED struct job *job, UNNEEDED int kernel, UNNEEDED struct compute_launch launch,
                       UNNEEDED const struct compute_argument *arguments, UNNEEDED size_t count,
                       UNNEEDED struct fault *fault)
{
    return OK;
}

static double sum_of(enum element_type type, const double *values, size_t count)
{
    struct exact sum = {.nans = 0};
    for (size_t i = 0; i < count; i++)
        exact_add(&sum, values[i], 1);
    exact_carry(&sum);
    return exact_rounded(&sum, type);
}

#define SUM(type, ...)                                                                                                 \
    sum_of(ELEMENT_##type, (const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / sizeof(double))

/* Ties to even, ties decided by lower bits, subnormal numbers, sums that overflow only in between, and sums that
 * overflow. */
TEST(by_hand)
{
    CHECK(SUM(double, 1, 0x1p-53) == 1 && SUM(double, 1, 0x1p-53, 0x1p-1074) == 1 + 0x1p-52);
    CHECK(SUM(double, 1 + 0x1p-52, 0x1p-53) == 1 + 0x1p-51 && SUM(double, -1, -0x1p-53, -0x1p-600) == -1 - 0x1p-52);
    CHECK(SUM(float, 1, 0x1p-24) == 1 && SUM(float, 1, 0x1p-24, 0x1p-149) == 1 + 0x1p-23);
    CHECK(SUM(float, 0x1p-149, 0x1p-149) == 0x1p-148 && SUM(double, 0x1p-1074, 0x1p-1073) == 3 * 0x1p-1074);
    CHECK(SUM(double, 0x1p1023, 0x1p1023, -0x1p1023) == 0x1p1023 && SUM(double, 0x1p1023, 0x1p1023) == INFINITY);
    CHECK(SUM(float, -0x1.fffffep127, -0x1p103) == -INFINITY && SUM(float, 0x1.fffffep127, 0x1p102) == 0x1.fffffep127);
    CHECK(SUM(double, 1e300, 1, -1e300) == 1 && SUM(double, 3, -3) == 0 && !signbit(SUM(double, -0., -0.)));
    CHECK(SUM(float, 1, INFINITY) == INFINITY && SUM(float, -INFINITY, 1) == -INFINITY);
    CHECK(isnan(SUM(float, -INFINITY, INFINITY)) && isnan(SUM(double, 1, NAN)));
}

static struct problem problem_with(enum element_type type, enum numbers numbers)
{
    static const struct bench *const benches[] = {&sum_reproducible, NULL};
    static const char *const types[] = {"float", "double", NULL};
    static const struct setting settings[] = {
        {.name = "nd"}, {.name = "element", .words = types, .count = 2}, {.name = "numbers"}, {.name = NULL}};
    static const struct suite suite = {.name = "reduction", .benches = benches, .settings = settings};
    struct problem problem = problem_of(&suite, &sum_reproducible, 1000, 5);
    problem.inputs.setting[ELEMENT] = type;
    problem.inputs.setting[NUMBERS] = numbers;
    return problem;
}

/* The exact sum of an array is that of its permutation, and close to that in long double; of numbers that cancel, the
 * first and the last remain. */
static void check_inputs(enum element_type type)
{
    const struct problem problem = problem_with(type, NUMBERS_uniform);
    const double least = type == ELEMENT_double ? 0x1p-1074 : 0x1p-149,
                 unit = type == ELEMENT_double ? 0x1p-53 : 0x1p-24;
    struct exact sum[INPUTS];
    for (int variant = 0; variant < INPUTS; variant++) {
        struct job job = {.problem = &problem, .bench = problem.bench, .n = problem.n, .seed = 5, .variant = variant};
        long double plain = 0, magnitudes = 0;
        setup(&job);
        expect(&job, &sum[variant]);
        for (uint64_t i = 0; i < job.n; i++) {
            plain += element(&job, i);
            magnitudes += fabsl(element(&job, i));
        }
        const double rounded = exact_rounded(&sum[variant], type);
        if (variant != CANCELLING)
            CHECK(fabsl(rounded - plain) <= unit * fabsl(plain) + 0x1p-54L * magnitudes);
    }
    CHECK(!memcmp(&sum[ASCENDING], &sum[PERMUTED], sizeof *sum));
    CHECK(exact_rounded(&sum[CANCELLING], type) == 1 + 2 * unit);
    double sum_of_odd = 0;
    for (uint64_t i = 0; i < 499; i++)
        CHECK(i == 0 || cancelling(5, i, 999, type) == -cancelling(5, 998 - i, 999, type));
    for (uint64_t i = 0; i < 999; i += 499)
        sum_of_odd += cancelling(5, i, 999, type);
    CHECK(sum_of_odd == 10 * least);
    uint64_t places = 0;
    for (uint64_t i = 0; i < 1000; i++)
        places += permuted(i, 1000);
    CHECK(places == 499500 && permuted(1, 1000) != 1);
}

TEST(inputs)
{
    check_inputs(ELEMENT_float);
    check_inputs(ELEMENT_double);
}

/* A work-item never adds more than its folds take. */
TEST(groups)
{
    const struct compute_device device = {.units = 3};
    struct problem problem = problem_with(ELEMENT_float, NUMBERS_uniform);
    FREED struct config *config = config_new(&problem, 0);
    for (uint64_t n = 1; n <= UINT64_C(1) << 33; n = 3 * n + 1) {
        const struct job job = {.problem = &problem, .bench = problem.bench, .device = &device, .n = n};
        for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1) {
            const uint64_t tile = config_count(config, BLOCK_SIZE) * config_count(config, ITEMS_PER_THREAD);
            const uint64_t tiles = divide_up(n, tile), groups = groups_of(&job, config);
            CHECK(groups >= 1 && groups <= tiles);
            CHECK(divide_up(tiles, groups) * config_count(config, ITEMS_PER_THREAD) <= MOST_ITEMS);
        }
    }
}

/* One wrong bit is detected; zeros differ by their sign, NaNs by their bits. */
TEST(verdicts)
{
    const struct problem problem = problem_with(ELEMENT_float, NUMBERS_uniform);
    struct job job = {.problem = &problem, .bench = problem.bench, .n = problem.n, .seed = 5};
    struct exact sum;
    struct verdict verdict;
    setup(&job);
    expect(&job, &sum);
    expected_values = &sum;
    float *out = array[OUT].bytes;
    *out = (float)exact_rounded(&sum, ELEMENT_float);
    CHECK_OK(verify(&job, NULL, &verdict, &caught));
    change(&job, NULL);
    CHECK(CALL(verify(&job, NULL, &verdict, &caught)) == WRONG_RESULT);
    *out = nextafterf((float)exact_rounded(&sum, ELEMENT_float), 0);
    CHECK(CALL(verify(&job, NULL, &verdict, &caught)) == WRONG_RESULT && strstr(caught.text, "expected"));
    sum = (struct exact){.nans = 0};
    *out = -0.f;
    CHECK(CALL(verify(&job, NULL, &verdict, &caught)) == WRONG_RESULT);
    sum.nans = 1;
    *out = -NAN;
    CHECK(CALL(verify(&job, NULL, &verdict, &caught)) == WRONG_RESULT);
    *out = NAN;
    CHECK_OK(verify(&job, NULL, &verdict, &caught));
}
