/* The configurations of a problem that a device and a restriction allow. */
#ifndef TUNER_SEARCH_ALLOWED_H
#define TUNER_SEARCH_ALLOWED_H

#include "tuner/search/restriction.h"
#include "tuner/suite.h"

/* Their indices, ascending. */
struct allowed {
    uint64_t *index;
    size_t count;
};

/* Lists them; free() frees `index`. A constraint is asked as soon as what it reads is chosen, so that spaces whose
 * product is far too large to be walked through can be listed. */
struct allowed allowed_list(const struct problem *problem, const struct restriction *restriction,
                            const struct compute_device *device);

/* How many there are. */
size_t allowed_count(const struct problem *problem, const struct restriction *restriction,
                     const struct compute_device *device);

/* Where that is none: the constraint that alone stands in the way of the most; NULL where several do together. */
const struct constraint *allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                                          const struct compute_device *device);

#endif
