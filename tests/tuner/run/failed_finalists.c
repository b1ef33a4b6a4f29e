/* Finalists that fail in the play-off, on the fake device: their rows report it, and the next best replace them. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

#include <fcntl.h>

/* ---- what the worker has ---- */

COPY_KERNELS("//fake SPEED=1 time 18000\n"
             "//fake SPEED=2 time 20000\n"
             "//fake SPEED=3 time 20100\n"
             "//fake SPEED=4 time 20200\n"
             "//fake SPEED=5 time 20300\n"
             "//fake SPEED=6 time 20400\n"
             "//fake SPEED=7 time 20500\n"
             "//fake SPEED=8 time 20600\n");

enum { LAST = 8, FINALISTS = 6 };
enum { FASTEST, ALL, DEFAULT, BENCH_COUNT }; /* which of the finalists fail; ALL: with the default; it alone, before */

static void make_file(const char *name)
{
    close(open(name, O_CREAT | O_WRONLY, 0666));
}

ENQUEUE(enqueue_or_fail)
{
    const int fails = *(const int *)job->bench->own, speed = config->value[0];
    if (!fails && speed == LAST)
        abort();
    if (!access("play-off", F_OK) && (speed <= fails || (fails > 1 && speed == LAST))) {
        abort();
    }
    return enqueue(job, config, fault);
}

#define COPIES                                                                                                         \
    COPIES_BY(enqueue_or_fail), .space.parameters = PARAMETERS({"SPEED", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)}),         \
                                DEFAULTS(LAST)

static const struct bench benches[BENCH_COUNT] = {
    [FASTEST] = {.name = "fastest", COPIES, .own = &(const int){1}},
    [ALL] = {.name = "all", COPIES, .own = &(const int){FINALISTS}},
    [DEFAULT] = {.name = "default", COPIES, .own = &(const int){0}},
};
REGISTRY("copies", kernels, &benches[FASTEST], &benches[ALL], &benches[DEFAULT]);

/* ---- the parent ---- */

static bool interrupts; /* once a finalist has failed: its worker is gone, and this process has noticed */

static int speed_of(const struct result *result)
{
    return (int)space_position(&benches[FASTEST].space, result->index, 0) + 1;
}

static const struct given *given_at(int speed)
{
    return given_last((uint64_t)speed - 1, 0);
}

PROGRESS(follow)
{
    if (!strcmp(progress->phase, "play-off"))
        stop = interrupts && tuner.device[0].returning;
    if (progress->done == LAST)
        make_file("play-off");
}

static void run(size_t bench, bool interrupted)
{
    remove("play-off");
    stop = 0;
    interrupts = interrupted;
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, 42)},
         (struct run_options){.progress = follow});
}

static void check_failed(int first, int last)
{
    for (int speed = first; speed <= last; speed++) {
        CHECK(given_at(speed)->row.status == CRASHED && given_at(speed)->row.finalist);
        CHECK(!strncmp(given_at(speed)->reason, "in the play-off: its worker died", 32));
    }
}

TEST(fastest)
{
    run(FASTEST, false);
    check_failed(1, 1);
    CHECK(speed_of(&best.result) == 2 && best.result.finalist && best.result.median_ns == 20000);
    CHECK(best.default_ns == 20600 && !best.default_untimed);
}

/* The row of the failed finalist reports it, too, and the best is the search's without it. */
TEST(interrupted)
{
    run(FASTEST, true);
    CHECK(stop);
    check_failed(1, 1);
    CHECK(speed_of(&best.result) == 2 && !best.result.finalist && best.result.median_ns == 20000);
    for (int speed = 2; speed <= LAST; speed++)
        CHECK(given_at(speed)->row.status == OK && !given_at(speed)->row.finalist);
}

/* The remaining one was no finalist, and has its time of the search. */
TEST(all)
{
    run(ALL, false);
    check_failed(1, FINALISTS);
    check_failed(LAST, LAST);
    CHECK(speed_of(&best.result) == FINALISTS + 1 && !best.result.finalist && best.result.median_ns == 20500);
    CHECK(best.default_ns == 0 && !best.default_untimed && best.tied == 0);
}

TEST(default_alone)
{
    run(DEFAULT, false);
    CHECK(given_at(LAST)->row.status == CRASHED && !given_at(LAST)->row.finalist);
    CHECK(speed_of(&best.result) == 1 && best.result.finalist && best.default_ns == 0 && !best.default_untimed);
}

TUNER_MAIN(1)
