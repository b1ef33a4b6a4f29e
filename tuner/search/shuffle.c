#include "tuner/search/strategy.h"
#include "tuner/suite.h"

void strategy_shuffle(uint64_t *list, size_t count, uint64_t seed)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = job_random(seed, i) % i;
        uint64_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}
