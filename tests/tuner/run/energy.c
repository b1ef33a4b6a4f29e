/* The best by the energy that it uses, on the fake device, whose launches have a time and joules. */
#include "tests/tuner/run/summing.h"

/* The eviction's energy is no part of the kernel's: it would be visible. Four are within the 15 % of the search. */
KERNELS({"tuner/evict.cl", "//fake time 777\n//fake energy 1000000000\n"},
        {"hungry.cl", "//fake sum\n"
                      "//fake KIND=1 time 40000000\n//fake KIND=1 energy 9000000\n"
                      "//fake KIND=2 time 42000000\n//fake KIND=2 energy 5000000\n"
                      "//fake KIND=3 time 41000000\n//fake KIND=3 energy 5000000\n"
                      "//fake KIND=4 time 45000000\n//fake KIND=4 energy 4000000\n"
                      "//fake KIND=5 time 90000000\n//fake KIND=5 energy 1000000\n"},
        {"still.cl", "//fake sum\n"
                     "//fake KIND=1 time 600000000\n"
                     "//fake KIND=2 time 500000000\n"});

enum { HUNGRY, STILL, BENCH_COUNT };

static const struct bench benches[BENCH_COUNT] = {
    [HUNGRY] = {.name = "hungry",
                SUMS_OF("hungry.cl"),
                .space.parameters = PARAMETERS({"KIND", "", VALUES(1, 2, 3, 4, 5)}),
                DEFAULTS(1),
                .device.enqueue = enqueue},
    [STILL] = {.name = "still",
               SUMS_OF("still.cl"),
               .space.parameters = PARAMETERS({"KIND", "", VALUES(1, 2)}),
               DEFAULTS(1),
               .device.enqueue = enqueue},
};
REGISTRY("energies", kernels, &benches[HUNGRY], &benches[STILL]);

static void run(size_t bench, bool energy)
{
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, 42)},
         (struct run_options){.energy = energy, .confidence = TUNER_CONFIDENCE});
}

static const struct result *last(uint64_t index)
{
    return &given_last(index, 0)->row;
}

/* A far slower configuration is no finalist, and has no energy, however little it uses. */
TEST(least)
{
    static const double joules[] = {9, 5, 5, 4};
    run(HUNGRY, true);
    CHECK(best.objective == OBJECTIVE_VALUE && best.result.index == 3 && best.tied == 0);
    CHECK_NEAR(best.result.value, 4, 1e-12);
    CHECK(best_time(&best) == best.result.median_ns && best.result.median_ns > best.default_ns && best.default_ns > 0);
    for (size_t i = 0; i < 4; i++) {
        CHECK_NEAR(last(i)->energy_j, joules[i], 1e-12);
        CHECK_NEAR(last(i)->energy_ci95_j[0], joules[i], 1e-12);
        CHECK_NEAR(last(i)->energy_ci95_j[1], joules[i], 1e-12);
    }
    CHECK(last(4)->status == OK && last(4)->energy_j == 0 && isnan(last(4)->value));
}

TEST(time)
{
    run(HUNGRY, false);
    CHECK(best.objective == OBJECTIVE_STREAM && best.result.index == 0 && last(0)->energy_j == 0);
}

/* A counter that does not advance gives no information: the best is the fastest. */
TEST(still)
{
    run(STILL, true);
    CHECK(best.objective == OBJECTIVE_STREAM && best.result.index == 1 && best.result.energy_j == 0);
}

TUNER_MAIN(1)
