/* From names on the command line to problems. */
#pragma once

#include "base/options/options.h"
#include "suites/molecules/structure.h"
#include "tuner/run/tuner.h"

enum { MAX_SIZES = 64 };

/* A requested problem size: a number, or a class that each bench resolves. One in a unit (--atoms 864) is for benches
 * with that unit, and replaces --size there. */
struct requested_size {
    const char *unit;   /* NULL: --size */
    const char *option; /* the option's name, without "--" */
    enum { SIZE_NUMBER, SIZE_SMALL, SIZE_MEDIUM, SIZE_LARGE } kind;
    uint64_t number;
};

struct targets {
    struct target *target;
    size_t count, capacity;
    struct requested_size size[MAX_SIZES];
    size_t sizes;                                           /* of a target; without any the device decides */
    struct structure structure;                             /* of --input; problems point to it */
    const char *file;                                       /* its file; or NULL */
    struct elements elements;                               /* of --elements */
    const char *elements_file;                              /* its file; or NULL */
    uint64_t *fixed;                                        /* of --configs; targets point to it; or NULL */
    struct store_key pinned_structure[STRUCTURE_TYPES + 1]; /* their structures' keys, or "" */
    char *suites;                                           /* the suites, in place of --suite */
    const char *objective, *required;                       /* of the targets that have the figures; or NULL */
    bool energy;                                            /* energy is the objective, of all */
    struct judge **judge;                                   /* owned by the targets */
    size_t judges, judge_capacity;
};

/* Whether a bench's name matches one of --bench's patterns, which commas separate. */
bool bench_chosen(const char *patterns, const char *name);

/* Resolves --suite, --bench, --size and its other names, --set and --shard; sizes that depend on the device stay open.
 * Returns 0, or the exit status after one line on stderr, or a line per mistake of the chosen suites. targets_free
 * frees in both cases. */
int targets_find(struct targets *targets, const struct options *options, const struct registry *registry);
void targets_free(struct targets *targets);

/* Whether --NAME is a size of one of the targets: the unit of its bench. */
bool targets_count(const struct targets *targets, const char *name);

/* The first size requested for a target; NULL if there is none. */
const struct requested_size *targets_requested_size(const struct targets *targets, const struct target *target);

/* Resolves the sizes, once the device is known (or NULL): a target per bench and size, or one for a structure's
 * atoms. */
void targets_size(struct targets *targets, const struct compute_device *device);

/* Whether a device can run the problem (NULL: any device). OK, or the status of the bench's check. */
enum status target_check(const struct target *target, const struct compute_device *device, struct fault *fault);

/* Checks all targets. Returns 0, or 2 after one line on stderr. Benches not chosen by name that cannot run are skipped,
 * with a line, unless none can. */
int targets_check(struct targets *targets, bool by_name, const struct compute_device *device);

/* Whether two are of the same bench of the same suite: suites may share a bench. */
bool same_place(const struct target *a, const struct target *b);

/* The number of suites of the targets. */
size_t targets_suites(const struct targets *targets);

/* Reports an unknown suite and returns 2. */
int suite_unknown(const struct registry *registry, const char *name);
