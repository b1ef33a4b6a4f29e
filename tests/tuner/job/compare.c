/* The usual comparison: compared elements, tolerances, and messages. And an expectation that is one number. */
#include "tests/tuner/job/fake_context.h"

/* ---- a bench that writes the test's values ---- */

enum { FLOATS, DOUBLES, SAMPLED }; /* slots */
enum { COUNT = 100, MOST_WHOLE = 1 << 22 };

static float floats[COUNT];
static double doubles[COUNT];
static const float *large; /* job.n of them */

static void setup(struct job *job)
{
    job_output(job, FLOATS, "x", sizeof floats);
    job_output(job, DOUBLES, "y", sizeof doubles);
    job_scratch(job, SAMPLED, "z", job->n * sizeof *large);
}

static double expect_number(struct job *job)
{
    return 0.1 * (double)job->n;
}

ENQUEUE(enqueue)
{
    enum status status = compute_array_write(job_array(job, FLOATS), 0, floats, sizeof floats, fault);
    if (status == OK)
        status = compute_array_write(job_array(job, DOUBLES), 0, doubles, sizeof doubles, fault);
    return status == OK ? compute_array_write(job_array(job, SAMPLED), 0, large, job->n * sizeof *large, fault)
                        : status;
}

static const double scale = 4;

static struct expected_element element(UNNEEDED const struct job *job, uint64_t i)
{
    return (struct expected_element){(double)i / 4, i == 7 ? 0 : i % 2 ? -scale : scale};
}

static struct expected_element zero(UNNEEDED const struct job *job, UNNEEDED uint64_t i)
{
    return (struct expected_element){0, 1};
}

static const struct element_comparison compared[] = {COMPARE_FLOATS(FLOATS, element, 0.25),
                                                     COMPARE_DOUBLES(DOUBLES, element, 0.25)};

VERIFY(verify)
{
    struct verdict other[2];
    (void)config;
    CHECK(job_expected_number(job) == 0.1 * (double)job->n);
    enum status status = job_compare(job, &compared[0], &other[0], fault);
    if (status == OK)
        status = job_compare(job, &compared[1], &other[1], fault);
    if (status == OK)
        status = job_compare(job, job->bench->problem.compare, verdict, fault);
    verdict->error = status == OK ? fmax(verdict->error, fmax(other[0].error, other[1].error)) : NAN;
    return status;
}

/* The others have no function of their own. */
#define COMPARED .problem.compare = {COMPARE_FLOATS(SAMPLED, zero, 0)}
static const struct bench written = {
    .name = "written", FUNCTIONS(verify), .problem.expect_number = expect_number, COMPARED};
static const struct bench usual = {.name = "usual", FUNCTIONS(NULL), COMPARED};
static const struct bench several = {.name = "several",
                                     FUNCTIONS(NULL),
                                     .problem.compare = {COMPARE_FLOATS(FLOATS, element, 0.25),
                                                         COMPARE_DOUBLES(DOUBLES, element, 0.5),
                                                         COMPARE_FLOATS(SAMPLED, zero, 0)}};
static const struct suite suite = {.name = "compare", .benches = BENCHES(&written, &usual, &several)};

/* ---- tests ---- */

static void fill(void)
{
    for (int i = 0; i < COUNT; i++)
        floats[i] = (float)(doubles[i] = (double)i / 4);
}

/* The outcome of a verified run of n large elements, and its largest error. */
static enum status verified(const struct bench *bench, uint64_t n, double *error, struct fault *fault)
{
    bed_open(problem_of(&suite, bench, n, 7));
    enum status status = bed_verify(0, fault);
    *error = bed.verdict.error;
    return status;
}

static void check_wrong(const char *reason)
{
    double error;
    CHECK_FAULT(verified(&written, 1, &error, &caught), WRONG_RESULT, reason);
    fill();
}

