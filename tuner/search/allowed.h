/* The configurations of a problem that a device and a restriction allow. */
#pragma once

#include "tuner/search/restriction.h"
#include "tuner/suite.h"

/* As many can be searched. */
enum { MOST_ALLOWED = 1 << 24 };

/* Their indices, ascending. */
struct allowed {
    uint64_t *index;
    size_t count; /* MOST_ALLOWED + 1: there are more than can be searched */
};

/* Constraints that are functions are their suite's code: they are asked in a process of their own. INVALID with one
 * that crashes, does not return, or ends the program, and where; and with an expression that is none, or has no answer
 * for a configuration. Then nothing is known of the others. */

/* Lists them; free() frees `index`. A constraint is asked as soon as what it reads is chosen, so that spaces whose
 * product is far too large to be walked through can be listed. */
enum status allowed_list(const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, struct allowed *allowed, struct fault *fault);

/* How many there are, at most MOST_ALLOWED + 1. */
enum status allowed_count(const struct problem *problem, const struct restriction *restriction,
                          const struct compute_device *device, size_t *count, struct fault *fault);

/* Of each of some configurations the first constraint that it breaks on a device (or on one of which nothing is known:
 * NULL); NULL if it breaks none. */
enum status allowed_broken(const struct problem *problem, const uint64_t *index, size_t count,
                           const struct compute_device *device, const struct constraint **broken, struct fault *fault);

/* Where that is none: the constraint that alone stands in the way of the most, as far as can be told in a second; NULL
 * where several do together. */
enum status allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                             const struct compute_device *device, const struct constraint **obstacle,
                             struct fault *fault);
