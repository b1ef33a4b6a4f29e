/* Strategies that make up their order before anything is tried. What they are told can only put off what never is
 * right. */
#pragma once

#include "tuner/search/strategy.h"

/* Of each of them, what follows its start. */
#define ORDER_STRATEGY .ahead = 256, .ask = order_ask, .tell = order_tell, .end = order_end

/* Fills in the first choices: the one nearest to `origin`, and those nearest to what is wanted, each once; and what is
 * known elsewhere. The caller frees what it returns when the choices are no longer needed. */
uint64_t *order_first(struct choices *choices, uint64_t origin, const struct wanted *wanted);

/* A state with this order, of some of the choices, which it takes; then, if wanted, all others at random, of which none
 * is listed: they are counted, and may be any number. Each comes once. The first choices come before all; where a
 * budget binds then one for each value of every parameter, each as near to the second of them, or the default where
 * that is alone, as the constraints allow; and where there is a second and others come, too. Without a budget (NULL)
 * no values do. */
struct order *order_start(const struct choices *choices, const struct search_budget *budget, uint64_t *order,
                          size_t count, bool others, uint64_t seed, uint64_t *most);

/* A value with which four configurations or more failed and none was right is put off while another one of its
 * parameter was right: what comes still and has it comes last. Nothing is left out. */
enum ask_result order_ask(void *state, uint64_t *index);
void order_tell(void *state, const struct observation *observed);
void order_end(void *state);

/* The choices as they are listed: nothing is put off. */
extern const struct strategy listed_strategy;
