/* Parts of tests' benches: their kernel files, a registry of one suite, and their functions, which may ignore their
 * parameters: job, config, verdict, expected and fault. */
#pragma once

#include "tests/check.h"
#include "tuner/job.h"

#include <unistd.h>

#define ENQUEUE(name)                                                                                                  \
    static enum status name(UNNEEDED struct job *job, UNNEEDED const struct config *config,                            \
                            UNNEEDED struct fault *fault)
#define ARRANGE(name) ENQUEUE(name)
#define EXPECT(name) static void name(UNNEEDED struct job *job, UNNEEDED void *expected)
#define VERIFY(name)                                                                                                   \
    static enum status name(UNNEEDED const struct job *job, UNNEEDED const struct config *config,                      \
                            UNNEEDED struct verdict *verdict, UNNEEDED struct fault *fault)
#define WORK(name) static struct work name(UNNEEDED const struct job *job, UNNEEDED const struct config *config)

/* Launches the first kernel once, for one work-item, on the arrays of slots 0 and 1: from, to. */
UNNEEDED static enum status launch_copy(struct job *job, struct fault *fault)
{
    return LAUNCH(0, launch_groups(1, 1), ARRAY(0), ARRAY(1));
}

/* Accepts any output. */
UNNEEDED VERIFY(accept)
{
    *verdict = (struct verdict){0, 1};
    return OK;
}

UNNEEDED static void hang(void)
{
    for (;;)
        pause();
}

UNNEEDED static void eat_memory(void)
{
    for (;; usleep(1000)) {
        static char *volatile eaten; /* volatile, or a compiler would remove the allocation */
        eaten = malloc(32 << 20);
        memset(eaten, 1, 32 << 20);
    }
}

UNNEEDED static bool always(UNNEEDED const struct config *config)
{
    return true;
}

UNNEEDED static bool never(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *device)
{
    return false;
}

/* Members that each bench has: the functions by the names above, and its verification. */
#define FUNCTIONS(verified)                                                                                            \
    .problem.variants = 1, .problem.setup = setup, .problem.verify = verified, .device.enqueue = enqueue

/* kernels: files, each after the header that all of them have. */
#define KERNELS(...)                                                                                                   \
    UNNEEDED static const struct kernel_file kernels[] = {{"common_compute.h", ""}, __VA_ARGS__, {NULL, NULL}}

/* suite, with this name and these benches, and the registry of it and of these kernel files. */
#define REGISTRY(words, files, ...)                                                                                    \
    static const struct suite suite = {.name = words, .summary = "", .benches = BENCHES(__VA_ARGS__)};                 \
    static const struct suite *const suites[] = {&suite, NULL};                                                        \
    UNNEEDED static const struct registry registry = {.suites = suites, .kernels = files}
