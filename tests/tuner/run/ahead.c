/* What comes is compiled while a play-off has the device, on the fake device: once, and the next run's rows are as they
 * are without that; not beside what the host times. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake slow-compile 20\n"
             "//fake NUMBER=14 no-compile never\n"
             "//fake time 10000\n");

enum { FIRST, NEXT, LAST, BY_HOST, BENCH_COUNT };
enum { CONFIGURATIONS = 5 };

/* clang-format off */
#define NUMBERS(called, first) {.name = called, COPIES_BY(enqueue), .space.parameters = PARAMETERS( \
    {"NUMBER", "", VALUES((first), (first) + 1, (first) + 2, (first) + 3, (first) + 4)}), DEFAULTS(first)}
/* clang-format on */

static const struct bench benches[BENCH_COUNT] = {
    [FIRST] = NUMBERS("first", 0),
    [NEXT] = NUMBERS("next", 10), /* one of which does not compile */
    [LAST] = NUMBERS("last", 20),
    [BY_HOST] = {.name = "by host",
                 COPY_KERNEL,
                 .problem = {.variants = 1, .setup = setup, .verify = verify},
                 .device = {.enqueue = enqueue, .host_timed = true},
                 .report.work = work,
                 .space.parameters = PARAMETERS({"NUMBER", "", VALUES(30, 31, 32, 33, 34)}),
                 DEFAULTS(30)},
};
REGISTRY("copies", kernels, &benches[FIRST], &benches[NEXT], &benches[LAST], &benches[BY_HOST]);

/* ---- the parent ---- */

enum { JOBS = 2 };
static bool ahead, beside; /* something was compiled behind all of a problem; or while something was measured */
static size_t compiled, cached;

PROGRESS(follow)
{
    bool compiles = false;
    for (size_t i = 0; i < JOBS; i++)
        compiles = compiles || tuner.compiler[i].busy;
    ahead = ahead || (compiles && progress->compiled + progress->cached == CONFIGURATIONS);
    beside = beside || (compiles && tuner.device.busy && !strcmp(progress->phase, "measuring"));
    compiled = progress->compiled;
    cached = progress->cached;
}

static struct target targets[BENCH_COUNT];
static const struct run_options options = {
    .strategy = &exhaustive_strategy, .time_limit = 60, .row = keep, .progress = follow};

/* Runs one, behind which another comes. */
static void run(size_t bench, size_t coming)
{
    ahead = beside = false;
    tuner.coming = (struct coming){coming < BENCH_COUNT ? &targets[coming] : NULL, &options};
    tune(targets[bench], options);
    tuner.coming = (struct coming){0};
    CHECK(given_searched() == CONFIGURATIONS);
}

static void start(void)
{
    for (size_t b = 0; b < BENCH_COUNT; b++)
        targets[b] = (struct target){.problem = problem_of(&suite, &benches[b], 100, 42)};
}

/* Each is compiled once, by whomever, and its row says how long that took. */
static void check_rows(size_t failing)
{
    size_t failed = 0;
    CHECK(compiled == CONFIGURATIONS - failing && !cached);
    for (size_t i = 0; i < given_count; i++) {
        const struct result *row = &given[i].row;
        failed += row->status == COMPILE_FAILED;
        CHECK((row->status == OK && row->compile_ms >= 20) || row->status == COMPILE_FAILED);
    }
    CHECK(failed == failing);
}

TEST(all_that_comes)
{
    start();
    run(FIRST, NEXT);
    CHECK(ahead);
    check_rows(0);
    run(NEXT, LAST);
    check_rows(1);
    run(LAST, BY_HOST);
    check_rows(0);
    run(BY_HOST, BENCH_COUNT);
    CHECK(!ahead && !beside);
    check_rows(0);
}

/* Nothing comes, or nothing may be compiled beside what is measured. */
TEST(none)
{
    run(FIRST, BENCH_COUNT);
    CHECK(!ahead && cached == CONFIGURATIONS);
    targets[BY_HOST].problem.n = 200;
    run(LAST, BY_HOST);
    run(BY_HOST, FIRST);
    CHECK(!ahead && !beside);
}

/* What came was something else. */
TEST(another)
{
    targets[NEXT].problem.n = 300;
    run(FIRST, NEXT);
    targets[NEXT].problem.n = 400;
    run(NEXT, BENCH_COUNT);
    CHECK(given_last(0, 0)->row.status == OK);
}

TUNER_MAIN(JOBS)
