/* A search of one problem: what is allowed, and what comes next. */
#ifndef TUNER_SEARCH_SEARCH_H
#define TUNER_SEARCH_SEARCH_H

#include "tuner/search/allowed.h"
#include "tuner/search/strategy.h"

/* All strategies, ended by NULL. */
extern const struct strategy *const strategies[];
const struct strategy *strategy_find(const char *name);

struct search {
    uint64_t *order;
    size_t count, at;
    size_t allowed; /* configurations that the constraints and the restriction admit */
    uint64_t first; /* the default, or the allowed configuration next to it; NO_CONFIGURATION if nothing is allowed */
};

/* The default comes first. With `sample_values`, then one configuration for each value of every parameter, each as near
 * to the default as the constraints allow; then what the strategy asks, by the problem's seed. Nothing comes twice.
 * INVALID for a space whose product does not fit into 64 bits, or of which more than MOST_ALLOWED are allowed. */
enum status search_start(struct search *search, const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, const struct strategy *strategy, bool sample_values,
                         struct fault *fault);
void search_end(struct search *search);

/* A search of what is listed, in that order, the first of it as the default: without any strategy. */
void search_list(struct search *search, const uint64_t *index, size_t count);

/* Leaves out what comes still and is listed, in ascending order. Returns how many those were. */
size_t search_leave_out(struct search *search, const uint64_t *index, size_t count);

/* The next index, NO_CONFIGURATION when there is none. */
uint64_t search_next(struct search *search);

#endif
