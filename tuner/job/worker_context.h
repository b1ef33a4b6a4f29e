/* The context of jobs in a worker: an open device, the store, and the tuner's own kernels, which generate inputs on the
 * device, compute checksums of arrays, and overwrite words of outputs. */
#pragma once

#include "tuner/job/program.h"
#include "tuner/job/recipe.h"

/* The kernels are loaded on first use and unloaded by worker_context_close; the caller owns the rest. It outlives the
 * jobs that are opened in it, and is closed before the compute context is freed. */
struct worker_context {
    struct compute_context *context;
    const char *store; /* folder */
    const struct registry *registry;
    uint64_t secret; /* of the run; the positions of samples depend on it */
    struct loaded generator[GENERATORS], checksum, spoil;
    struct compute_array *sums; /* of the last checksum, one per group */
    uint32_t salt;              /* of all checksums */
};

void worker_context_close(struct worker_context *place);

/* Compiles the kernels that the store does not have, for a device that need not be in this machine. */
enum status worker_context_compile(const char *store, const struct registry *registry,
                                   const struct compute_device *device, struct fault *fault);

/* Queues the generation of an array of at least recipe_bytes; does not wait, but compiles a kernel that is not in the
 * store. */
enum status worker_context_generate(struct worker_context *place, struct recipe recipe, struct compute_array *array,
                                    struct fault *fault);

/* The sum of an array's 32-bit words, each mixed with its position and the salt; bytes after the last whole word do not
 * count. Waits for the result. */
enum status worker_context_checksum(struct worker_context *place, struct compute_array *array, uint64_t *sum,
                                    struct fault *fault);

#define CHECKSUM_FILE "tuner/checksum.cl"
#define SPOIL_FILE "tuner/spoil.cl"

/* Queues the overwriting of one word in `length` of an array, at positions that depend on `number` (see the kernel). */
enum status worker_context_spoil(struct worker_context *place, struct compute_array *array, uint32_t length,
                                 uint32_t number, struct fault *fault);
