/* Generated inputs, on every available device: bit for bit the host's, in every set, again before each verified run. */
#include "tests/tuner/job/fake_context.h"

/* For the fake device; real devices read the text in SOURCE_DIR. */
KERNELS({"tuner/generate.cl", "//fake no-compile no entropy left\n"});

enum { OTHER, MADE };

/* The declarations of setup(), and the array in enqueue() before that spoils it. */
static struct {
    uint64_t count, row;
    enum generator generator;
    uint8_t first[8];
} plan;

/* ---- a bench that spoils its input ---- */

static void setup(struct job *job)
{
    job_output(job, OTHER, "other", 4);
    job_generate(job, MADE, "made", plan.count, plan.generator, job->seed, plan.row);
}

ENQUEUE(enqueue)
{
    enum status status = compute_array_read(job_array(job, MADE), 0, plan.first, 4, fault);
    return status == OK ? job_fill(job, MADE, 0x11, fault) : status;
}

static const struct bench spoiling = {.name = "spoiling", FUNCTIONS(accept)};
static const struct suite suite = {.name = "spoilers", .benches = BENCHES(&spoiling)};
static const struct suite *const suites[] = {&suite, NULL};
static struct registry registry = {.suites = suites, .kernels = kernels};
static struct worker_context place = {.registry = &registry};

/* ---- elements ---- */

/* The values of suite.h's host functions; the bytes of an element. */
static size_t host_element(uint64_t seed, uint64_t i, uint8_t *to)
{
    double exact = job_exact(seed, i, i % plan.row, plan.row, job_one_in(plan.row));
    float single = job_uniform_float(seed, i), exact_single = (float)exact;
    double wide = job_uniform(seed, i), exact_wide = exact;
    uint32_t word = job_word(seed, i);
    const struct {
        const void *value;
        size_t bytes;
    } element[] = {
        [GENERATE_FLOATS] = {&single, sizeof single},
        [GENERATE_DOUBLES] = {&wide, sizeof wide},
        [GENERATE_WORDS] = {&word, sizeof word},
        [GENERATE_EXACT_FLOATS] = {&exact_single, sizeof exact_single},
        [GENERATE_EXACT_DOUBLES] = {&exact_wide, sizeof exact_wide},
    };
    memcpy(to, element[plan.generator].value, element[plan.generator].bytes);
    return element[plan.generator].bytes;
}

/* Compares elements from .. from + count - 1 of an array with the host's; returns how many differ. */
static uint64_t differences(struct compute_array *array, uint64_t seed, uint64_t from, uint64_t count)
{
    uint8_t want[8];
    size_t bytes = host_element(seed, 0, want);
    FREED uint8_t *got = malloc(count * bytes);
    uint64_t different = 0;
    CHECK(compute_array_read(array, from * bytes, got, count * bytes, NULL) == OK);
    for (uint64_t i = 0; i < count; i++) {
        host_element(seed, from + i, want);
        different += memcmp(want, got + i * bytes, bytes) != 0;
    }
    return different;
}

static void open_job(enum generator generator, uint64_t count, uint64_t seed, uint64_t row)
{
    plan.generator = generator;
    plan.count = count;
    plan.row = row;
    bed_open(problem_of(&suite, &spoiling, 1, seed));
}

static void test_elements(enum generator generator)
{
    static const struct {
        uint64_t count, seed, row;
    } cases[] = {{1, 42, 1},
                 {255, UINT64_C(0xfedcba9876543210), 51},
                 {1000003, 7, 142857},
                 {(1 << 24) + 12347, 0, (1 << 24) + 12347}}; /* one in 4 is not 0 */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t element[8];
        uint64_t count = cases[i].count, sampled = count < 100000 ? count : 100000;
        open_job(generator, count, cases[i].seed, cases[i].row);
        struct compute_array *array = bed.job.state->sets[0].array[MADE];
        CHECK(compute_array_bytes(array) == count * host_element(0, 0, element));
        CHECK(job_host(&bed.job, MADE) == NULL);
        CHECK(differences(array, cases[i].seed, 0, sampled) == 0);
        CHECK(differences(array, cases[i].seed, count - sampled, sampled) == 0);
        CHECK(differences(array, cases[i].seed, count / 3, count - count / 3 < 1000 ? 1 : 1000) == 0);
        CHECK(compute_array_check(array, "made", NULL) == OK);
    }
}

