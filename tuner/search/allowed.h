/* The configurations of a problem that a device and a restriction allow. */
#ifndef TUNER_SEARCH_ALLOWED_H
#define TUNER_SEARCH_ALLOWED_H

#include "tuner/search/restriction.h"
#include "tuner/suite.h"

/* As many can be searched. */
enum { MOST_ALLOWED = 1 << 24 };

/* Their indices, ascending. */
struct allowed {
    uint64_t *index;
    size_t count; /* MOST_ALLOWED + 1: there are more than can be searched */
};

/* Lists them; free() frees `index`. A constraint is asked as soon as what it reads is chosen, so that spaces whose
 * product is far too large to be walked through can be listed. */
struct allowed allowed_list(const struct problem *problem, const struct restriction *restriction,
                            const struct compute_device *device);

/* How many there are, at most MOST_ALLOWED + 1. */
size_t allowed_count(const struct problem *problem, const struct restriction *restriction,
                     const struct compute_device *device);

/* The first constraint that a configuration breaks on a device; NULL if it breaks none. */
const struct constraint *allowed_broken(const struct problem *problem, uint64_t index,
                                        const struct compute_device *device);

/* Where that is none: the constraint that alone stands in the way of the most, as far as can be told in a second; NULL
 * where several do together. */
const struct constraint *allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                                          const struct compute_device *device);

#endif
