/* Checks after timed iterations, on every available device: inputs changed at secret positions, on a set that the
 * secret chooses; outputs unchanged; compared with the changed inputs; and everything restored afterwards. */
#include "tests/tuner/job/fake_context.h"

enum { IN, MADE, OUT };
enum { COUNT = 1000, SETS = 3, PLACE = 5, SEED = 3 };

/* Faults of an iteration. */
static enum { HONEST, RESTS, SPOILS, BEYOND, KNOWS } mode;
static struct compute_array *written; /* the output of the last iteration */
static bool consuming, many;

static void setup(struct job *job)
{
    float *in = job_input(job, IN, "in", COUNT * sizeof *in);
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)i + (float)(job->problem->seed - SEED);
    job_generate(job, MADE, "made", COUNT, GENERATE_FLOATS, job->seed, 0);
    job_output(job, OUT, "out", COUNT * sizeof *in);
}

static double expect(struct job *job)
{
    double sum = 0;
    for (uint64_t i = 0; i < COUNT; i++)
        sum += (double)((const float *)job_host(job, IN))[i] + job_generated(job, MADE, i);
    return sum;
}

ENQUEUE(enqueue)
{
    float in[COUNT], made[COUNT];
    if (mode == RESTS)
        return OK;
    float answers[COUNT];
    for (int i = 0; i < COUNT; i++)
        answers[i] = (float)i + job_uniform_float(SEED, (uint64_t)i);
    if (mode == KNOWS)
        return compute_array_write(job_array(job, OUT), 0, answers, sizeof answers, fault);
    enum status status = compute_array_read(job_array(job, IN), 0, in, sizeof in, fault);
    if (status == OK)
        status = compute_array_read(job_array(job, MADE), 0, made, sizeof made, fault);
    for (int i = 0; i < COUNT; i++)
        made[i] += in[i];
    written = job_array(job, OUT);
    if (status == OK)
        status = compute_array_write(written, 0, made, sizeof made, fault);
    if (status == OK && mode == SPOILS)
        status = compute_array_write(job_array(job, MADE), 4 * PLACE, &made[PLACE], sizeof *made, fault);
    return status;
}

VERIFY(verify)
{
    const float *in = job_host(job, IN), *out = job_host(job, OUT);
    double sum = 0;
    *verdict = (struct verdict){0, 1e-5};
    for (uint64_t i = 0; i < COUNT; i++) {
        const double want = (double)in[i] + job_generated(job, MADE, i);
        sum += (double)out[i];
        if (!(fabs((double)out[i] - want) <= 1e-4))
            return fail(fault, WRONG_RESULT, "out[%d] is %g, expected %g", (int)i, (double)out[i], want);
    }
    CHECK_NEAR(sum, job_expected_number(job), 0.1); /* rounding errors of floats; a change is 0.5 at least */
    return OK;
}

/* Changes an element of one of the inputs, or all of one; the expectation gains the difference. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    double *expected = job_corrected(job, sizeof *expected);
    const uint64_t i = job_draw(job, COUNT);
    const float *in = job_host(job, IN);
    for (uint64_t e = 0; e < COUNT && many; e++) {
        const float is = in[e] + 1;
        job_change(job, IN, e * sizeof is, &is, sizeof is);
        *expected += 1;
    }
    if (many)
        return;
    if (mode == BEYOND) {
        job_change(job, IN, COUNT * sizeof(float) - 3, expected, sizeof(float));
        return;
    }
    if (job_draw(job, 2)) {
        const float was = in[i], is = was + 1 + (float)job_draw(job, 1000);
        job_change(job, IN, i * sizeof is, &is, sizeof is);
        *expected += (double)is - (double)was;
        return;
    }
    const double was = job_generated(job, MADE, i), is = job_change_generated(job, MADE, i, was + 0.5);
    CHECK(job_generated(job, MADE, i) == is && is != was);
    *expected += is - was;
}

static bool consumes(UNNEEDED const struct config *config)
{
    return consuming;
}

/* The second cannot change its inputs. */
#define SUMS FUNCTIONS(verify), .problem.expect_number = expect, .device.consumes_input = consumes
static const struct bench bench = {.name = "changed", SUMS, .problem.change = change};
static const struct bench plain = {.name = "plain", SUMS};
static const struct suite suite = {.name = "changes", .benches = BENCHES(&bench, &plain)};
static const struct suite *const suites[] = {&suite, NULL};
static struct registry registry = {.suites = suites};

static struct worker_context place = {.registry = &registry, .secret = 9};
static struct config *config;

/* Checks that all is as setup() made it, on the host and in every set. */
static void check_as_before(void)
{
    const float *in = job_host(&bed.job, IN);
    float got[COUNT], made[COUNT];
    for (size_t s = 0; s < SETS; s++) {
        CHECK(compute_array_read(bed.job.state->sets[s].array[IN], 0, got, sizeof got, NULL) == OK);
        CHECK(compute_array_read(bed.job.state->sets[s].array[MADE], 0, made, sizeof made, NULL) == OK);
        for (int i = 0; i < COUNT; i++)
            CHECK(in[i] == (float)i && got[i] == (float)i && made[i] == job_uniform_float(SEED, (uint64_t)i));
    }
    CHECK(job_expected_number(&bed.job) == expect(&bed.job));
}

static void iterate_all(void)
{
    for (size_t s = 0; s < SETS; s++)
        CHECK(job_enqueue(&bed.job, config, NULL) == OK);
}

