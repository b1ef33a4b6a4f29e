/* The results of a problem in one file, and whether they are comparable with those of another file. */
#pragma once

#include "reports/results.h"

/* What must be equal, each with a descriptive text. The first ones describe the task, the others the measurement. */
enum aspect {
    ASPECT_INPUTS,
    ASPECT_SEED,
    ASPECT_CACHES,
    ASPECT_OBJECTIVE,
    ASPECT_DEMANDS,
    ASPECTS_ASKED,
    ASPECT_MEASURING = ASPECTS_ASKED,
    ASPECT_PARAMETERS,
    ASPECT_KERNEL,
    ASPECTS
};

/* The results of a problem in one file. */
struct device_entry {
    size_t file, number, device; /* of the file, of the problem in it, of the device */
    const struct results *results;
    const struct named_problem *problem;
    const struct result *best; /* if none was chosen, the fastest acceptable one; NULL: none has a time */
    char *best_name;           /* by entry_name; or NULL */
    enum objective objective;
    bool chosen, whole; /* the best was chosen; among all that the run was to try, not among a part */
    double fraction;    /* of its limit; 0: unknown */
    bool leads;         /* the newest of its device for its problem */
    size_t age;         /* its rank among all entries, the newest first */
    char *aspect[ASPECTS];
    size_t *order;      /* of the parameters, by their names */
    struct texts names; /* of its configurations, and their rows; empty until the first lookup */
    const struct row **row;
};

/* Fills an entry's texts, and frees them. */
void aspects_fill(struct device_entry *entry);
void aspects_free(struct device_entry *entry);

/* Whether all aspects from `first` to before `end` are equal by their texts, except the kernel's. */
bool aspects_same(const struct device_entry *a, const struct device_entry *b, enum aspect first, enum aspect end);

/* Prints an entry's text for an aspect that differs from other entries: only the differing settings and parameters. */
void aspect_print(FILE *file, const struct device_entry *entry, enum aspect aspect, struct device_entry *const *other,
                  size_t others);

/* Whether two entries have the same kernel source: by the hash of all kernels, or by the code of a configuration of
 * both, made by the same compiler for the same architecture. */
enum sameness { SAME, OTHER, UNKNOWN };
enum sameness kernel_same(struct device_entry *a, struct device_entry *b);

/* "BLOCK_SIZE:128/LOAD:striped", parameters in alphabetical order: the name of an entry's configuration, allocated; and
 * its row with that name, or NULL. */
char *entry_name(const struct device_entry *entry, uint64_t index);
const struct row *entry_row(struct device_entry *entry, const char *name);
