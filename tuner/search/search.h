/* The search of one problem: a strategy over the allowed configurations, within a budget. */
#pragma once

#include "tuner/search/allowed.h"
#include "tuner/search/doubt.h"
#include "tuner/search/strategy.h"

struct search {
    const struct strategy *strategy; /* NULL: nothing is allowed */
    void *state;
    struct allowed among; /* the allowed configurations; not used for a list */
    uint64_t *warm_start; /* tried first; NULL for a list */
    uint64_t allowed;     /* configurations that the constraints and the restriction admit; an upper bound if
                             constraints were left out */
    uint64_t
        first;     /* the default, or the allowed configuration nearest to it; NO_CONFIGURATION if nothing is allowed */
    uint64_t most; /* configurations that the strategy and the budget admit at most */
    size_t asked, observed;
    uint64_t budget;    /* of configurations asked; UINT64_MAX: none */
    bool done;          /* there are no more to ask */
    struct doubt doubt; /* the caller adds the configurations that may be the best */
};

/* Starts a strategy with the problem's seed. Problem and device outlive the search, which must not be moved. Errors:
 * allowed.h; then search_end is not needed. */
enum status search_start(struct search *search, const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, const struct strategy *strategy,
                         const struct search_budget *budget, struct fault *fault);

/* The same with `wanted`: the allowed configuration nearest to each is tried after the default, before all others. */
enum status search_start_with(struct search *search, const struct problem *problem,
                              const struct restriction *restriction, const struct compute_device *device,
                              const struct strategy *strategy, const struct search_budget *budget,
                              const struct wanted *wanted, struct fault *fault);
void search_end(struct search *search);

/* A search of a list, in its order, without a strategy; the first one is the default. */
void search_list(struct search *search, const uint64_t *index, size_t count);

/* The next configuration to try. A strategy that waits although all outcomes were told has ended. */
enum ask_result search_ask(struct search *search, uint64_t *index);
void search_tell(struct search *search, const struct observation *observed);

/* doubt_left() for a search that is not of a list; 1: no estimate. */
double search_left(const struct search *search);

/* The next outcome told is of an earlier run, before the first request; whether it counts against this budget. */
void search_recall(struct search *search, bool budgeted);
