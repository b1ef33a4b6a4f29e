/* Partial evaluation of a constraint: its residual after each chosen parameter. */
#pragma once

#include "tuner/constraints.h"

/* A state; from LEFT_SOME on: among states with equally many chosen parameters, equal residuals have equal numbers. */
enum { LEFT_HOLDS, LEFT_BROKEN, LEFT_UNANSWERED, LEFT_SOME };

/* For constraint `c`, whose `count` parameters are chosen in the order of `reads`; both outlive it. A function is
 * called once all are chosen, with their values in `config`. */
struct residual *residual_new(struct constraints *constraints, size_t c, const size_t *reads, size_t count,
                              struct config *config);
void residual_free(struct residual *residual);

/* The state before any choice. */
uint32_t residual_first(const struct residual *residual);

/* The state after `state` (LEFT_SOME or more) if the next parameter has the value at `position`. */
uint32_t residual_choose(struct residual *residual, uint32_t state, size_t position);

/* Advances to the following parameter; earlier states are invalid from now on. */
void residual_advance(struct residual *residual);

/* The number of different residuals so far, or their memory, as a share of the limit. */
double residual_load(const struct residual *residual);
