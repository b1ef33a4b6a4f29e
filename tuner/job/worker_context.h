/* Where jobs are: a device in use, the store, and kernels of the tuner's own: those that make generated inputs on the
 * device, the one that tells whether an array is as it was, and the one that spoils outputs. */
#pragma once

#include "tuner/job/program.h"
#include "tuner/job/recipe.h"

/* The kernels are loaded when they are first needed and stay until worker_context_close; the rest is its maker's. It
 * outlives the jobs that are opened in it, and is closed before its context is freed. */
struct worker_context {
    struct compute_context *context;
    const char *store; /* folder */
    const struct registry *registry;
    uint64_t secret; /* of the run: what places of samples are drawn from */
    struct loaded generator[GENERATORS], checksum, spoil;
    struct compute_array *sums; /* of the last checksum, one of each group */
    uint32_t salt;              /* of all checksums */
};

void worker_context_close(struct worker_context *place);

/* Compiles them all for a device that need not be here, as the store has them not. */
enum status worker_context_compile(const char *store, const struct registry *registry,
                                   const struct compute_device *device, struct fault *fault);

/* Queues the making of an array of at least recipe_bytes; does not wait, but compiles where the store has no kernel. */
enum status worker_context_generate(struct worker_context *place, struct recipe recipe, struct compute_array *array,
                                    struct fault *fault);

/* The sum of an array's words, mixed with their places and the place's salt; what is behind the last whole word does
 * not count. Waits for it. */
enum status worker_context_checksum(struct worker_context *place, struct compute_array *array, uint64_t *sum,
                                    struct fault *fault);

#define CHECKSUM_FILE "tuner/checksum.cl"
#define SPOIL_FILE "tuner/spoil.cl"

/* Queues that one word in `length` of an array is made another one, at places that `number` chooses (the kernel says
 * how). */
enum status worker_context_spoil(struct worker_context *place, struct compute_array *array, uint32_t length,
                                 uint32_t number, struct fault *fault);
