/* Orders of any number of things, at random, none of which is listed. */
#pragma once

#include <stdint.h>

/* The permutation of 0 to count - 1 that a seed gives, the same everywhere. */
struct permutation {
    uint64_t count, seed;
};

/* What stands at a place below count. */
uint64_t permutation_at(const struct permutation *permutation, uint64_t place);
