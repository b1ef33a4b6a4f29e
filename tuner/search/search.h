/* Strategies: in which order the configurations of a space are tried. */
#ifndef TUNER_SEARCH_SEARCH_H
#define TUNER_SEARCH_SEARCH_H

#include "tuner/suite.h"

/* A strategy puts some or all of `allowed` (count indices, ascending) into `order` and returns how many. */
struct strategy {
    const char *name, *summary;
    size_t (*order)(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed, uint64_t *order);
};

/* All strategies, ended by a NULL name: exhaustive, pairwise, random. */
extern const struct strategy strategies[];
const struct strategy *strategy_find(const char *name);

/* A search of one bench: what is allowed, and what comes next. */
struct search {
    uint64_t *order;
    size_t count, at;
    size_t allowed; /* configurations that the constraints and the restriction admit */
    uint64_t first; /* the default, or the allowed configuration next to it; UINT64_MAX if nothing is allowed */
};

/* The default comes first. With `sample_values`, then one configuration for each value of every parameter, each as near
 * to the default as the constraints allow; then what the strategy asks. Nothing comes twice. */
void search_start(struct search *search, const struct bench *bench, const struct restriction *restriction,
                  const struct compute_device *device, const struct strategy *strategy, bool sample_values,
                  uint64_t seed);
void search_end(struct search *search);

/* Shuffles a list (Fisher-Yates, counter-based generator): the same seed gives the same order everywhere. */
void search_shuffle(uint64_t *list, size_t count, uint64_t seed);

/* The next index, UINT64_MAX when there is none. */
uint64_t search_next(struct search *search);

/* How many configurations of a bench a device allows. */
size_t search_allowed(const struct bench *bench, const struct restriction *restriction,
                      const struct compute_device *device);

/* Where that is none: the constraint that alone stands in the way of the most; NULL where several do together. */
const struct constraint *search_obstacle(const struct bench *bench, const struct restriction *restriction,
                                         const struct compute_device *device);

#endif
