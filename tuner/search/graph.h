/* The graph of a solved space while it is made: from its end on, layer by layer. */
#pragma once

#include "tuner/search/solved.h"

struct graph {
    struct solved *solved;
    size_t node_capacity, edge_capacity;
    uint32_t *table; /* nodes of the layer that is made, found by their edges */
    size_t mask, begin;
};

/* A node of which no way leads to the end. */
#define NOWHERE UINT32_MAX

/* Begins the graph of a space with the end, node 0; solved->space is set. */
void graph_begin(struct graph *graph, struct solved *solved);

/* Begins the next layer, which chooses a parameter and has at most so many nodes; there is one for each parameter. */
void graph_layer(struct graph *graph, size_t parameter, size_t nodes);

/* Begins a node; gives it an edge, by ascending positions, and not to NOWHERE; and ends it: its number, which is that
 * of an earlier one of the layer with the same edges, if there is one; NOWHERE without edges. */
struct solved_node graph_node(const struct graph *graph);
void graph_edge(struct graph *graph, struct solved_node *node, size_t position, uint32_t child);
uint32_t graph_settle(struct graph *graph, const struct solved_node *node);

/* Ends the graph, whose last layer has this one node, or NOWHERE: then nothing is allowed. */
void graph_end(struct graph *graph, uint32_t root);
