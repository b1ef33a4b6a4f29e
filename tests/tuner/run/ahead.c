/* Compilation ahead, while a play-off has the device, and of later targets while workers are idle, on the fake device:
 * each configuration is compiled once, and the next run's rows are the same as without; not while the host times. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tests/tuner/run/sequence.h"
#include "tuner/run/run.h"

#include "base/clock.h"

#include <glob.h>

/* ---- what the worker has ---- */

KERNELS({"tuner/evict.cl", "//fake time 777\n"}, {"copy.cl", "//fake copy\n"
                                                             "//fake slow-compile 20\n"
                                                             "//fake NUMBER=14 no-compile never\n"
                                                             "//fake time 10000\n"});

enum { FIRST, NEXT, LAST, BY_HOST, LATER, BENCH_COUNT };
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
    [LATER] = NUMBERS("later", 40),
};
REGISTRY("copies", kernels, &benches[FIRST], &benches[NEXT], &benches[LAST], &benches[BY_HOST], &benches[LATER]);

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

static size_t stored(void)
{
    glob_t found;
    glob("cache/entries/binary-*", 0, NULL, &found);
    const size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

/* One of two idle workers compiles what a later target will try first; none while the host times. Its run takes it from
 * the store, and its rows have the times. */
TEST(later_target)
{
    const struct target *const later[] = {&targets[FIRST], &targets[LATER]};
    const size_t before = stored();
    size_t with_time = 0;
    tuner_look_ahead(&tuner, later, 2, &options);
    run(BY_HOST, BENCH_COUNT);
    CHECK(stored() == before);
    for (int runs = 0; runs < 1000 && stored() < before + CONFIGURATIONS; runs++)
        run(FIRST, BENCH_COUNT);
    CHECK(stored() == before + CONFIGURATIONS);
    run(LATER, BENCH_COUNT);
    for (size_t i = 0; i < given_count; i++)
        with_time += !given[i].row.finalist && given[i].row.compile_ms >= 20;
    CHECK(compiled[LATER] + cached[LATER] == CONFIGURATIONS && cached[LATER] <= 1); /* one reply may be late */
    CHECK(with_time >= CONFIGURATIONS - 1 && stored() == before + CONFIGURATIONS);
    run(LATER, BENCH_COUNT);
    CHECK(cached[LATER] == CONFIGURATIONS);
    tuner_look_ahead(&tuner, NULL, 0, &options);
}

/* When the host's target was first seen behind another one; and whether an early compilation began after that. */
static double seen;
static bool disturbs;

PROGRESS(look_behind)
{
    const struct run *next = tuner.first ? tuner.first->next : NULL;
    follow(user, progress);
    if (next && next->bench == &benches[BY_HOST] && !(seen > 0))
        seen = clock_seconds();
    for (size_t i = 0; i < JOBS && seen > 0; i++) {
        const struct process *process = &tuner.compiler[i].process;
        disturbs = disturbs || (process->busy && !tuner.compiler[i].run && process->deadline - process->limit > seen);
    }
}

/* None begins when the host's target comes next, which would wait for it. */
TEST(before_the_host)
{
    const struct target *const later[] = {&targets[LATER]};
    struct run_options looking = options;
    const size_t order[] = {FIRST, BY_HOST};
    size_t times = 0;
    looking.progress = look_behind;
    for (int runs = 0; runs < 20; runs++) {
        tuner_look_ahead(&tuner, later, 1, &looking);
        seen = 0;
        given_count = 0;
        run_sequence(targets, order, 2, &looking);
        times += seen > 0;
    }
    CHECK(times > 0 && !disturbs);
    tuner_look_ahead(&tuner, NULL, 0, &options);
}

TUNER_MAIN(JOBS)
