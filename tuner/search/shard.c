#include "tuner/search/shard.h"

#include "base/memory.h"
#include "tuner/search/solved_list.h"
#include "tuner/values.h"

#include <stdlib.h>

/* Each run of ranks, one per part, is rotated by its own number: neighbours in rank differ in the last parameters, and
 * a fixed stride would give a part the same values of these. */
uint64_t shard_at(struct shard shard, uint64_t seed, uint64_t place)
{
    return place * shard.of + (shard.number - 1 + job_random(seed, place) % shard.of) % shard.of;
}

uint64_t shard_size(struct shard shard, uint64_t seed, uint64_t count)
{
    const uint64_t whole = count / shard.of;
    return whole + (count % shard.of && shard_at(shard, seed, whole) < count);
}

static int by_index(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t shard_take(struct solved *solved, struct shard shard, uint64_t seed, uint64_t first)
{
    const struct space *space = solved->space;
    const uint64_t size = shard_size(shard, seed, solved->count), listed = size < MOST_OF_SHARD ? size : MOST_OF_SHARD;
    FREED uint64_t *index = allocate((listed + 1) * sizeof *index);
    size_t count = 0;
    bool has_first = first == NO_CONFIGURATION;
    for (uint64_t i = 0; i < listed; i++, count++) {
        const uint64_t place = (uint64_t)((unsigned __int128)i * size / listed);
        index[count] = solved_index(solved, shard_at(shard, seed, place));
        has_first = has_first || index[count] == first;
    }
    if (!has_first)
        index[count++] = first;
    qsort(index, count, sizeof *index, by_index);
    solved_free(solved);
    solved_list(solved, space, index, count);
    return size - listed;
}
