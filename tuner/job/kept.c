#include "tuner/job/kept.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 64 }; /* the programs of one configuration are a few */

/* Of this process, as the store is of this machine. */
static struct place {
    enum store_kind kind;
    struct store_key key;
    void *bytes; /* NULL: it is free */
    size_t size;
} place[PLACES];
static size_t next; /* the place whose entry is the oldest */

static struct place *find(enum store_kind kind, struct store_key key)
{
    for (struct place *at = place; at < place + PLACES; at++)
        if (at->bytes && at->kind == kind && !strcmp(at->key.text, key.text))
            return at;
    return NULL;
}

struct store_blob kept_get(const char *store, enum store_kind kind, struct store_key key)
{
    struct store_blob blob = store_get(store, kind, key);
    const struct place *at = blob.bytes ? NULL : find(kind, key);
    if (!at)
        return blob;
    blob = (struct store_blob){.size = at->size, .memory = allocate(at->size)};
    memcpy(blob.memory, at->bytes, at->size);
    blob.bytes = blob.memory;
    return blob;
}

enum status kept_put(const char *store, enum store_kind kind, struct store_key key, const void *bytes, size_t size,
                     struct fault *fault)
{
    const enum status status = store_put(store, kind, key, bytes, size, fault);
    if (status == OK || find(kind, key))
        return status;
    struct place *at = &place[next++ % PLACES];
    free(at->bytes);
    *at = (struct place){kind, key, allocate(size), size};
    memcpy(at->bytes, bytes, size);
    return status;
}
