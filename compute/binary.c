#include "compute/compute.h"

#include <stdlib.h>

void compute_binary_free(struct compute_binary *binary)
{
    if (!binary)
        return;
    free(binary->bytes);
    *binary = (struct compute_binary){0};
}

bool compute_loop_hotter(const struct compute_loop *loop, const struct compute_loop *other)
{
    if (!loop->total || !other->total || loop->depth == other->depth)
        return loop->total > other->total;
    return loop->depth > other->depth;
}
