/* Inputs that are not timed may be smaller, where the bench says so; never larger, and never nothing. */
#include "tests/tuner/job/fake_place.h"

enum { OUT };
static uint64_t further;

static uint64_t further_size(UNNEEDED const struct problem *problem)
{
    return further;
}

static void setup(struct job *job)
{
    job_output(job, OUT, "out", job->n);
}

static void expect(struct job *job, void *expected)
{
    *(uint64_t *)expected = job->n;
}

static const struct bench bench = {
    .name = "bench",
    .problem = {.variants = 2,
                .further_size = further_size,
                .expected_bytes = sizeof(uint64_t),
                .setup = setup,
                .expect = expect},
};
static const struct suite suite = {.name = "suite", .benches = BENCHES(&bench)};

TEST(sizes)
{
    const struct problem problem = problem_of(&suite, &bench, 1000, 7);
    for (further = 1; further <= 1000; further += 333) /* an expectation is of its size, too */
        for (int variant = 0; variant < 2; variant++) {
            const uint64_t n = variant ? further : 1000;
            CHECK_OK(bed_try(problem, variant, &caught));
            CHECK(bed.job.n == n && bed.problem.n == 1000 && compute_array_bytes(job_array(&bed.job, OUT)) == n);
            CHECK(*(const uint64_t *)job_expected(&bed.job) == n);
        }
    further = 0;
    CHECK_FAULT(bed_try(problem, 1, &caught), INVALID, "variant 1 has a size of 0, which is not from 1 to 1000");
    further = 1001;
    CHECK_FAULT(bed_try(problem, 1, &caught), INVALID, "variant 1 has a size of 1001, which is not from 1 to 1000");
}
