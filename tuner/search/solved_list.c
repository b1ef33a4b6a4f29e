#include "tuner/search/solved_list.h"

#include "base/memory.h"
#include "tuner/search/graph.h"

/* From the last parameter on: configurations that agree in all earlier parameters are adjacent in the list, and are
 * paths from one node. */
void solved_list(struct solved *solved, const struct space *space, const uint64_t *index, size_t count)
{
    struct graph graph;
    size_t paths = count;
    FREED uint64_t *before = allocate(count * sizeof *before); /* the positions of a path, and */
    FREED uint32_t *child = allocate(count * sizeof *child);   /* its next node: first the end */
    for (size_t i = 0; i < count; i++)
        before[i] = index[i];
    solved->space = space;
    graph_begin(&graph, solved);
    for (size_t p = space_parameters(space); p-- > 0;) {
        const size_t values = space->parameters[p].count;
        size_t nodes = 0;
        graph_layer(&graph, p, paths);
        for (size_t i = 0; i < paths; nodes++) {
            const uint64_t prefix = before[i] / values;
            struct solved_node node = graph_node(&graph);
            for (; i < paths && before[i] / values == prefix; i++)
                graph_edge(&graph, &node, before[i] % values, child[i]);
            before[nodes] = prefix;
            child[nodes] = graph_settle(&graph, &node);
        }
        paths = nodes;
    }
    graph_end(&graph, paths ? *child : NOWHERE);
}
