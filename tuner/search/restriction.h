/* A subset of a space: the parameter values that --set admits, and a shard of those configurations. */
#pragma once

#include "tuner/space.h"

/* Part `number`, 1 to `of` (shard.h); of = 0: everything. */
struct shard {
    uint64_t number, of;
};

/* One flag for each value of each parameter, in their order; NULL: all values are admitted. */
struct restriction {
    bool *admitted;
    struct shard shard;
};

/* Removes all values of a parameter; and admits one. */
void restriction_clear(struct restriction *restriction, const struct space *space, size_t parameter);
void restriction_admit(struct restriction *restriction, const struct space *space, size_t parameter, size_t position);

bool restriction_admits(const struct restriction *restriction, const struct space *space, size_t parameter,
                        size_t position);
void restriction_free(struct restriction *restriction);
