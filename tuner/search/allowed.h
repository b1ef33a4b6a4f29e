/* The configurations of a problem that a device and a restriction allow. */
#pragma once

#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"
#include "tuner/suite.h"

/* The solved space is the set of allowed configurations, unless that is too large: then some constraints are left out,
 * the solved space is a superset, and allowed_keep() filters its samples. Problem and device outlive it. */
struct allowed {
    struct solved solved;
    const struct problem *problem;
    const struct compute_device *device;
    bool *left_out; /* of the space's constraints */
    size_t left_outs;
    uint64_t unlisted; /* of a part that is too large to be listed (shard.h) */
};

/* Constraints that are functions are code of a suite: a subprocess evaluates them. INVALID if one crashes, does not
 * return, or ends the program, with the values at which this happens; if an expression does not compile; and if one has
 * no value for a configuration that all others allow. */

/* INVALID also for a space whose product does not fit into 64 bits. To be freed in any case. */
enum status allowed_solve(const struct problem *problem, const struct restriction *restriction,
                          const struct compute_device *device, struct allowed *allowed, struct fault *fault);
void allowed_free(struct allowed *allowed);

/* Removes the configurations that a left-out constraint forbids, or for which it has no value; returns how many are
 * kept. */
size_t allowed_keep(const struct allowed *allowed, uint64_t *index, size_t count);

/* The allowed configuration that differs from one in the fewest parameters; NO_CONFIGURATION if there is none. If
 * constraints were left out: that configuration itself, or any. */
uint64_t allowed_nearest(const struct allowed *allowed, uint64_t origin);

/* For each of some configurations: the first constraint that it violates on a device (NULL: an unknown one); NULL if it
 * violates none. */
enum status allowed_broken(const struct problem *problem, const uint64_t *index, size_t count,
                           const struct compute_device *device, const struct constraint **broken, struct fault *fault);

/* If nothing is allowed: the constraint whose removal would allow the most; NULL if no single one suffices. */
enum status allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                             const struct compute_device *device, const struct constraint **obstacle,
                             struct fault *fault);
