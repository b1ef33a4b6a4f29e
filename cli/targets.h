/* From names on the command line to benches in the registry. */
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
    struct inputs *inputs;  /* of each suite of the registry; those of targets point here */
    struct mm_float4 *atom; /* of --input; or NULL */
    size_t atoms;
};

/* Resolves --suite, --bench, --size, --set and what is said of inputs (cli/inputs.h); sizes that depend on the device
 * stay open. Returns 0, or the exit status after one line on stderr. targets_free frees it in both cases. */
int targets_find(struct targets *targets, const struct options *options);
void targets_free(struct targets *targets);

/* Fills the sizes in, once the device is known: a target for each bench and size. */
void targets_size(struct targets *targets, bool is_cpu);

/* A suite by name, or NULL. */
const struct suite *suite_find(const char *name, uint32_t *position);

/* Reports an unknown suite and returns 2. */
int suite_unknown(const char *name);

#endif
