/* What a cache folder has and when it was used: for who looks, and to remove what is not. */
#pragma once

#include "base/store.h"

/* What is there beside entries of the kinds: what drivers keep, and what is left over. */
enum {
    STORE_POCL = STORE_KINDS,
    STORE_CUDA,
    STORE_OLD,       /* of builds that kept it otherwise */
    STORE_ASIDE,     /* a damaged cache of PoCL's */
    STORE_TEMPORARY, /* of writers that were killed */
    STORE_CLASSES
};

const char *store_class_word(size_t class);

/* The seconds after which what nobody used goes by itself; 0: never. */
int64_t store_class_seconds(size_t class);

struct store_item {
    size_t class;
    uint64_t bytes;
    int64_t used; /* seconds since 1970, a day too early at most */
    char *path;
};
struct store_items {
    struct store_item *item; /* what was used least recently first */
    size_t count, capacity;
};
void store_items_find(struct store_items *items, const char *folder);
void store_items_free(struct store_items *items);

/* Removes what was not used for `seconds` (< 0: what would go by itself), and then of the rest what was used least
 * recently until `bytes` are left; ceilings are not among these. What was removed is taken off the items. False if
 * something that should go is still there. */
bool store_items_prune(struct store_items *items, int64_t seconds, uint64_t bytes);

/* Once a day, removes what goes by itself. */
void store_sweep(const char *folder);
