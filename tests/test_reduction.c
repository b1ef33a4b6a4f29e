/* The suite reduction without a device: its tables, inputs, expectation, driver and tolerances. The job's functions are
 * replaced by ones that keep "device" arrays in host memory and sum tiles there. */
#include "suites/reduction.c"

#include "tests/check.h"

#include <stdlib.h>

enum { FLOATS, DOUBLES, CUB, BENCHES };

static struct array {
    void *bytes;
    size_t size;
} array[MAX_SLOTS];
static struct expectation expectation;
static const struct config *launched; /* the configuration that is being enqueued */
static int launches;

/* ---- the job ---- */

static void *declare(int slot, size_t bytes)
{
    free(array[slot].bytes);
    array[slot] = (struct array){malloc(bytes), bytes};
    return memset(array[slot].bytes, 0xff, bytes); /* NaN */
}

void *job_input(struct job *job, int slot, const char *name, size_t bytes)
{
    (void)job, (void)name;
    return declare(slot, bytes);
}

void job_output(struct job *job, int slot, const char *name, size_t bytes)
{
    (void)job, (void)name;
    declare(slot, bytes);
}

void job_scratch(struct job *job, int slot, const char *name, size_t bytes)
{
    (void)job, (void)name;
    declare(slot, bytes);
}

const void *job_host(const struct job *job, int slot)
{
    (void)job;
    return array[slot].bytes;
}

const void *job_expected(const struct job *job)
{
    (void)job;
    return &expectation;
}

struct compute_array *job_array(const struct job *job, int slot)
{
    (void)job;
    return (struct compute_array *)(void *)&array[slot];
}

enum status job_fill(struct job *job, int slot, uint8_t value, struct fault *fault)
{
    (void)job, (void)fault;
    memset(array[slot].bytes, value, array[slot].size);
    return OK;
}

static float sum_floats(const float *in, uint64_t count)
{
    return count == 1 ? *in : sum_floats(in, count / 2) + sum_floats(in + count / 2, count - count / 2);
}

static double sum_doubles(const double *in, uint64_t count)
{
    return count == 1 ? *in : sum_doubles(in, count / 2) + sum_doubles(in + count / 2, count - count / 2);
}

/* What the kernels do, with one launch's bounds checked. */
enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, struct fault *fault)
{
    (void)kernel, (void)fault;
    const struct array *in = (const void *)arguments[0].array, *out = (const void *)arguments[1].array;
    uint64_t length = *(const uint64_t *)arguments[2].value, groups = launch.groups[0], bytes = real_bytes(job->bench);
    bool atomics = launched->value[FINISH] == ATOMICS;
    CHECK(count == 3 && arguments[2].size == 8);
    CHECK(in != out && out != &array[IN]);
    CHECK(length * bytes <= in->size && (atomics ? 1 : groups) * bytes <= out->size);
    CHECK(launch.group[0] == (uint32_t)launched->value[BLOCK_SIZE]);
    CHECK(groups * tile(launched) >= length && (groups - 1) * tile(launched) < length);
    for (uint64_t g = 0; g < groups; g++) {
        uint64_t first = g * tile(launched), left = length - first;
        uint64_t taken = left < tile(launched) ? left : tile(launched), to = atomics ? 0 : g;
        if (bytes == sizeof(double)) {
            double sum = sum_doubles((const double *)in->bytes + first, taken), *place = (double *)out->bytes + to;
            *place = atomics ? *place + sum : sum;
        } else {
            float sum = sum_floats((const float *)in->bytes + first, taken), *place = (float *)out->bytes + to;
            *place = atomics ? *place + sum : sum;
        }
    }
    launches++;
    return OK;
}

/* ---- tests ---- */

static struct job job_of(int bench, uint64_t n, int variant)
{
    return (struct job){.bench = &benches[bench], .n = n, .seed = 5, .variant = variant};
}

static struct config config_of(int bench, const int *values)
{
    return space_config(&benches[bench].space, space_index(&benches[bench].space, values));
}

static void start(struct job *job)
{
    setup(job);
    expect(job, &expectation);
}

static enum status run(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    *fault = (struct fault){0};
    launched = config;
    launches = 0;
    job_fill(job, OUT, 0xff, NULL);
    job_fill(job, SUMS, 0xff, NULL);
    job_fill(job, MORE_SUMS, 0xff, NULL);
    CHECK(job->bench->enqueue(job, config, fault) == OK);
    return job->bench->verify(job, config, verdict, fault);
}