TEST(elements)
{
    static const float nothing[1] = {0};
    double error;
    large = nothing;
    fill();
    CHECK(FINE(verified(&written, 1, &error, &caught)) && error == 0);
    floats[2] += 0.5f; /* errors are shares of the scale */
    doubles[COUNT - 1] -= 1;
    CHECK(FINE(verified(&written, 1, &error, &caught)) && error == 1 / scale);
    doubles[COUNT - 1] = nextafter(doubles[COUNT - 1], 0);
    check_wrong("y[99] is 23.749999999999996, expected 24.75 (error 0.25, tolerance 0.25)");
    floats[5] = 3;
    check_wrong("x[5] is 3, expected 1.25 (error 0.438, tolerance 0.25)");
    floats[0] = NAN;
    check_wrong("x[0] is nan, expected 0 (error nan, tolerance 0.25)");
    floats[7] = 1.8f; /* must be exact */
    check_wrong("x[7] is 1.79999995, expected 1.75 (error inf, tolerance 0.25)");
    floats[7] = NAN;
    check_wrong("x[7] is nan, expected 1.75 (error inf, tolerance 0.25)");
}

/* Every element of a slot that is no output; beyond a limit only 4096, including the first and the last. */
TEST(large)
{
    FREED float *all = calloc(2 * MOST_WHOLE, sizeof *all);
    double error;
    fill();
    large = all;
    all[MOST_WHOLE - 1000] = 1;
    CHECK_FAULT(verified(&written, MOST_WHOLE, &error, &caught), WRONG_RESULT,
                "z[4193304] is 1, expected 0 (error 1, tolerance 0)");
    all[MOST_WHOLE - 1000] = 0;
    all[2 * MOST_WHOLE - 1] = 1;
    CHECK_FAULT(verified(&written, 2 * MOST_WHOLE, &error, &caught), WRONG_RESULT,
                "z[8388607] is 1, expected 0 (error 1, tolerance 0)");
    CHECK(FINE(verified(&written, 2 * MOST_WHOLE - 1, &error, &caught)) && error == 0);
    CHECK(FINE(verified(&usual, 2 * MOST_WHOLE - 1, &error, &caught)) && error == 0);
    all[0] = 1;
    CHECK(CALL(verified(&written, 2 * MOST_WHOLE - 1, &error, &caught)) == WRONG_RESULT);
    CHECK_FAULT(verified(&usual, 2 * MOST_WHOLE - 1, &error, &caught), WRONG_RESULT,
                "z[0] is 1, expected 0 (error 1, tolerance 0)");
}

/* ---- several outputs ---- */

/* All are right: the verdict of the one nearest to its tolerance. */
static void check_nearest(double expected_error, double tolerance)
{
    double error;
    CHECK(FINE(verified(&several, 1, &error, &caught)) && error == expected_error);
    CHECK(bed.verdict.tolerance == tolerance);
}

/* One is wrong: its verdict. */
static void check_first_wrong(const char *reason, double expected_error, double tolerance)
{
    double error;
    CHECK_FAULT(verified(&several, 1, &error, &caught), WRONG_RESULT, reason);
    CHECK(error == expected_error && bed.verdict.tolerance == tolerance);
}

TEST(several_outputs)
{
    float sampled[] = {0};
    large = sampled;
    fill();
    check_nearest(0, 0.25); /* of equally near ones the first */
    doubles[3] += 0.5;
    check_nearest(0.125, 0.5);
    floats[2] += 0.375f; /* less of an error, and more of its tolerance */
    check_nearest(0.09375, 0.25);
    doubles[3] += 1;
    check_nearest(0.375, 0.5);
    sampled[0] = 1;
    check_first_wrong("z[0] is 1, expected 0 (error 1, tolerance 0)", 1, 0);
    doubles[3] += 1.5;
    check_first_wrong("y[3] is 3.75, expected 0.75 (error 0.75, tolerance 0.5)", 0.75, 0.5);
    floats[2] += 2.625f;
    check_first_wrong("x[2] is 3.5, expected 0.5 (error 0.75, tolerance 0.25)", 0.75, 0.25);
}
