/* A test program that is its own worker, and its tuner, which has the fake device. */
#ifndef TESTS_TUNER_RUN_OWN_TUNER_H
#define TESTS_TUNER_RUN_OWN_TUNER_H

#include "tests/check.h"
#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/run/tuner.h"
#include "tuner/worker/worker.h"

UNNEEDED static struct tuner tuner;
UNNEEDED static struct best best; /* of the last run */
static volatile sig_atomic_t stop;
static struct tuner_options tuner_options; /* before it is opened: what is to be otherwise than usual */

/* Before all else: a worker serves here, and ends. */
static void serve_or_go_on(const struct registry *registry, int argc, char **argv)
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

/* The main of a program whose tests have one tuner. */
#define TUNER_MAIN(jobs)                                                                                               \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        serve_or_go_on(&registry, argc, argv);                                                                         \
        open_tuner(&registry, jobs);                                                                                   \
        run_tests();                                                                                                   \
        tuner_close(&tuner);                                                                                           \
        return CHECK_RESULT;                                                                                           \
    }

/* What a run tells of a row, and of how far it is. */
#define ROW(name)                                                                                                      \
    static void name(UNNEEDED void *user, UNNEEDED const struct problem *problem, const struct result *row,            \
                     UNNEEDED const char *reason)
#define PROGRESS(name) static void name(UNNEEDED void *user, UNNEEDED const struct progress *progress)

UNNEEDED PROGRESS(no_progress)
{
}

/* Tunes a bench, which is of this number in the registry: exhaustively, 60 seconds a task, without a word of how far it
 * is, unless the options say otherwise. */
UNNEEDED static void tune(struct target target, struct run_options options)
{
    options.strategy = options.strategy ? options.strategy : strategy_find("exhaustive");
    options.time_limit = options.time_limit > 0 ? options.time_limit : 60;
    options.progress = options.progress ? options.progress : no_progress;
    CHECK_OK(tuner_run(&tuner, &target, &options, &best, &caught));
}

#endif
