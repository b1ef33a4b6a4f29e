/* Parts of a space, for machines that share the work: which of its configurations are whose. */
#pragma once

#include "tuner/search/allowed.h"

/* So many configurations of a part are listed; of one that has more, such as are spread over all of it. */
enum { MOST_OF_SHARD = 1 << 20 };

/* How many of `count` things are in a part, and the one at a place of it. They are interleaved: of each `shard.of` that
 * follow each other every part has one, which one a seed draws; the last may be too few for all. */
uint64_t shard_size(struct shard shard, uint64_t seed, uint64_t count);
uint64_t shard_at(struct shard shard, uint64_t seed, uint64_t place);

/* Leaves of what is allowed a part, and the default, or what is allowed next to it: all parts have that, to compare
 * with. It follows from the ranks, so from what is allowed and the problem's seed alone. */
void shard_take(struct allowed *allowed, struct shard shard);
