/* The order of parameters in a decision diagram (solved.h), such that few states need to be distinguished. */
#pragma once

#include "tuner/search/restriction.h"

/* The parameters that a constraint joins, each once. */
struct joined {
    size_t *parameter, count;
};

/* Parameters of the same constraints are adjacent, so that a constraint can be evaluated as soon as possible;
 * parameters of no constraint come last. A heuristic: the best of several greedy orders. */
void layers_order(const struct space *space, const struct restriction *restriction, const struct joined *joined,
                  size_t constraints, size_t *order);
