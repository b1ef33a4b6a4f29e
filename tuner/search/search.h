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
    const struct space *space; /* NULL for a list */
    struct tries *tries;       /* of each value */
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

/* ---- outcome.c ---- */

/* What came of a configuration. One that was dropped is right, and too slow. */
enum outcome { OUTCOME_MEASURED, OUTCOME_DROPPED, OUTCOME_FAILED };

/* Tells the search. A value with which four configurations or more failed and none was right is put off while another
 * one of its parameter was right: what comes still and has it comes last. Nothing is left out; a list stays as it is.
 */
void search_tell(struct search *search, uint64_t index, enum outcome outcome);

/* Whether a configuration has a value that is put off. */
bool search_puts_off(const struct search *search, uint64_t index);

/* Nothing was tried yet; in search_start. */
void search_begin_tries(struct search *search, const struct space *space);

#endif
