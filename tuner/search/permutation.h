/* Random permutations of any size, computed without a list. */
#pragma once

#include <stdint.h>

/* The permutation of 0 to count - 1 of a seed, the same on every machine. */
struct permutation {
    uint64_t count, seed;
};

/* The element at an index below count. */
uint64_t permutation_at(const struct permutation *permutation, uint64_t place);
