/* The keys that a spec's JSON has: those that are read, and those of others that are passed over. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct reader;

/* The keys of the objects at a place, as "KernelSpecification.Arguments[].gpubench"; "" is the root. */
struct spec_keys {
    const char *place;
    const char *const *keys; /* ended by NULL */
};

/* All places; ended by one that is NULL. An object at another place has names of its user's as keys. */
extern const struct spec_keys spec_keys[];

/* Looks at all keys of a spec. One that is not known is noted (spec_pass_over); under a key `gpubench` it is a mistake:
 * false. */
bool spec_check_keys(struct reader *reader);
