/* Builds the decision diagram of a solved space from its end, layer by layer. */
#pragma once

#include "tuner/search/solved.h"

struct graph {
    struct solved *solved;
    size_t node_capacity, edge_capacity;
    uint32_t *table; /* hash table of the current layer's nodes, by their edges */
    size_t mask, begin;
};

/* A node from which no path leads to the end. */
#define NOWHERE UINT32_MAX

/* Begins with the end, node 0; solved->space is set. */
void graph_begin(struct graph *graph, struct solved *solved);

/* Begins the next layer, of a parameter and with a maximum number of nodes; there is one layer per parameter. */
void graph_layer(struct graph *graph, size_t parameter, size_t nodes);

/* Begins a node; adds an edge, by ascending positions, not to NOWHERE; and ends it: returns its number, which is that
 * of an earlier node of the layer with the same edges, if there is one; NOWHERE without edges. */
struct solved_node graph_node(const struct graph *graph);
void graph_edge(struct graph *graph, struct solved_node *node, size_t position, uint32_t child);
uint32_t graph_settle(struct graph *graph, const struct solved_node *node);

/* Ends the diagram; the last layer has this one node, or NOWHERE: then nothing is allowed. */
void graph_end(struct graph *graph, uint32_t root);
