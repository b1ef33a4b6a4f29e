/* Large outputs equal to verified ones are not compared again, on every device; all others are, including those of
 * changed inputs, and the bytes after the last whole word. */
#include "tests/tuner/job/fake_context.h"

enum { IN, OUT };
enum { COUNT = 1 << 20, TAIL = 3, SEED = 3, FEW = 1000 };

static enum { HONEST, SHIFTED, OFF, OFF_BEHIND } mode;
static size_t size, looked_at;

static void setup(struct job *job)
{
    uint8_t *in = job_input(job, IN, "in", size);
    for (size_t i = 0; i < size; i++)
        in[i] = (uint8_t)(i + job->problem->seed);
    job_output(job, OUT, "out", size);
}

/* RIGHT is right; SHIFTED is, too, as even elements may be one more. */
ENQUEUE(enqueue)
{
    FREED uint8_t *bytes = allocate(size);
    enum status status = compute_array_read(job_array(job, IN), 0, bytes, size, fault);
    bytes[FEW] = (uint8_t)(bytes[FEW] / 2 * 2 + (mode == SHIFTED));
    bytes[0] = (uint8_t)(bytes[0] + 8 * (mode == OFF));
    bytes[size - 1] = (uint8_t)(bytes[size - 1] + 8 * (mode == OFF_BEHIND));
    return status == OK ? compute_array_write(job_array(job, OUT), 0, bytes, size, fault) : status;
}

VERIFY(verify)
{
    const uint8_t *in = job_host(job, IN), *out = job_host(job, OUT);
    looked_at++;
    *verdict = (struct verdict){0, 1};
    const enum status status = job_fetch(job, OUT, fault);
    for (size_t i = 0; i < size && status == OK; i++) {
        const int off = out[i] / 2 - in[i] / 2;
        if (off && i != FEW)
            return fail(fault, WRONG_RESULT, "out[%zu] is %d", i, out[i]);
        verdict->error = out[FEW] % 2;
    }
    return status;
}

static void change(struct job *job, UNNEEDED const struct config *config)
{
    const uint8_t *in = job_host(job, IN);
    const uint64_t i = 1 + job_draw(job, FEW / 2);
    const uint8_t is = (uint8_t)(in[i] + 8);
    job_change(job, IN, i, &is, 1);
}

static const struct bench bench = {
    .name = "known", FUNCTIONS(verify), .problem.change = change, .problem.right_by_bytes = true};
static const struct suite suite = {.name = "known", .benches = BENCHES(&bench)};
static const struct suite *const suites[] = {&suite, NULL};
static struct registry registry = {.suites = suites};
static struct worker_context place = {.registry = &registry, .secret = 9};

/* Verifies, and returns the number of comparisons by verify(). */
static size_t count_comparisons(enum status expected, double error)
{
    const size_t before = looked_at;
    CHECK(CALL(bed_verify(0, &caught)) == expected && (expected != OK || bed.verdict.error == error));
    return looked_at - before;
}

static void test_large(void)
{
    FREED struct config *config = NULL;
    size = COUNT + TAIL;
    bed_open(problem_of(&suite, &bench, COUNT, SEED));
    config = config_new(&bed.problem, 0);
    mode = HONEST;
    CHECK(count_comparisons(OK, 0) == 1 && count_comparisons(OK, 0) == 0);
    mode = SHIFTED;
    CHECK(count_comparisons(OK, 1) == 1 && count_comparisons(OK, 1) == 0);
    mode = OFF;
    CHECK(count_comparisons(WRONG_RESULT, 0) == 1 && count_comparisons(WRONG_RESULT, 0) == 1);
    mode = OFF_BEHIND;
    CHECK(count_comparisons(WRONG_RESULT, 0) == 1);
    mode = HONEST;
    CHECK(count_comparisons(OK, 0) == 0);
    for (uint64_t i = 0; i < 4; i++) {
        const size_t before = looked_at;
        CHECK_OK(job_verify_changed(&bed.job, config, (struct timed_check){i, false, false}, &bed.verdict, &caught));
        CHECK(looked_at == before + 1);
    }
    CHECK(count_comparisons(OK, 0) == 0);
    const size_t before = looked_at; /* of another seed the same bytes would be wrong */
    CHECK_OK(job_verify_other(&bed.job, config, &bed.verdict, &caught));
    CHECK(looked_at == before + 1 && count_comparisons(OK, 0) == 0);
    mode = OFF;
    CHECK(CALL(job_verify_changed(&bed.job, config, (struct timed_check){9, false, true}, &bed.verdict, &caught)) ==
          WRONG_RESULT);
}

static void test_small(void)
{
    size = FEW + 1;
    bed_open(problem_of(&suite, &bench, FEW, SEED));
    mode = HONEST;
    CHECK(count_comparisons(OK, 0) == 1 && count_comparisons(OK, 0) == 1);
}

static void test_device(void)
{
    test_large();
    test_small();
}

TEST(devices)
{
    on_each_device(&registry, test_device);
}
