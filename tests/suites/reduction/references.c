/* Sums of libraries, whose order is unknown, are compared with a tolerance for any order. */
#include "suites/reduction/reduction.h"
#include "tests/check.h"

extern const struct suite reduction_suite;

/* Down to one warp per row. */
static void test_bench(const struct bench *bench)
{
    const struct compute_device device = {.units = 32};
    const struct problem problem = problem_of(&reduction_suite, bench, 1 << 20, 1);
    const struct job job = {.problem = &problem, .bench = bench, .device = &device, .n = problem.n};
    FREED struct config *config = config_new(&problem, space_default(&bench->space));
    CHECK(reduction_additions(&job, config, 0) < 100);
    for (size_t r = 0; r < bench_references(bench); r++) {
        config->reference = &bench->references[r];
        CHECK(reduction_additions(&job, config, 0) == (1 << 20) / 32 + 5);
    }
}

int main(void)
{
    size_t references = 0;
    for (const struct bench *const *bench = reduction_suite.benches; *bench; bench++) {
        if (*bench != &sum_reproducible) /* exact, and has none */
            test_bench(*bench);
        references += bench_references(*bench);
    }
    CHECK(references > 0);
    return CHECK_RESULT;
}
