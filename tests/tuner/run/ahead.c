/* Compilation ahead, while a play-off has the device, on the fake device: each configuration is compiled once, and the
 * next run's rows are the same as without; not while the host times. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tests/tuner/run/sequence.h"

/* ---- what the worker has ---- */

#define SCRIPT                                                                                                         \
    "//fake slow-compile 20\n"                                                                                         \
    "//fake NUMBER=14 no-compile never\n"                                                                              \
    "//fake time 10000\n"
KERNELS({"tuner/evict.cl", "//fake time 777\n"}, {"copy.cl", "//fake copy\n" SCRIPT},
        {"with_header.cl", "#pragma nv_hdrstop\n//fake copy\n" SCRIPT});

enum { FIRST, NEXT, LAST, BY_HOST, WITH_HEADER, BENCH_COUNT };
enum { CONFIGURATIONS = 5 };

/* clang-format off */
#define NUMBERS(called, first) {.name = called, COPIES_BY(enqueue), .space.parameters = PARAMETERS( \
    {"NUMBER", "", VALUES((first), (first) + 1, (first) + 2, (first) + 3, (first) + 4)}), DEFAULTS(first)}
/* clang-format on */

static const struct bench benches[BENCH_COUNT] = {
    [FIRST] = NUMBERS("first", 0),
    [NEXT] = NUMBERS("next", 10), /* one configuration does not compile */
    [LAST] = NUMBERS("last", 20),
    [BY_HOST] = {.name = "by host",
                 COPY_KERNEL,
                 .problem = {.variants = 1, .setup = setup, .verify = verify},
                 .device = {.enqueue = enqueue, .host_timed = true},
                 .report.work = work,
                 .space.parameters = PARAMETERS({"NUMBER", "", VALUES(30, 31, 32, 33, 34)}),
                 DEFAULTS(30)},
    [WITH_HEADER] = {.name = "with header",
                     .kernel = {.file = "with_header.cl", .entries = NAMES("copy")},
                     .problem = {.variants = 1, .setup = setup, .verify = verify},
                     .device.enqueue = enqueue,
                     .report.work = work,
                     .space.parameters = PARAMETERS({"NUMBER", "", VALUES(40, 41, 42, 43, 44)}),
                     DEFAULTS(40)},
};
REGISTRY("copies", kernels, &benches[FIRST], &benches[NEXT], &benches[LAST], &benches[BY_HOST], &benches[WITH_HEADER]);

/* ---- the parent ---- */

enum { JOBS = 2 };
static bool ahead,
    beside; /* something was compiled after all of the first run; or while something of it was measured */
static size_t compiled[BENCH_COUNT], cached[BENCH_COUNT];
static size_t first_bench; /* of two */

PROGRESS(follow)
{
    bool compiles = false;
    for (size_t i = 0; i < JOBS; i++)
        compiles = compiles || tuner.compiler[i].process.busy;
    const size_t bench = (size_t)(progress->problem->bench - benches);
    compiles = compiles && bench == first_bench;
    ahead = ahead || (compiles && progress->compiled + progress->cached == CONFIGURATIONS);
    beside = beside || (compiles && tuner.device[0].process.busy && !strcmp(progress->phase, "measuring"));
    compiled[bench] = progress->compiled;
    cached[bench] = progress->cached;
}

ROW(keep_all)
{
    CHECK((row->status == OK) == !*reason && given_count < MOST_GIVEN);
    given[given_count++].row = *row;
}

static struct target targets[BENCH_COUNT];
static const struct run_options options = {
    .strategy = &exhaustive_strategy, .time_limit = 60, .row = keep_all, .progress = follow};

/* Two targets in sequence; one if `second` is BENCH_COUNT. */
static void run(size_t first, size_t second)
{
    const size_t order[] = {first, second}, count = second == BENCH_COUNT ? 1 : 2;
    first_bench = first;
    ahead = beside = false;
    given_count = 0;
    run_sequence(targets, order, count, &options);
    CHECK(given_searched() == count * CONFIGURATIONS);
}

static void start(void)
{
    for (size_t b = 0; b < BENCH_COUNT; b++)
        targets[b] = (struct target){.problem = problem_of(&suite, &benches[b], 100, 42)};
}

/* Each is compiled once, and its row has the compilation's time. */
static void check_rows(size_t bench, size_t failing)
{
    CHECK(compiled[bench] == CONFIGURATIONS - failing && !cached[bench]);
}

TEST(two_targets)
{
    size_t failed = 0;
    start();
    run(FIRST, NEXT);
    CHECK(ahead);
    check_rows(FIRST, 0);
    check_rows(NEXT, 1);
    for (size_t i = 0; i < given_count; i++) {
        const struct result *row = &given[i].row;
        failed += row->status == COMPILE_FAILED;
        CHECK((row->status == OK && row->compile_ms >= 20) || row->status == COMPILE_FAILED);
    }
    CHECK(failed == 1 && given[2 * CONFIGURATIONS - 1].row.finalist); /* the first one's rows come first */
    run(LAST, BY_HOST);
    CHECK(ahead);
    check_rows(LAST, 0);
    check_rows(BY_HOST, 0);
}

/* There is no next target, or nothing may be compiled while others are measured. */
TEST(none)
{
    run(FIRST, BENCH_COUNT);
    CHECK(!ahead && cached[FIRST] == CONFIGURATIONS);
    targets[BY_HOST].problem.n = 200;
    run(BY_HOST, FIRST);
    CHECK(!ahead && !beside);
}

static size_t ready(size_t bench)
{
    size_t ready = 0;
    for (size_t i = 0; i < JOBS; i++)
        ready += tuner.compiler[i].readied == &targets[bench];
    return ready;
}

/* One of two idle compile workers makes the precompiled header of a later target, if that has one; none while the host
 * times. */
TEST(headers)
{
    CHECK(!tuner_make_ready(&tuner, &targets[FIRST], &targets[NEXT]) && !tuner.later);
    CHECK(!tuner_make_ready(&tuner, &targets[WITH_HEADER], &targets[WITH_HEADER]) && !tuner.later);
    CHECK(tuner_make_ready(&tuner, &targets[FIRST], &targets[WITH_HEADER]) && tuner.later == &targets[WITH_HEADER]);
    run(BY_HOST, BENCH_COUNT);
    CHECK(ready(WITH_HEADER) == 0);
    run(FIRST, BENCH_COUNT);
    CHECK(ready(WITH_HEADER) >= 1);
    for (int runs = 0; runs < 1000 && !(tuner.header_made && ready(WITH_HEADER) == JOBS); runs++)
        run(FIRST, BENCH_COUNT);
    CHECK(tuner.header_made && ready(WITH_HEADER) == JOBS);
    tuner.later = NULL;
    run(WITH_HEADER, BENCH_COUNT);
    CHECK(compiled[WITH_HEADER] + cached[WITH_HEADER] == CONFIGURATIONS && cached[WITH_HEADER] <= 1);
}

TUNER_MAIN(JOBS)
