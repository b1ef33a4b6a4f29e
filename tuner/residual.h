/* What is left of a constraint while the parameters that it reads are chosen, one after the other. */
#pragma once

#include "tuner/constraints.h"

/* A state; from LEFT_SOME on: the same where the same is left, of those that have as many parameters chosen. */
enum { LEFT_HOLDS, LEFT_BROKEN, LEFT_UNANSWERED, LEFT_SOME };

/* Of constraint `c`, whose `count` parameters are chosen in the order of `reads`; both outlive it. A function is asked
 * once all are chosen, which then stand in `config`. */
struct residual *residual_new(struct constraints *constraints, size_t c, const size_t *reads, size_t count,
                              struct config *config);
void residual_free(struct residual *residual);

/* What is left while nothing is chosen. */
uint32_t residual_first(const struct residual *residual);

/* What is left of `state`, which is LEFT_SOME or more, where the next parameter has the value at `position`. */
uint32_t residual_choose(struct residual *residual, uint32_t state, size_t position);

/* From here on the parameter behind it is chosen: the states before are gone. */
void residual_advance(struct residual *residual);

/* How many different things could be left, of all that were chosen so far, or how much room they take: as a share of
 * what may be. */
double residual_load(const struct residual *residual);
