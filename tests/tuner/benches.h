/* What benches of tests are made of: their kernel files, a registry of one suite, and their functions, which need not use
 * what they are given: job, config, verdict, expected and fault. */
#ifndef TESTS_TUNER_BENCHES_H
#define TESTS_TUNER_BENCHES_H

#include "tuner/suite.h"

#define UNUSED __attribute__((unused))

#define ENQUEUE(name)                                                                                                  \
    static enum status name(UNUSED struct job *job, UNUSED const struct config *config, UNUSED struct fault *fault)
#define ARRANGE(name) ENQUEUE(name)
#define EXPECT(name) static void name(UNUSED struct job *job, UNUSED void *expected)
#define VERIFY(name)                                                                                                   \
    static enum status name(UNUSED const struct job *job, UNUSED const struct config *config,                          \
                            UNUSED struct verdict *verdict, UNUSED struct fault *fault)
#define WORK(name) static struct work name(UNUSED const struct job *job, UNUSED const struct config *config)

/* kernels: files, and the header that each has before it. */
#define KERNELS(...)                                                                                                   \
    UNUSED static const struct kernel_file kernels[] = {{"common_compute.h", ""}, __VA_ARGS__, {NULL, NULL}}

/* suite, of this name and these benches, and the registry of it and of these kernel files. */
#define REGISTRY(words, files, ...)                                                                                    \
    static const struct suite suite = {.name = words, .summary = "", .benches = BENCHES(__VA_ARGS__)};                 \
    static const struct suite *const suites[] = {&suite, NULL};                                                        \
    UNUSED static const struct registry registry = {.suites = suites, .kernels = files}

#endif
