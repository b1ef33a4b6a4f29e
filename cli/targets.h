/* From names on the command line to benches in the registry. */
#ifndef CLI_TARGETS_H
#define CLI_TARGETS_H

#include "cli/options.h"
#include "tuner/tuner.h"

struct targets {
    struct target *target;
    size_t count, capacity;
    enum { SIZE_DEFAULT, SIZE_SMALL, SIZE_MEDIUM, SIZE_LARGE, SIZE_NUMBER } size;
    uint64_t number; /* SIZE_NUMBER */
};

/* Resolves --suite, --bench, --size and --set; sizes that depend on the device stay open. Returns 0, or the exit
 * status after one line on stderr. targets_free frees it in both cases. */
int targets_find(struct targets *targets, const struct options *options);
void targets_free(struct targets *targets);

/* Fills the sizes in, once the device is known. */
void targets_size(struct targets *targets, bool is_cpu);

/* A suite by name, or NULL. */
const struct suite *suite_find(const char *name, uint32_t *position);

/* Reports an unknown suite and returns 2. */
int suite_unknown(const char *name);

#endif
