#include "tuner/search/graph.h"

#include "base/memory.h"

#include <stdlib.h>

void graph_begin(struct graph *graph, struct solved *solved)
{
    const size_t parameters = space_parameters(solved->space);
    *graph = (struct graph){.solved = solved};
    *solved = (struct solved){.space = solved->space};
    solved->node = grow(NULL, 0, &graph->node_capacity, sizeof *solved->node);
    solved->edge = grow(NULL, 0, &graph->edge_capacity, sizeof *solved->edge);
    solved->node[solved->nodes++] = (struct solved_node){.count = 1};
    solved->from = allocate((parameters + 2) * sizeof *solved->from);
    solved->parameter = allocate(parameters * sizeof *solved->parameter);
}

void graph_layer(struct graph *graph, size_t parameter, size_t nodes)
{
    struct solved *solved = graph->solved;
    solved->from[solved->layers + 1] = graph->begin = solved->nodes;
    solved->parameter[solved->layers++] = parameter;
    graph->mask = 15;
    while (graph->mask < 2 * nodes)
        graph->mask = 2 * graph->mask + 1;
    free(graph->table);
    graph->table = allocate((graph->mask + 1) * sizeof *graph->table);
}

struct solved_node graph_node(const struct graph *graph)
{
    return (struct solved_node){.edge = (uint32_t)graph->solved->edges};
}

void graph_edge(struct graph *graph, struct solved_node *node, size_t position, uint32_t child)
{
    struct solved *solved = graph->solved;
    solved->edge = grow(solved->edge, solved->edges, &graph->edge_capacity, sizeof *solved->edge);
    solved->edge[solved->edges++] = (struct solved_edge){node->count, (uint32_t)position, child};
    node->count += solved->node[child].count;
    node->edges++;
}

static bool same_edges(const struct solved *solved, size_t one, size_t other)
{
    const struct solved_node *node = solved->node;
    bool same = node[one].edges == node[other].edges;
    for (uint32_t e = 0; same && e < node[one].edges; e++) {
        const struct solved_edge *a = &solved->edge[node[one].edge + e], *b = &solved->edge[node[other].edge + e];
        same = a->position == b->position && a->child == b->child;
    }
    return same;
}

static uint64_t hash_of(const struct solved *solved, const struct solved_node *node)
{
    uint64_t hash = node->edges;
    for (uint32_t e = 0; e < node->edges; e++) {
        const struct solved_edge *edge = &solved->edge[node->edge + e];
        hash = (hash ^ ((uint64_t)edge->position << 32 | edge->child)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

uint32_t graph_settle(struct graph *graph, const struct solved_node *node)
{
    struct solved *solved = graph->solved;
    if (!node->edges)
        return NOWHERE;
    solved->node = grow(solved->node, solved->nodes, &graph->node_capacity, sizeof *solved->node);
    solved->node[solved->nodes] = *node;
    size_t at = hash_of(solved, node) & graph->mask;
    while (graph->table[at] && !same_edges(solved, graph->begin + graph->table[at] - 1, solved->nodes))
        at = (at + 1) & graph->mask;
    if (graph->table[at])
        solved->edges = node->edge;
    else
        graph->table[at] = (uint32_t)(++solved->nodes - graph->begin);
    return (uint32_t)(graph->begin + graph->table[at] - 1);
}

void graph_end(struct graph *graph, uint32_t root)
{
    struct solved *solved = graph->solved;
    uint64_t stride = 1;
    solved->from[solved->layers + 1] = solved->nodes;
    solved->count = root == NOWHERE ? 0 : solved->node[root].count;
    solved->stride = allocate(solved->layers * sizeof *solved->stride);
    for (size_t p = solved->layers; p-- > 0; stride *= solved->space->parameters[p].count)
        solved->stride[p] = stride;
    free(graph->table);
}
