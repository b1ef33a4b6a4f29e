/* An input that iterations write to: each verified iteration gets a fresh one, on every device; and the other inputs
 * must not change. */
#include "tests/tuner/job/fake_context.h"

enum { IN, SUM };
enum { COUNT = 1000, SETS = 3, PLACE = 5, SEED = 3 };

static enum { HONEST, RESTS, SPOILS } mode;

static void setup(struct job *job)
{
    float *in = job_input(job, IN, "in", COUNT * sizeof *in), *sum = job_input(job, SUM, "sum", COUNT * sizeof *sum);
    for (int i = 0; i < COUNT; i++) {
        in[i] = (float)i;
        sum[i] = (float)(2 * i);
    }
    job_consumed(job, SUM);
}

ENQUEUE(enqueue)
{
    float in[COUNT], sum[COUNT];
    if (mode == RESTS)
        return OK;
    enum status status = compute_array_read(job_array(job, IN), 0, in, sizeof in, fault);
    if (status == OK)
        status = compute_array_read(job_array(job, SUM), 0, sum, sizeof sum, fault);
    for (int i = 0; i < COUNT; i++)
        sum[i] += in[i];
    if (status == OK)
        status = compute_array_write(job_array(job, SUM), 0, sum, sizeof sum, fault);
    if (status == OK && mode == SPOILS)
        status = compute_array_write(job_array(job, IN), 4 * PLACE, sum, sizeof *sum, fault);
    return status;
}

VERIFY(verify)
{
    const float *in = job_host(job, IN), *before = job_host(job, SUM);
    float sum[COUNT];
    *verdict = (struct verdict){0, 0};
    const enum status status = job_read(job, SUM, 0, sum, sizeof sum, fault);
    for (int i = 0; i < COUNT && status == OK; i++)
        if (sum[i] != before[i] + in[i])
            return fail(fault, WRONG_RESULT, "sum[%d] is %g", i, (double)sum[i]);
    return status;
}

static void change(struct job *job, UNNEEDED const struct config *config)
{
    const uint64_t i = job_draw(job, COUNT);
    const float value = (float)(1000 + job_draw(job, 1000));
    job_change(job, job_draw(job, 2) ? IN : SUM, i * sizeof value, &value, sizeof value);
}

static const struct bench bench = {.name = "consumed", FUNCTIONS(verify), .problem.change = change};
static const struct suite suite = {.name = "consumed", .benches = BENCHES(&bench)};
static const struct suite *const suites[] = {&suite, NULL};
static struct registry registry = {.suites = suites};
static struct worker_context place = {.registry = &registry, .secret = 9};
static struct config *config;

static enum status check(uint64_t i, struct fault *fault)
{
    const struct timed_check of = {i << 63 | i, true, false};
    return job_verify_changed(&bed.job, config, of, &bed.verdict, fault);
}

static void iterate_all(void)
{
    for (size_t s = 0; s < 2 * SETS; s++)
        CHECK(job_enqueue(&bed.job, config, NULL) == OK);
}

static void test_device(void)
{
    bed_open(problem_of(&suite, &bench, COUNT, SEED));
    config = config_new(&bed.problem, 0);
    CHECK(FINE(job_grow(&bed.job, SIZE_MAX, SETS, &caught)) && bed.job.state->count == SETS);
    mode = HONEST;
    for (uint64_t i = 0; i < 20; i++) {
        CHECK_OK(job_verify(&bed.job, config, &bed.verdict, &caught));
        iterate_all();
        CHECK_OK(check(i, &caught));
    }
    mode = RESTS;
    CHECK(CALL(job_verify(&bed.job, config, &bed.verdict, &caught)) == WRONG_RESULT && bed.job.state->slot[SUM].kept);
    CHECK(CALL(check(20, &caught)) == WRONG_RESULT);
    mode = SPOILS;
    CHECK_FAULT(check(21, &caught), WRONG_RESULT, "in, an input, was written to");
    CHECK(!job_consumes(&bed.job, config) && job_consumes_some(&bed.job, config));
    free(config);
}

TEST(devices)
{
    on_each_device(&registry, test_device);
}
