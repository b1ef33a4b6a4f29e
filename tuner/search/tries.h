/* Counts failures per value of each parameter, to postpone values that always fail. */
#pragma once

#include "base/status.h"
#include "tuner/space.h"

struct tries;

/* Empty. NULL without a space: then nothing is postponed. */
struct tries *tries_new(const struct space *space);
void tries_free(struct tries *tries);

/* Adds an outcome. A value with which four or more failed and none was right is postponed if another value of its
 * parameter was right. True if another value is postponed from now on. */
bool tries_tell(struct tries *tries, uint64_t index, enum status status);

/* Whether a configuration has a postponed value. */
bool tries_put_off(const struct tries *tries, uint64_t index);
