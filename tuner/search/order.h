/* Strategies with an order that is fixed before anything is tried. Outcomes can only postpone values that always fail.
 */
#pragma once

#include "tuner/search/strategy.h"

/* The members of each such strategy, besides its start. */
#define ORDER_STRATEGY .ahead = 256, .ask = order_ask, .tell = order_tell, .end = order_end

/* Sets the first choices: the allowed configuration nearest to `origin`, and those nearest to the wanted ones, each
 * once; and the times from elsewhere. The caller frees the returned list when the choices are no longer needed. */
uint64_t *order_first(struct choices *choices, uint64_t origin, const struct wanted *wanted);

/* A state with an order of some of the choices, which it owns; then, with `others`, all others in random order, by a
 * permutation, without a list. Each comes once. The first choices come first. Then, if a budget binds, or if there is a
 * second first choice and others follow: a configuration for each value of every parameter, as near to the second first
 * choice (or to the default) as the constraints allow; not without a budget (NULL). */
struct order *order_start(const struct choices *choices, const struct search_budget *budget, uint64_t *order,
                          size_t count, bool others, uint64_t seed, uint64_t *most);

/* All choices in random order: the best so far improves quickly, which racing depends on. */
void *order_start_shuffled(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                           uint64_t *most);

/* A value with which four configurations or more failed and none was right is postponed if another value of its
 * parameter was right: remaining configurations with it come last. None is left out. */
enum ask_result order_ask(void *state, uint64_t *index);
void order_tell(void *state, const struct observation *observed);
void order_end(void *state);

/* The choices in the order of their list; nothing is postponed. */
extern const struct strategy listed_strategy;
