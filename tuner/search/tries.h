/* Which values of a space's parameters never were right. */
#pragma once

#include "base/status.h"
#include "tuner/space.h"

struct tries;

/* Nothing was tried yet. NULL for no space: then nothing is put off. */
struct tries *tries_new(const struct space *space);
void tries_free(struct tries *tries);

/* What came of a configuration. A value with which four or more failed and none was right is put off while another one
 * of its parameter was right. True if one is put off from now on. */
bool tries_tell(struct tries *tries, uint64_t index, enum status status);

/* Whether a configuration has a value that is put off. */
bool tries_put_off(const struct tries *tries, uint64_t index);
