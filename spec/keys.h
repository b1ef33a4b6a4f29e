/* The keys of a spec's JSON: those that are read, and known keys of others that are ignored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct reader;

/* The keys of the objects at a place, as "KernelSpecification.Arguments[].gpubench"; "" is the root. */
struct spec_keys {
    const char *place;
    const char *const *keys; /* ended by NULL */
};

/* All places; ended by a NULL one. An object at another place has names chosen by its user as keys. */
extern const struct spec_keys spec_keys[];

/* Checks all keys of a spec. An unknown one is noted (spec_pass_over); under a key `gpubench` it is a mistake:
 * false. */
bool spec_check_keys(struct reader *reader);