/* Check number `i` of those that change inputs, or of those that spoil outputs; every second one is odd. */
static struct timed_check check_of(uint64_t i, bool changes)
{
    return (struct timed_check){i << 63 | i, true, !changes};
}

static enum status check(uint64_t i, bool changes, struct fault *fault)
{
    return job_verify_changed(&bed.job, config, check_of(i, changes), &bed.verdict, fault);
}

/* A correct iteration passes each time, on each set. */
static void test_correct(void)
{
    size_t sets[SETS] = {0};
    mode = HONEST;
    iterate_all();
    for (uint64_t secret = 0; secret < 40; secret++) {
        CHECK_OK(check(secret, secret % 2, &caught));
        CHECK(written == bed.job.state->sets[bed.job.state->judged].array[OUT]);
        sets[bed.job.state->judged]++;
    }
    CHECK(sets[0] > 5 && sets[1] > 5 && sets[2] > 5);
    check_as_before();
}

/* An iteration that skips the work. */
static void test_kept(void)
{
    mode = HONEST;
    iterate_all();
    mode = RESTS;
    for (uint64_t secret = 0; secret < 40; secret++) {
        CHECK(CALL(check(secret, true, &caught)) == WRONG_RESULT);
        CHECK(strstr(caught.text, "the answer to its inputs before they were changed: out[") == caught.text);
    }
    for (uint64_t secret = 0; secret < 40; secret++) {
        mode = HONEST;
        iterate_all();
        mode = RESTS;
        CHECK(CALL(check(secret, false, &caught)) == WRONG_RESULT);
        CHECK(strstr(caught.text, "out[") == caught.text);
    }
    check_as_before();
}

/* A neighbour list has an atom many times. */
static void test_many(void)
{
    mode = HONEST;
    many = true;
    for (uint64_t secret = 0; secret < 4; secret++)
        CHECK(FINE(check(secret, true, &caught)));
    iterate_all();
    mode = RESTS;
    CHECK(CALL(check(4, true, &caught)) == WRONG_RESULT);
    many = false;
    check_as_before();
}

/* Changes that were made but not verified are reverted by the next ones, or when the check is given up. */
static void test_given_up(void)
{
    mode = HONEST;
    CHECK(FINE(job_change_inputs(&bed.job, config, check_of(5, true), &caught)) &&
          FINE(job_change_inputs(&bed.job, config, check_of(6, true), &caught)));
    CHECK(FINE(job_take_back(&bed.job, &caught)) && FINE(job_take_back(&bed.job, &caught)));
    check_as_before();
    mode = BEYOND;
    CHECK_FAULT(job_change_inputs(&bed.job, config, check_of(7, true), &caught), INVALID,
                "in: no change of 4 bytes at 3997 can be made");
    check_as_before();
}

/* Writes to an input are detected, unless it is declared as consumed: then it is made again before. */
static void test_spoilt(void)
{
    mode = HONEST;
    CHECK_OK(check(1, true, &caught));
    mode = SPOILS;
    CHECK_FAULT(check(2, true, &caught), WRONG_RESULT, "made, an input, was written to");
    CHECK(job_restore(&bed.job, NULL) == OK);
    consuming = true;
    CHECK(FINE(check(3, true, &caught)) && FINE(check(4, true, &caught)));
    consuming = false;
    CHECK(job_restore(&bed.job, NULL) == OK);
    check_as_before();
}

/* If inputs cannot be changed: inputs of another seed, on which an iteration is wrong that keeps its outputs, or stored
 * the answers for the usual seed. */
static void test_other(void)
{
    for (int round = 0; round < 2; round++) {
        mode = HONEST;
        iterate_all();
        CHECK_OK(job_verify_other(&bed.job, config, &bed.verdict, &caught));
        check_as_before();
        iterate_all();
        mode = round ? RESTS : KNOWS;
        CHECK(CALL(job_verify_other(&bed.job, config, &bed.verdict, &caught)) == WRONG_RESULT);
        CHECK(strstr(caught.text, "out[0] is 0.") && bed.job.state->count == SETS && bed.job.seed == SEED);
        check_as_before();
    }
}

/* And a kernel that writes to an input of such a bench. */
static void test_other_spoilt(void)
{
    mode = HONEST;
    CHECK(FINE(check(1, true, &caught)) && FINE(check(2, false, &caught)));
    mode = SPOILS;
    for (uint64_t secret = 3; secret < 9; secret++) {
        CHECK_OK(job_restore(&bed.job, &caught));
        CHECK_FAULT(check(secret, false, &caught), WRONG_RESULT, "made, an input, was written to");
    }
    CHECK(job_restore(&bed.job, NULL) == OK);
    check_as_before();
}

static void test_bench(const struct bench *of, void (*test)(void))
{
    bed_open(problem_of(&suite, of, COUNT, SEED));
    config = config_new(&bed.problem, 0);
    CHECK(FINE(job_grow(&bed.job, SIZE_MAX, SETS, &caught)) && bed.job.state->count == SETS);
    mode = HONEST;
    CHECK_OK(job_verify(&bed.job, config, &bed.verdict, &caught));
    test();
    free(config);
}

static void test_changes(void)
{
    test_correct();
    test_kept();
    test_given_up();
    test_many();
    test_spoilt();
}

static void test_device(void)
{
    test_bench(&bench, test_changes);
    test_bench(&plain, test_other_spoilt);
    test_bench(&plain, test_other);
}

TEST(devices)
{
    on_each_device(&registry, test_device);
}
