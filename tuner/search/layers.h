/* In which order a space's parameters are chosen, so that few ways of having chosen some need be told apart. */
#pragma once

#include "tuner/search/restriction.h"

/* The parameters that a constraint joins, each once. */
struct joined {
    size_t *parameter, count;
};

/* Those joined by constraints follow on one another, such that as few as can be stand between what was chosen and a
 * constraint that waits for more; what is joined by none comes last. A guess: it takes the best of greedy ones. */
void layers_order(const struct space *space, const struct restriction *restriction, const struct joined *joined,
                  size_t constraints, size_t *order);
