/* The rows of a run by problem. */
#pragma once

#include "reports/results.h"

/* A problem: its configurations' counts by status, and its best if there is one. References are not counted. */
struct group {
    const struct named_problem *problem;
    size_t number; /* of the problem */
    const struct best *best;
    uint64_t rows[STATUS_COUNT];
    size_t found, bench; /* which one it was, as they were found; and the first of its bench */
};

struct groups {
    struct group *group;
    size_t count;
};

/* In the order in which benches were found, each with its sizes in theirs; of problems that have rows. The caller frees
 * groups.group. */
struct groups groups_make(const struct results *results);

/* Configurations tried. */
uint64_t group_tried(const struct group *group);

/* Whether there is a best, and it is right. */
bool group_has_best(const struct group *group);

/* Whether a group has a line in the table of a suite: one of a bench that the device cannot run, or that was only
 * verified or compiled, has none. */
bool group_in_table(const struct group *group, const char *suite);

/* How many lines the tables of all suites have, beside those of references. */
size_t groups_lines(const struct groups *groups);
