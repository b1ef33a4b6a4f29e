/* From names on the command line to problems. */
#pragma once

#include "base/options/options.h"
#include "suites/molecules/structure.h"
#include "tuner/run/tuner.h"

enum { MAX_SIZES = 64 };

/* A problem size as it was asked for: a number, or a class whose number is the bench's own. One in a unit (--atoms 864)
 * is of the benches that count so, and instead of what --size says of them. */
struct requested_size {
    const char *unit;   /* NULL: --size */
    const char *option; /* that had it, without "--" */
    enum { SIZE_NUMBER, SIZE_SMALL, SIZE_MEDIUM, SIZE_LARGE } kind;
    uint64_t number;
};

struct targets {
    struct target *target;
    size_t count, capacity;
    struct requested_size size[MAX_SIZES];
    size_t sizes;                                           /* of a target that none is for the device decides */
    struct structure structure;                             /* of --input, which problems point to */
    const char *file;                                       /* that it is from; or NULL */
    struct elements elements;                               /* of --elements */
    const char *elements_file;                              /* that they are from; or NULL */
    uint64_t *fixed;                                        /* of --configs: what the targets' point to; or NULL */
    struct store_key pinned_structure[STRUCTURE_TYPES + 1]; /* their structures' keys, or "" */
    char *suites;                                           /* and what --suite would have said */
    const char *objective, *required;                       /* of the targets that have such; or NULL */
    bool energy;                                            /* that is the objective, of all */
    struct judge **judge;                                   /* theirs */
    size_t judges, judge_capacity;
};

/* Whether a bench's name fits one of the patterns of --bench, which stand between commas. */
bool bench_chosen(const char *patterns, const char *name);

/* Resolves --suite, --bench, --size and its other names, --set and --shard; sizes that depend on the device stay open.
 * Returns 0, or the exit status after one line on stderr, or a line for each mistake of what was chosen. targets_free
 * frees it in both cases. */
int targets_find(struct targets *targets, const struct options *options, const struct registry *registry);
void targets_free(struct targets *targets);

/* Whether --NAME gives a size to one of the targets: it is the unit of its bench's. */
bool targets_count(const struct targets *targets, const char *name);

/* The first size that was asked of a target; NULL if none was. */
const struct requested_size *targets_requested_size(const struct targets *targets, const struct target *target);

/* Fills the sizes in, once the device is known (or NULL): a target for each bench and size, or one,
 * where a structure's atoms are that. */
void targets_size(struct targets *targets, const struct compute_device *device);

/* Asks a bench whether there is such a problem on the device (NULL: on any). OK, or as its check says. */
enum status target_check(const struct target *target, const struct compute_device *device, struct fault *fault);

/* Asks all of them. Returns 0, or 2 after one line on stderr. Of benches that were not chosen by name those that cannot
 * be are left out, with a line, as long as others can. */
int targets_check(struct targets *targets, bool by_name, const struct compute_device *device);

/* Whether they are of one bench of one suite: two suites may have one bench. */
bool same_place(const struct target *a, const struct target *b);

/* How many suites they are of. */
size_t targets_suites(const struct targets *targets);

/* Reports an unknown suite and returns 2. */
int suite_unknown(const struct registry *registry, const char *name);