static void test_tables(void)
{
    static const char *const names[BENCHES] = {"sum_1d_f32", "sum_1d_f64", "sum_1d_f32_cub"};
    static const uint64_t counts[BENCHES] = {444, 420, 72};
    CHECK(reduction_suite.count == BENCHES);
    for (int b = 0; b < BENCHES; b++) {
        const struct bench *bench = &benches[b];
        const struct space *space = &bench->space;
        uint64_t allowed = 0, seen[MAX_PARAMETERS] = {0};
        CHECK_TEXT(bench->name, names[b]);
        for (uint64_t index = 0; index < space_product(space); index++) {
            struct config config = space_config(space, index);
            if (!space_allowed(&config, NULL, NULL))
                continue;
            allowed++;
            CHECK(tile(&config) >= SMALLEST_TILE);
            for (size_t p = 0; p < space_parameters(space); p++) {
                char word[MAX_WORD];
                config_word(&config, p, word);
                seen[p] |= UINT64_C(1) << parameter_find(&space->parameters[p], word);
            }
        }
        CHECK(allowed == counts[b]);
        for (size_t p = 0; p < space_parameters(space); p++) /* no value is declared in vain */
            CHECK(seen[p] == (UINT64_C(1) << space->parameters[p].count) - 1);
        struct config config = config_of(b, bench->defaults);
        CHECK(config.index < space_product(space) && space_allowed(&config, NULL, NULL));
        CHECK(bench->sizes[SMALL] == 1 << 20 && bench->sizes[MEDIUM] == 1 << 26 && bench->sizes[LARGE] == 1 << 28);
    }
}

static void test_device_constraints(void)
{
    struct compute_device device = {.max_group = 128};
    const struct constraint *broken = NULL;
    struct config wide = config_of(FLOATS, (int[]){256, 4, MULTI_PASS, MULTIPLE, LOAD_BLOCKED, 1});
    struct config atomics = config_of(DOUBLES, (int[]){128, 4, ATOMICS, MULTIPLE, LOAD_BLOCKED, 1});
    CHECK(!space_allowed(&wide, &device, &broken) && broken->holds == group_fits);
    CHECK(!space_allowed(&atomics, &device, &broken) && broken->holds == atomics_there);
    device.int64_atomics = true;
    CHECK(space_allowed(&atomics, &device, NULL));
}

static void test_inputs(void)
{
    struct job job = job_of(FLOATS, 100000, UNIFORM);
    start(&job);
    const float *in = job_host(&job, IN);
    float first = in[0];
    for (uint64_t i = 0; i < job.n; i++)
        CHECK(in[i] >= 0 && in[i] <= 1);
    CHECK_NEAR(expectation.sum / (double)job.n, 0.5, 0.01);
    job.seed++;
    start(&job);
    in = job_host(&job, IN);
    CHECK(in[0] != first);

    static const uint64_t lengths[] = {1, 31, 1000003, UINT64_C(1) << 23, 12345678};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        job = job_of(FLOATS, lengths[l], EXACT);
        start(&job);
        in = job_host(&job, IN);
        uint64_t not_zero = 0, negative = 0;
        for (uint64_t i = 0; i < job.n; i++) {
            CHECK(in[i] == 0 || in[i] == 1 || in[i] == -1);
            not_zero += in[i] != 0;
            negative += in[i] < 0;
        }
        CHECK(not_zero == (uint64_t)expectation.magnitudes && not_zero < (1 << 23) + 10000);
        CHECK(job.n <= 1 << 23 ? not_zero == job.n : not_zero > 1 << 22);
        CHECK(job.n < 1000 || (negative > not_zero / 5 && negative < not_zero / 3));
    }
}

static void test_expectation(void)
{
    struct job job = job_of(DOUBLES, 10, UNIFORM);
    setup(&job);
    /* Two elements a chain at most: 1e16 + 1 loses the 1 without compensation, as does 1e16 + -1e16 in another order.
     */
    memcpy(array[IN].bytes, (double[]){1e16, 1, -1e16, 1, 1e-3, 0, 0, 0, 1, 1e16}, 10 * sizeof(double));
    expect(&job, &expectation);
    CHECK(expectation.sum == 1e16 + 3.001);
    memcpy(array[IN].bytes, (double[]){1e16, 1, -1e16, 1, 1e-3, 0, 0, 0, 1, 2}, 10 * sizeof(double));
    expect(&job, &expectation);
    CHECK_NEAR(expectation.sum, 5.001, 1e-15);
    CHECK_NEAR(expectation.magnitudes, 2e16 + 5, 8);
}

/* Every configuration, through the real driver, at lengths around and far from a tile's. */
static void test_driver(int bench)
{
    static const uint64_t lengths[] = {1, 2, 31, 32, 33, 1000, 70001};
    struct verdict verdict;
    struct fault fault;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int variant = 0; variant < VARIANTS; variant++) {
            struct job job = job_of(bench, lengths[l], variant);
            start(&job);
            for (uint64_t index = 0; index < space_product(&job.bench->space); index++) {
                struct config config = space_config(&job.bench->space, index);
                if (!space_allowed(&config, NULL, NULL))
                    continue;
                CHECK(run(&job, &config, &verdict, &fault) == OK);
                CHECK(variant == UNIFORM ? verdict.tolerance > 0 : verdict.tolerance == 0 && verdict.error == 0);
            }
        }
}