/* The comparison above can fail, and the compared values are no constant. */
static void test_comparison(void)
{
    open_job(GENERATE_EXACT_FLOATS, 100000, 3, 1 << 26);
    struct compute_array *array = bed.job.state->sets[0].array[MADE];
    CHECK(differences(array, 4, 0, 100000) > 1000);
    float one[2] = {0};
    int ones = 0, minus = 0;
    for (size_t i = JOB_EDGE; i < JOB_EDGE + 1000; i++) {
        CHECK(job_read(&bed.job, MADE, i * sizeof *one, one, sizeof *one, NULL) == OK);
        ones += one[0] == (float)JOB_EXACT_UNIT;
        minus += one[0] == -(float)JOB_EXACT_UNIT;
    }
    CHECK(ones > 60 && ones < 130 && minus > 10 && minus < 60); /* 125 of 1000, of which a quarter */
}

/* Indices beyond 32 bits, if memory suffices. */
static void test_many(void)
{
    const uint64_t count = (UINT64_C(1) << 32) + 7;
    if (device.is_cpu || device.memory_bytes < (UINT64_C(32) << 30)) {
        fprintf(stderr, "%s: 2^32 + 7 words not tested\n", device.name);
        return;
    }
    open_job(GENERATE_WORDS, count, 99, 1);
    struct compute_array *array = bed.job.state->sets[0].array[MADE];
    const uint64_t places[] = {0, (UINT64_C(1) << 31) - 500, (UINT64_C(1) << 32) - 993};
    for (size_t i = 0; i < 3; i++)
        CHECK(differences(array, 99, places[i], 1000) == 0);
}

/* ---- times of generation ---- */

static void test_anew(void)
{
    open_job(GENERATE_WORDS, 10000, 5, 1);
    CHECK(FINE(job_grow(&bed.job, 3 * 40004, 9, &caught)) && bed.job.state->count == 3);
    for (size_t i = 0; i < 3; i++)
        CHECK(differences(bed.job.state->sets[i].array[MADE], 5, 0, 10000) == 0);
    for (int round = 0; round < 2; round++) {
        uint32_t first, spoilt = 0;
        CHECK_OK(bed_verify(0, &caught));
        memcpy(&first, plan.first, sizeof first);
        CHECK(first == job_word(5, 0));
        CHECK(FINE(job_read(&bed.job, MADE, 0, &spoilt, sizeof spoilt, &caught)) && spoilt == 0x11111111);
    }
    CHECK_OK(job_restore(&bed.job, &caught));
    CHECK(differences(bed.job.state->sets[0].array[MADE], 5, 0, 10000) == 0);
}

/* One load serves all jobs of a context. */
static void test_kept(void)
{
    const struct compute_program *kept = place.generator[GENERATE_WORDS].program[0];
    CHECK(kept != NULL);
    open_job(GENERATE_WORDS, 100, 5, 1);
    CHECK(place.generator[GENERATE_WORDS].program[0] == kept);
}

static void test_device(void)
{
    for (enum generator generator = GENERATE_FLOATS; generator <= GENERATE_EXACT_DOUBLES; generator++)
        if (compute_has(&device, COMPUTE_FP64) ||
            (generator != GENERATE_DOUBLES && generator != GENERATE_EXACT_DOUBLES))
            test_elements(generator);
    test_comparison();
    test_many();
    test_anew();
    test_kept();
}

/* Kernels that cannot be compiled are a fault of the job, with the compiler's message. */
TEST(no_kernel)
{
    plan.count = 100;
    CHECK_FAULT(bed_try(problem_of(&suite, &spoiling, 1, 1), 0, &caught), COMPILE_FAILED,
                "tuner/generate.cl: no entropy left");
    worker_context_close(&place);
}

TEST(devices)
{
    on_each_device(&registry, test_device);
}
