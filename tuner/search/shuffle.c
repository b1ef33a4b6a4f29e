#include "tuner/search/strategy.h"
#include "tuner/suite.h"

#include <string.h>

void strategy_shuffle(uint64_t *list, size_t count, uint64_t seed)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = job_random(seed, i) % i;
        uint64_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

size_t strategy_shuffled(const struct space *space, const uint64_t *allowed, size_t count, uint64_t seed,
                         uint64_t *order)
{
    (void)space;
    if (count)
        memcpy(order, allowed, count * sizeof *order);
    strategy_shuffle(order, count, seed);
    return count;
}
