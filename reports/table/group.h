/* Groups the rows of a run by problem. */
#pragma once

#include "reports/results.h"

/* A problem: the counts of its configurations by status, and its best if any. References are not counted. */
struct group {
    const struct named_problem *problem;
    size_t number; /* of the problem */
    const struct best *best;
    uint64_t rows[STATUS_COUNT];
    size_t found, bench; /* its number in the order of the run; and that of the first of its bench */
};

struct groups {
    struct group *group;
    size_t count;
};

/* In the order of the benches in the run, each with its sizes in their order; problems that have rows. The caller frees
 * groups.group. */
struct groups groups_make(const struct results *results);

/* Configurations tried. */
uint64_t group_tried(const struct group *group);

/* Whether there is a best, and it is right. */
bool group_has_best(const struct group *group);

/* Whether a group has a line in the table of a suite: none for a bench that the device cannot run, or that was only
 * verified or compiled. */
bool group_in_table(const struct group *group, const char *suite);

/* The number of lines in the tables of all suites, without those of references. */
size_t groups_lines(const struct groups *groups);