static void test_passes(void)
{
    struct verdict verdict;
    struct fault fault;
    struct job job = job_of(FLOATS, 1 << 20, EXACT);
    start(&job);
    struct config smallest = config_of(FLOATS, (int[]){32, 1, MULTI_PASS, SEQUENTIAL, LOAD_STRIPED, 1});
    struct config atomics = config_of(FLOATS, (int[]){32, 1, ATOMICS, SEQUENTIAL, LOAD_STRIPED, 1});
    CHECK(run(&job, &smallest, &verdict, &fault) == OK && launches == 4);
    CHECK(run(&job, &atomics, &verdict, &fault) == OK && launches == 1);
    struct work work = job.bench->work(&job, &smallest);
    CHECK(work.bytes == 4194304 && work.flops == 1048575);
}

/* Answers that a faulty kernel might give. */
static void test_faults(void)
{
    struct verdict verdict;
    struct fault fault;
    struct config config = config_of(FLOATS, (int[]){256, 4, ATOMICS, MULTIPLE, LOAD_STRIPED, 4});
    struct job job = job_of(FLOATS, 1 << 20, EXACT);
    start(&job);
    const float *in = job_host(&job, IN);
    CHECK(run(&job, &config, &verdict, &fault) == OK);
    float *out = array[OUT].bytes;
    *out -= in[job.n - 1]; /* the last element is left out */
    CHECK(job.bench->verify(&job, &config, &verdict, &fault) == WRONG_RESULT && verdict.error > 0);

    job = job_of(FLOATS, 1 << 20, UNIFORM);
    start(&job);
    in = job_host(&job, IN);
    CHECK(run(&job, &config, &verdict, &fault) == OK);
    out = array[OUT].bytes;
    *out -= sum_floats(in + 1024, 1024); /* a tile is left out */
    CHECK(job.bench->verify(&job, &config, &verdict, &fault) == WRONG_RESULT);
    CHECK_NEAR(verdict.error, 1. / 1024, 1e-4);

    fault = (struct fault){0};
    *out = NAN;
    CHECK(job.bench->verify(&job, &config, &verdict, &fault) == WRONG_RESULT);
    CHECK(strstr(fault.text, "sum nan, expected 52") && strstr(fault.text, "tolerance"));
    fault = (struct fault){0};
    expectation = (struct expectation){2.5, 2.5};
    *out = 1.25;
    CHECK(job.bench->verify(&job, &config, &verdict, &fault) == WRONG_RESULT);
    CHECK_TEXT(fault.text, "sum 1.25, expected 2.5 (error 0.5 of the sum of magnitudes, tolerance 3.83e-06)");
    expectation = (struct expectation){0, 0};
    *out = 0;
    CHECK(job.bench->verify(&job, &config, &verdict, &fault) == OK);
}

/* Against errors measured at 2^28 uniform floats: 4e-5 with 64x1 and one atomic a block, 4e-6 with 256x4. */
static void test_tolerances(void)
{
    struct job job = job_of(FLOATS, 1 << 28, UNIFORM), doubles = job_of(DOUBLES, 1 << 28, UNIFORM);
    struct config narrow = config_of(FLOATS, (int[]){64, 1, ATOMICS, SEQUENTIAL, LOAD_STRIPED, 1});
    struct config usual = config_of(FLOATS, (int[]){256, 4, ATOMICS, MULTIPLE, LOAD_STRIPED, 4});
    struct config tree = config_of(FLOATS, (int[]){256, 4, MULTI_PASS, MULTIPLE, LOAD_STRIPED, 4});
    double narrow_k = additions(&narrow, job.n, 6), usual_k = additions(&usual, job.n, 10);
    double tree_k = additions(&tree, job.n, 10);
    CHECK(narrow_k == 6 + (1 << 22) && usual_k == 10 + (1 << 18) && tree_k == 30);
    CHECK(tolerance(&job, narrow_k) > 3 * 4e-5 && tolerance(&job, narrow_k) < 10 * 4e-5);
    CHECK(tolerance(&job, usual_k) > 3 * 4e-6 && tolerance(&job, usual_k) < 20 * 4e-6);
    CHECK(tolerance(&job, tree_k) > 3.4e-8 && tolerance(&job, tree_k) < 2.4e-6);
    CHECK(tolerance(&doubles, tree_k) < 1e-14);
    job.variant = EXACT;
    CHECK(tolerance(&job, narrow_k) == 0);
}

int main(void)
{
    test_tables();
    test_device_constraints();
    test_inputs();
    test_expectation();
    for (int bench = 0; bench < BENCHES; bench++)
        test_driver(bench);
    test_passes();
    test_faults();
    test_tolerances();
    for (int slot = 0; slot < MAX_SLOTS; slot++)
        free(array[slot].bytes);
    return CHECK_RESULT;
}
