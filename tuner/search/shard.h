/* Parts of a space, for machines that share a search. */
#pragma once

#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"

/* The maximum of listed configurations of a part; of a larger part, a sample spread over all of it is listed. */
enum { MOST_OF_SHARD = 1 << 20 };

/* The size of a part of `count` ranks, and the rank at an index of it. Parts are interleaved: of each `shard.of`
 * consecutive ranks every part has one, which the seed draws; the last ranks may be too few for all. */
uint64_t shard_size(struct shard shard, uint64_t seed, uint64_t count);
uint64_t shard_at(struct shard shard, uint64_t seed, uint64_t place);

/* Reduces a solved space to a part, and `first`, the baseline, which all parts have; returns how many configurations of
 * the part are not listed. Depends on ranks, so on the solved space and the seed alone. */
uint64_t shard_take(struct solved *solved, struct shard shard, uint64_t seed, uint64_t first);
