/* Strategies: in which order the configurations of a space are tried. One a file. */
#ifndef TUNER_SEARCH_STRATEGY_H
#define TUNER_SEARCH_STRATEGY_H

#include "tuner/space.h"

/* A strategy puts some or all of `allowed` (count indices, ascending) into `order` and returns how many. */
struct strategy {
    const char *name, *summary;
    size_t (*order)(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed, uint64_t *order);
};

extern const struct strategy exhaustive_strategy, pairwise_strategy, random_strategy, values_strategy;

/* Everything in random order: the best so far falls quickly, which is what racing lives on. */
size_t strategy_shuffled(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed,
                         uint64_t *order);

/* Shuffles a list (Fisher-Yates, counter-based generator): the same seed gives the same order everywhere. */
void strategy_shuffle(uint64_t *list, size_t count, uint64_t seed);

#endif
