/* A space whose constraints are solved: a graph of layers, each of a parameter, in which every way from the root to the
 * end is an allowed configuration. Ways that go on alike share nodes, so that spaces of any number of configurations
 * are small, counted, and have an order: that of their ranks, 0 to count - 1. */
#pragma once

#include "tuner/space.h"

/* A value that is allowed behind what was chosen; of the node's configurations, `before` have one of those before it.
 */
struct solved_edge {
    uint64_t before;
    uint32_t position, child;
};

struct solved_node {
    uint64_t count; /* configurations */
    uint32_t edge, edges;
};

/* Node 0 is the end. Those of layer l are from[l] to from[l + 1] - 1; layers count from the last parameter that is
 * chosen, layer 0 being the end. */
struct solved {
    const struct space *space;
    uint64_t count;
    struct solved_node *node;
    struct solved_edge *edge; /* of a node by position, ascending */
    size_t *from, *parameter; /* layer l + 1 chooses parameter[l] */
    uint64_t *stride;         /* of a parameter's positions in an index */
    size_t layers, nodes, edges;
};

/* The bytes that it takes. */
size_t solved_bytes(const struct solved *solved);
void solved_free(struct solved *solved);

/* The configuration of a rank below count, and the rank of one; NO_CONFIGURATION if it is not allowed. Both in steps as
 * many as there are parameters. */
uint64_t solved_index(const struct solved *solved, uint64_t rank);
uint64_t solved_rank(const struct solved *solved, uint64_t index);

/* Draw number `i` of a seed, all allowed ones alike; there are some. */
uint64_t solved_draw(const struct solved *solved, uint64_t seed, uint64_t i);

/* The allowed configuration that differs from one, allowed or not, in the fewest parameters, of equals the first; or
 * that which a seed draws, all of them alike; and for each value of every parameter, in their order, the nearest that
 * has it. NO_CONFIGURATION if there is none. */
uint64_t solved_nearest(const struct solved *solved, uint64_t origin);
uint64_t solved_nearest_drawn(const struct solved *solved, uint64_t origin, uint64_t seed);
void solved_nearest_values(const struct solved *solved, uint64_t origin, uint64_t *nearest);

/* The neighbours of a configuration, allowed or not: what is allowed and differs in 1 to `most` parameters, by at most
 * `step` positions in each (1: by adjacent values; SIZE_MAX: by any). They are made one after the other, until
 * `visit` returns false. */
struct neighbourhood {
    size_t most, step;
};
void solved_neighbours(const struct solved *solved, uint64_t origin, const struct neighbourhood *neighbourhood,
                       bool (*visit)(void *user, uint64_t index), void *user);

/* One allowed configuration that has two values, as parameters and positions, of different parameters;
 * NO_CONFIGURATION if there is none. */
uint64_t solved_with(const struct solved *solved, const size_t parameter[2], const size_t position[2]);
