/* Parts of a space, for machines that share the work: which of its configurations are whose. */
#pragma once

#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"

/* So many configurations of a part are listed; of one that has more, such as are spread over all of it. */
enum { MOST_OF_SHARD = 1 << 20 };

/* How many of `count` things are in a part, and the one at a place of it. They are interleaved: of each `shard.of` that
 * follow each other every part has one, which one a seed draws; the last may be too few for all. */
uint64_t shard_size(struct shard shard, uint64_t seed, uint64_t count);
uint64_t shard_at(struct shard shard, uint64_t seed, uint64_t place);

/* Leaves of a solved space a part, and `first`, which all parts have, to compare with; how many configurations of the
 * part are not listed. It follows from ranks, so from what is solved and the seed alone. */
uint64_t shard_take(struct solved *solved, struct shard shard, uint64_t seed, uint64_t first);
