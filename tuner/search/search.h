/* A search of one problem: a strategy that is asked and told, over what is allowed, within its budget. */
#pragma once

#include "tuner/search/allowed.h"
#include "tuner/search/doubt.h"
#include "tuner/search/strategy.h"

struct search {
    const struct strategy *strategy; /* NULL: nothing is allowed */
    void *state;
    struct allowed among; /* what is allowed, but of a list */
    uint64_t *warm_start; /* what is asked first; NULL: of a list */
    uint64_t allowed;     /* configurations that the constraints and the restriction admit; so many at most, where not
                             all constraints were solved */
    uint64_t first; /* the default, or the allowed configuration next to it; NO_CONFIGURATION if nothing is allowed */
    uint64_t most;  /* that the strategy asks at most, and the budget allows */
    size_t asked, observed;
    uint64_t budget;    /* of those that are asked; UINT64_MAX: none */
    bool done;          /* nothing is asked any more */
    struct doubt doubt; /* of what was told; whoever tells it knows what may be the best */
};

/* Starts a strategy by the problem's seed; problem and device outlive the search, which stays where it is. Errors:
 * allowed.h; then there is nothing to end. */
enum status search_start(struct search *search, const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, const struct strategy *strategy,
                         const struct search_budget *budget, struct fault *fault);

/* The same, asking for them behind the default, and before others: of each what is allowed next to it. */
enum status search_start_with(struct search *search, const struct problem *problem,
                              const struct restriction *restriction, const struct compute_device *device,
                              const struct strategy *strategy, const struct search_budget *budget,
                              const struct wanted *wanted, struct fault *fault);
void search_end(struct search *search);

/* A search of what is listed, in that order, the first of it as the default: without any strategy. */
void search_list(struct search *search, const uint64_t *index, size_t count);

/* What to try next. Once what was asked is told, there is nothing to wait for: a strategy that waits then is done. */
enum ask_result search_ask(struct search *search, uint64_t *index);
void search_tell(struct search *search, const struct observation *observed);

/* What may be left to gain in what was not tried, of a search that is none of a list: doubt_left; 1 where nothing can
 * be said. */
double search_left(const struct search *search);

/* What is told next was not asked: an earlier run found it, before anything is asked. It is of this budget or not. */
void search_recall(struct search *search, bool budgeted);
