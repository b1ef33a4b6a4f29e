/* From names on the command line to problems. */
#ifndef CLI_TARGETS_H
#define CLI_TARGETS_H

#include "cli/options.h"
#include "tuner/run/tuner.h"

enum { MAX_SIZES = 16 };

/* A problem size as it was asked for: a number, or a class whose number is the bench's own. */
struct asked_size {
    enum { SIZE_NUMBER, SIZE_SMALL, SIZE_MEDIUM, SIZE_LARGE } kind;
    uint64_t number;
};

struct targets {
    struct target *target;
    size_t count, capacity;
    struct asked_size size[MAX_SIZES];
    size_t sizes;           /* 0: the device decides */
    struct mm_float4 *atom; /* of --input, which problems point to; or NULL */
    size_t atoms;
    const char *structure; /* the file that they are from; or NULL */
};

/* Resolves --suite, --bench, --size and --set; sizes that depend on the device stay open. Returns 0, or the exit status
 * after one line on stderr, or a line for each mistake of what was chosen. targets_free frees it in both cases. */
int targets_find(struct targets *targets, const struct options *options, const struct registry *registry);
void targets_free(struct targets *targets);

/* Fills the sizes in, once the device is known: a target for each bench and size. */
void targets_size(struct targets *targets, bool is_cpu);

/* Reports an unknown suite and returns 2. */
int suite_unknown(const struct registry *registry, const char *name);

#endif
