#include "tuner/search/permutation.h"

#include "tuner/values.h"

enum { ROUNDS = 8 };

/* A Feistel network with two halves of the fewest bits. */
static uint64_t encrypt(uint64_t value, unsigned half, uint64_t seed)
{
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t left = value >> half, right = value & mask;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        const uint64_t mixed = left ^ (job_random(seed + round, right) & mask);
        left = right;
        right = mixed;
    }
    return left << half | right;
}

/* Cycle walking: encrypts again while the result is out of range, which it is with probability 3/4 at most. */
uint64_t permutation_at(const struct permutation *permutation, uint64_t place)
{
    unsigned half = 1;
    while (half < 32 && (permutation->count - 1) >> 2 * half)
        half++;
    const uint64_t seed = job_random(permutation->seed, permutation->count);
    do
        place = encrypt(place, half, seed);
    while (place >= permutation->count);
    return place;
}
