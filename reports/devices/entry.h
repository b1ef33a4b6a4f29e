/* What a file has of a problem, and whether that compares with what another has. */
#pragma once

#include "reports/results.h"

/* What must be the same, each with a text that says what it is. The first ones were asked for, the others are how it
 * was done. */
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

/* What a file has of a problem. */
struct device_entry {
    size_t file, number, device; /* the file's number, the problem's in it, the device's */
    const struct results *results;
    const struct named_problem *problem;
    const struct result *best; /* where none was chosen, the fastest that may be it; NULL: none has a time */
    char *best_name;           /* entry_name of it; or NULL */
    enum objective objective;
    bool chosen, whole; /* the best was chosen; of all that the run was to try, and not of a part */
    double fraction;    /* of its limit; 0: not known */
    bool leads;         /* of its device the newest in its problem */
    size_t age;         /* its place among all entries, the newest first */
    char *aspect[ASPECTS];
    size_t *order;      /* of the parameters, by their names */
    struct texts names; /* of its configurations, and their rows; empty until one is looked for */
    const struct row **row;
};

/* Fills an entry's texts, and frees them. */
void aspects_fill(struct device_entry *entry);
void aspects_free(struct device_entry *entry);

/* Whether all of the aspects from `first` to before `end` are the same, by their texts; not that of the kernel. */
bool aspects_same(const struct device_entry *a, const struct device_entry *b, enum aspect first, enum aspect end);

/* Says of an aspect what an entry has, where others have something else: of settings and parameters those alone. */
void aspect_print(FILE *file, const struct device_entry *entry, enum aspect aspect, struct device_entry *const *other,
                  size_t others);

/* Whether two are of one text of the kernel: by the hash of all kernels, or by the code of a configuration of both,
 * where one compiler made it for one architecture. */
enum sameness { SAME, OTHER, UNKNOWN };
enum sameness kernel_same(struct device_entry *a, struct device_entry *b);

/* "BLOCK_SIZE:128/LOAD:striped", parameters by the alphabet: the name of an entry's configuration, allocated; and its
 * row of such a name, or NULL. */
char *entry_name(const struct device_entry *entry, uint64_t index);
const struct row *entry_row(struct device_entry *entry, const char *name);
