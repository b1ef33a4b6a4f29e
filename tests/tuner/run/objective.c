/* The time by which the best is chosen, on the fake device: different ones are fast in a stream and isolated. */
#include "tests/tuner/run/summing.h"

/* ---- what the worker has ---- */

/* Isolated launches take TIME and their start; two are the best in a stream, and two others isolated, which in a stream
 * are the slowest, and not among the six best. */
KERNELS({"tuner/evict.cl", "//fake time 777\n"},
        {"starts.cl", "//fake sum\n"
                      "//fake KIND=1 time 1000\n//fake KIND=1 start 4000\n"
                      "//fake KIND=2 time 1000\n//fake KIND=2 start 5000\n"
                      "//fake KIND=3 time 3000\n"
                      "//fake KIND=4 time 2500\n//fake KIND=4 start 500\n"
                      "//fake KIND=5 time 2000\n//fake KIND=5 start 9000\n"
                      "//fake KIND=6 time 1050\n//fake KIND=6 start 8000\n"
                      "//fake KIND=7 time 1100\n//fake KIND=7 start 8000\n"
                      "//fake KIND=8 time 1150\n//fake KIND=8 start 8000\n"
                      "//fake KIND=9 time 1200\n//fake KIND=9 start 8000\n"
                      "//fake KIND=10 time 12000\n"},
        {"short.cl", "//fake sum\n"
                     "//fake KIND=2 time 1000\n"});

enum { CONFIGURATIONS = 10 };
enum { DEVICE_TIMED, BY_HOST, SHORT, BENCH_COUNT };

#define SUMS                                                                                                           \
    SUMS_OF("starts.cl"), .space.parameters = PARAMETERS({"KIND", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}),         \
                          DEFAULTS(5)

/* clang-format off */
#define REFERENCE(name, function) {name, "fake", function, {IN, OUT}, 2, .rows = 1}
/* clang-format on */

/* The last of the references has an isolated time of 0, by noise on a busy machine. */
static const struct bench benches[BENCH_COUNT] = {
    [DEVICE_TIMED] = {.name = "device timed",
                      SUMS,
                      .device.enqueue = enqueue,
                      .references = {REFERENCE("late", "sum_in_1500_ns_start_6000"),
                                     REFERENCE("steady", "sum_in_2800_ns"),
                                     REFERENCE("lost", "sum_in_2900_ns_start_-2900")}},
    [BY_HOST] = {.name = "by host", SUMS, .device = {.enqueue = enqueue, .host_timed = true}},
    [SHORT] = {.name = "short",
               SUMS_OF("short.cl"),
               .space.parameters = PARAMETERS({"KIND", "", VALUES(1, 2)}),
               DEFAULTS(2),
               .device.enqueue = enqueue},
};
REGISTRY("starts", kernels, &benches[DEVICE_TIMED], &benches[BY_HOST], &benches[SHORT]);

/* ---- the parent ---- */

static const double stream_ns[] = {1000, 1000, 3000, 2500, 2000, 1050, 1100, 1150, 1200, 12000};
static const double alone_ns[] = {5000, 6000, 3000, 3000, 11000, 9050, 9100, 9150, 9200, 12000};

static const struct result *last(uint64_t index)
{
    return &given_last(index, 0)->row;
}

static const struct given *reference(uint32_t number)
{
    return given_last(NO_CONFIGURATION, number);
}

static void run(size_t bench, enum objective objective, uint64_t seed)
{
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, seed)},
         (struct run_options){.sampling = SAMPLING_SLOPE, .objective = objective});
}

/* The best is one of two equally fast ones, and the other one is tied with it. */
static void check_pair(uint64_t one, uint64_t other)
{
    const uint64_t index = best.result.index;
    CHECK(best.result.finalist && (index == one || index == other));
    CHECK(best.tied == 1 && best.tied_with[0] == (index == one ? other : one));
}

static void test_stream(uint64_t seed)
{
    run(DEVICE_TIMED, OBJECTIVE_STREAM, seed);
    check_pair(0, 1);
    CHECK(best.objective == OBJECTIVE_STREAM && best_time(&best) == 1000 && best.default_ns == 2000);
    CHECK(best.reference == 1 && best.reference_ns == 1500);
    CHECK(best.result.alone_ns == alone_ns[best.result.index]); /* it is known nevertheless */
    CHECK(!last(2)->finalist && !last(3)->finalist && last(2)->alone_ns == 0 && last(9)->alone_ns == 0);
    CHECK(reference(3)->row.status == OK && reference(3)->row.median_ns == 2900 && !(reference(3)->row.alone_ns > 0));
}

static void test_alone(uint64_t seed)
{
    run(DEVICE_TIMED, OBJECTIVE_ALONE, seed);
    check_pair(2, 3);
    CHECK(best.objective == OBJECTIVE_ALONE && best_time(&best) == 3000 && best.default_ns == 11000);
    CHECK(best.reference == 2 && best.reference_ns == 2800);
    for (size_t i = 0; i < CONFIGURATIONS; i++) {
        CHECK(last(i)->status == OK && !last(i)->dropped);
        CHECK(last(i)->median_ns == stream_ns[i] && last(i)->alone_ns == alone_ns[i]);
        CHECK(last(i)->finalist == (alone_ns[i] <= 9100 || i == 4)); /* the six best of the search, and the default */
    }
    CHECK(reference(1)->row.median_ns == 1500 && reference(1)->row.alone_ns == 7500);
    CHECK(reference(3)->row.status == NO_TIME);
    CHECK_TEXT(reference(3)->reason, "in the play-off: the device's clock shows no time of one iteration by itself");
}

TEST(seeds)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        test_stream(seed);
        test_alone(seed);
    }
}

/* It has one time only, by which the best is chosen. */
TEST(by_host)
{
    run(BY_HOST, OBJECTIVE_ALONE, 42);
    CHECK(best.objective == OBJECTIVE_STREAM && best.result.median_ns > 0 && best_time(&best) == best.result.median_ns);
    CHECK(best.default_ns > 0 && best.result.alone_ns == 0);
}

/* Noise does not damage the context: the device's worker stays. */
TEST(no_time)
{
    const pid_t worker = tuner.device[0].process.pid;
    for (enum objective objective = OBJECTIVE_STREAM; objective <= OBJECTIVE_ALONE; objective++) {
        run(SHORT, objective, 42);
        CHECK(last(0)->status == NO_TIME && last(1)->status == OK);
        CHECK(best.result.index == 1 && best_time(&best) == 1000 && tuner.device[0].process.pid == worker);
    }
    static const uint64_t fixed[] = {0, 1};
    tune((struct target){.problem = problem_of(&suite, &benches[SHORT], 100, 42), .fixed = fixed, .fixed_count = 2},
         (struct run_options){.sampling = SAMPLING_SLOPE, .blocks = 1});
    CHECK(last(0)->status == NO_TIME && last(1)->status == OK && last(1)->median_ns == 1000);
}

TUNER_MAIN(1)
