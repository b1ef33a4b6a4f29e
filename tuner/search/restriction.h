/* A subset of a space: what --set leaves of its parameters' values, and one of the parts of that. */
#pragma once

#include "tuner/space.h"

/* Number 1 to `of` of so many parts (shard.h); of 0: all of it. */
struct shard {
    uint64_t number, of;
};

/* One flag for each value of each parameter, in their order; NULL: all values are admitted. */
struct restriction {
    bool *admitted;
    struct shard shard;
};

/* Takes all values of a parameter away, and gives one back. */
void restriction_clear(struct restriction *restriction, const struct space *space, size_t parameter);
void restriction_admit(struct restriction *restriction, const struct space *space, size_t parameter, size_t position);

bool restriction_admits(const struct restriction *restriction, const struct space *space, size_t parameter,
                        size_t position);
void restriction_free(struct restriction *restriction);
