/* The contents of a cache folder and when they were last used: to list them, and to remove unused ones. */
#pragma once

#include "base/store.h"

/* Classes besides the kinds of entries: drivers' caches, and leftovers. */
enum {
    STORE_POCL = STORE_KINDS,
    STORE_CUDA,
    STORE_OLD,       /* of builds with another layout */
    STORE_ASIDE,     /* a damaged cache of PoCL's */
    STORE_TEMPORARY, /* of writers that were killed */
    STORE_CLASSES
};

const char *store_class_word(size_t class);

/* The seconds after which unused items of a class are removed automatically; 0: never. */
int64_t store_class_seconds(size_t class);

struct store_item {
    size_t class;
    uint64_t bytes;
    int64_t used; /* seconds since 1970, a day too early at most */
    char *path;
};
struct store_items {
    struct store_item *item; /* least recently used first */
    size_t count, capacity;
};
void store_items_find(struct store_items *items, const char *folder);
void store_items_free(struct store_items *items);

/* Removes items unused for `seconds` (< 0: those that expire), then the least recently used others until `bytes`
 * remain; ceilings are exempt. Removed ones leave the items. False if an item could not be removed. */
bool store_items_prune(struct store_items *items, int64_t seconds, uint64_t bytes);

/* Removes expired items, once a day. */
void store_sweep(const char *folder);
