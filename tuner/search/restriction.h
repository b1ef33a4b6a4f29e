/* A subset of a space by the values of its parameters: what --set leaves. */
#pragma once

#include "tuner/space.h"

/* One flag for each value of each parameter, in their order; NULL: all values are admitted. */
struct restriction {
    bool *admitted;
};

/* Takes all values of a parameter away, and gives one back. */
void restriction_clear(struct restriction *restriction, const struct space *space, size_t parameter);
void restriction_admit(struct restriction *restriction, const struct space *space, size_t parameter, size_t position);

bool restriction_admits(const struct restriction *restriction, const struct space *space, size_t parameter,
                        size_t position);
void restriction_free(struct restriction *restriction);
