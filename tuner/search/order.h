/* Strategies that make up their order before anything is tried. What they are told can only put off what never is
 * right. */
#pragma once

#include "tuner/search/strategy.h"

/* Of each of them, what follows its start. */
#define ORDER_STRATEGY .ahead = 256, .ask = order_ask, .tell = order_tell, .end = order_end

/* The choice nearest to a configuration: which differs in the fewest parameters. There is one. */
uint64_t order_nearest(const struct choices *choices, uint64_t origin);

/* A state with this order, of some of the choices, each once, which it takes. The first choice comes before all; where
 * a budget binds then one for each value of every parameter, each as near to the first as the constraints allow. */
void *order_start(const struct choices *choices, const struct search_budget *budget, uint64_t *order, size_t count,
                  size_t *most);

/* The choices in random order; the caller frees them. */
uint64_t *order_shuffled(const struct choices *choices, uint64_t seed);

/* A value with which four configurations or more failed and none was right is put off while another one of its
 * parameter was right: what comes still and has it comes last. Nothing is left out. */
enum answer order_ask(void *state, uint64_t *index);
void order_tell(void *state, const struct told *told);
void order_end(void *state);

/* The choices as they are listed: nothing is put off. */
extern const struct strategy listed_strategy;
