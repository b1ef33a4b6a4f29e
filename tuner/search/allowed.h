/* The configurations of a problem that a device and a restriction allow. */
#pragma once

#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"
#include "tuner/suite.h"

/* What is solved is all that is allowed; but where that would be too large, constraints are left out of it: then it has
 * others, too, and what is drawn of it has to be kept. Problem and device outlive it. */
struct allowed {
    struct solved solved;
    const struct problem *problem;
    const struct compute_device *device;
    bool *left_out; /* of the space's constraints */
    size_t left_outs;
    uint64_t unlisted; /* of a part that is larger than what is listed of one (shard.h) */
};

/* Constraints that are functions are their suite's code: they are asked in a process of their own. INVALID with one
 * that crashes, does not return, or ends the program, and where; and with an expression that is none, or has no answer
 * for a configuration which all others allow. Then nothing is known of the others. */

/* INVALID as well for a space whose product does not fit into 64 bits. To be freed whatever comes back. */
enum status allowed_solve(const struct problem *problem, const struct restriction *restriction,
                          const struct compute_device *device, struct allowed *allowed, struct fault *fault);
void allowed_free(struct allowed *allowed);

/* Keeps those of some solved configurations that the constraints left out allow, too: how many. One for which they have
 * no answer is not kept. */
size_t allowed_keep(const struct allowed *allowed, uint64_t *index, size_t count);

/* The allowed configuration nearest to one, which differs in the fewest parameters; NO_CONFIGURATION where there is
 * none. Where not all constraints were solved, the one itself, or any. */
uint64_t allowed_nearest(const struct allowed *allowed, uint64_t origin);

/* Of each of some configurations the first constraint that it breaks on a device (or on one of which nothing is known:
 * NULL); NULL if it breaks none. */
enum status allowed_broken(const struct problem *problem, const uint64_t *index, size_t count,
                           const struct compute_device *device, const struct constraint **broken, struct fault *fault);

/* Where nothing is allowed: the constraint that alone stands in the way of the most; NULL where several do together. */
enum status allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                             const struct compute_device *device, const struct constraint **obstacle,
                             struct fault *fault);
