/* Groups the failed configurations, and finds what they have in common. */
#pragma once

#include "reports/results.h"

/* Failures of one bench, or of one problem, with the same status. */
struct failures {
    const struct results *results;
    const struct named_problem *problem; /* of the first of them */
    const struct row *first;
    size_t count;
    bool alone; /* of one problem */
};

/* The failures of each bench at all sizes, by status; or of one problem, by its number. The caller frees the list.
 * References are not included. */
struct failures *failures_find(const struct results *results, size_t *count);
struct failures *failures_of_problem(const struct results *results, size_t problem, size_t *count);

/* Whether all of them have the first one's value of a parameter, and some other configuration of the bench, or of the
 * problem, does not: otherwise it is no information. */
bool failures_common(const struct failures *failures, size_t parameter);
