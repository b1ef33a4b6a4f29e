/* A test program that is its own worker, and its tuner on the fake device. */
#pragma once

#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/run/tuner.h"
#include "tuner/worker/worker.h"

UNNEEDED static struct tuner tuner;
UNNEEDED static struct best best; /* of the last run */
static volatile sig_atomic_t stop;
static struct tuner_options tuner_options; /* differences from the usual options, set before it is opened */

/* Before anything else: a worker serves requests here, and exits. */
static void serve_if_worker(const struct registry *registry, int argc, char **argv)
{
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT))
        exit(worker_main(registry, argv[WORKER_CACHE]));
    signal(SIGPIPE, SIG_IGN);
    enter_own_folder();
}

UNNEEDED static void open_tuner(const struct registry *registry, unsigned jobs)
{
    struct tuner_options options = tuner_options;
    options.launcher.program = "/proc/self/exe";
    options.launcher.cache = "cache";
    options.registry = registry;
    options.jobs = jobs;
    options.stop = &stop;
    CHECK(compute_find("fake", 0, &options.device, NULL) == OK);
    options.device.clock_mhz = 0; /* no warming up */
    CHECK_OK(tuner_open(&tuner, &options, &caught));
}

/* The main function of a program whose tests share one tuner. */
#define TUNER_MAIN(jobs)                                                                                               \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        serve_if_worker(&registry, argc, argv);                                                                        \
        open_tuner(&registry, jobs);                                                                                   \
        run_tests();                                                                                                   \
        tuner_close(&tuner);                                                                                           \
        return CHECK_RESULT;                                                                                           \
    }

/* The callbacks of a run for a row, and for its progress. */
#define ROW(name)                                                                                                      \
    static void name(UNNEEDED void *user, UNNEEDED const struct problem *problem, const struct result *row,            \
                     UNNEEDED const char *reason)
#define PROGRESS(name) static void name(UNNEEDED void *user, UNNEEDED const struct progress *progress)

UNNEEDED PROGRESS(no_progress)
{
}

/* The rows that the last run emitted, in order: a finalist has two. */
enum { MOST_GIVEN = 128 };
static struct given {
    struct result row;
    char reason[1100];
} given[MOST_GIVEN];
static size_t given_count;
UNNEEDED static const struct problem *given_problem; /* the requested one */

UNNEEDED ROW(keep)
{
    CHECK(problem->suite == given_problem->suite && problem->bench == given_problem->bench &&
          problem->n == given_problem->n);
    CHECK((row->status == OK) == !*reason && given_count < MOST_GIVEN);
    if (given_count == MOST_GIVEN)
        return;
    given[given_count].row = *row;
    snprintf(given[given_count++].reason, sizeof given->reason, "%s", reason);
}

/* The last row of a configuration, or of a reference, counted from 1. */
UNNEEDED static const struct given *given_last(uint64_t index, uint32_t reference)
{
    static const struct given none = {.row.status = STATUS_COUNT, .reason = "no row"};
    for (size_t i = given_count; i-- > 0;)
        if (given[i].row.index == index && given[i].row.reference == reference)
            return &given[i];
    return &none;
}

/* The number of rows of the search, without those of finalists. */
UNNEEDED static size_t given_searched(void)
{
    size_t count = 0;
    for (size_t i = 0; i < given_count; i++)
        count += !given[i].row.finalist;
    return count;
}

/* Tunes a bench, exhaustively, with 60 seconds per task, recording the rows, without progress, unless the options
 * differ. */
UNNEEDED static void tune(struct target target, struct run_options options)
{
    given_count = 0;
    given_problem = &target.problem;
    options.row = options.row ? options.row : keep;
    options.strategy = options.strategy ? options.strategy : strategy_find("exhaustive");
    options.time_limit = options.time_limit > 0 ? options.time_limit : 60;
    options.progress = options.progress ? options.progress : no_progress;
    CHECK_OK(tuner_run(&tuner, &target, &options, &best, &caught));
}
