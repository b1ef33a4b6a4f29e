/* A solved space: a decision diagram with a layer per parameter, in which every path from the root to the end is an
 * allowed configuration. Paths with the same continuations share nodes, so that the diagram of a huge space is small;
 * its configurations are counted, and ordered by rank, 0 to count - 1. */
#pragma once

#include "tuner/space.h"

/* A value that the values chosen so far allow; `before` configurations of the node have an earlier value. */
struct solved_edge {
    uint64_t before;
    uint32_t position, child;
};

struct solved_node {
    uint64_t count; /* configurations */
    uint32_t edge, edges;
};

/* Node 0 is the end. The nodes of layer l are from[l] to from[l + 1] - 1; layers count from the parameter that is
 * chosen last; layer 0 is the end. */
struct solved {
    const struct space *space;
    uint64_t count;
    struct solved_node *node;
    struct solved_edge *edge; /* of a node by position, ascending */
    size_t *from, *parameter; /* layer l + 1 chooses parameter[l] */
    uint64_t *stride;         /* of a parameter's positions in an index */
    size_t layers, nodes, edges;
};

/* Its size in bytes. */
size_t solved_bytes(const struct solved *solved);
void solved_free(struct solved *solved);

/* The configuration of a rank below count, and the rank of a configuration; NO_CONFIGURATION if it is not allowed. Both
 * take a step per parameter. */
uint64_t solved_index(const struct solved *solved, uint64_t rank);
uint64_t solved_rank(const struct solved *solved, uint64_t index);

/* Draw number `i` of a seed, uniformly from the allowed configurations, of which there must be one. */
uint64_t solved_draw(const struct solved *solved, uint64_t seed, uint64_t i);

/* The allowed configuration that differs from `origin`, allowed or not, in the fewest parameters: the first of equals;
 * or one that a seed draws uniformly from them; and for each value of every parameter, in their order, the nearest with
 * that value. NO_CONFIGURATION if there is none. */
uint64_t solved_nearest(const struct solved *solved, uint64_t origin);
uint64_t solved_nearest_drawn(const struct solved *solved, uint64_t origin, uint64_t seed);
void solved_nearest_values(const struct solved *solved, uint64_t origin, uint64_t *nearest);

/* The neighbours of a configuration, allowed or not: the allowed ones that differ in 1 to `most` parameters, by at most
 * `step` positions in each (1: adjacent values; SIZE_MAX: any). Calls `visit` with each until it returns false. */
struct neighbourhood {
    size_t most, step;
};
void solved_neighbours(const struct solved *solved, uint64_t origin, const struct neighbourhood *neighbourhood,
                       bool (*visit)(void *user, uint64_t index), void *user);

/* An allowed configuration with the given positions of two different parameters; NO_CONFIGURATION if there is none. */
uint64_t solved_with(const struct solved *solved, const size_t parameter[2], const size_t position[2]);
