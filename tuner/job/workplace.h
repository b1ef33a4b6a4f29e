/* Where jobs are: a device in use, the store, and the kernels that make generated inputs on the device. */
#ifndef TUNER_JOB_WORKPLACE_H
#define TUNER_JOB_WORKPLACE_H

#include "tuner/job/program.h"

enum { GENERATORS = GENERATE_EXACT_DOUBLES + 1 };

/* The kernels are loaded when they are first needed and stay until workplace_close; the rest is its maker's. It
 * outlives the jobs that are opened in it, and is closed before its context is freed. */
struct workplace {
    struct compute_context *context;
    const char *store; /* folder */
    const struct registry *registry;
    struct loaded generator[GENERATORS];
};

void workplace_close(struct workplace *place);

/* A generated array: what job_generate in suite.h says of it. */
struct recipe {
    enum generator generator;
    uint64_t count, seed, row;
};

size_t recipe_bytes(struct recipe recipe);

/* Queues the making of an array of at least recipe_bytes; does not wait, but compiles where the store has no kernel. */
enum status workplace_generate(struct workplace *place, struct recipe recipe, struct compute_array *array,
                               struct fault *fault);

#endif
