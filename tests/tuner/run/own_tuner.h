/* A test program that is its own worker, and its tuner, which has the fake device. */
#ifndef TESTS_TUNER_RUN_OWN_TUNER_H
#define TESTS_TUNER_RUN_OWN_TUNER_H

#include "tests/check.h"
#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/run/tuner.h"
#include "tuner/worker/worker.h"

static struct tuner tuner;
static volatile sig_atomic_t stop;
static uint64_t tuner_memory; /* bytes that a worker may hold; 0: as usual */

/* Before all else: a worker serves here, and ends. */
static void serve_or_go_on(const struct registry *registry, int argc, char **argv)
{
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT))
        exit(worker_main(registry, argv[WORKER_CACHE]));
    signal(SIGPIPE, SIG_IGN);
    enter_own_folder();
}

static void open_tuner(const struct registry *registry, unsigned jobs)
{
    struct tuner_options options = {.launcher = {.program = "/proc/self/exe", .cache = "cache", .memory = tuner_memory},
                                    .registry = registry,
                                    .jobs = jobs,
                                    .stop = &stop};
    CHECK(compute_find("fake", 0, &options.device, NULL) == OK);
    options.device.clock_mhz = 0; /* no warming up */
    CHECK_OK(tuner_open(&tuner, &options, &caught));
}

#endif
