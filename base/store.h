/* A content-addressed store of blobs in a folder: binaries and expectations. Writing is atomic (a temporary name, then
 * a rename); a truncated or foreign file reads as absent. Whoever uses the store composes the keys. */
#ifndef BASE_STORE_H
#define BASE_STORE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* A key in hexadecimal: the hash of everything that a blob depends on. */
struct store_key {
    char text[33];
};

/* A hash being made: store_hash_start, any number of adds, store_hash_key. 128-bit FNV-1a. */
struct store_hash {
    unsigned __int128 value;
};
struct store_hash store_hash_start(void);
void store_hash_add(struct store_hash *hash, const void *bytes, size_t size);
void store_hash_text(struct store_hash *hash, const char *text); /* the ending NUL included */
struct store_key store_hash_key(const struct store_hash *hash);

/* The folder: $GPUBENCH_CACHE, else $XDG_CACHE_HOME/gpubench, else $HOME/.cache/gpubench, else a folder in /tmp that
 * is this user's. Made if need be. UNSUPPORTED if it cannot be made or written. The text is static. */
enum status store_folder(const char **folder, struct fault *fault);

/* A blob in memory, mapped from its file; store_release unmaps it. bytes is NULL where there is none. */
struct store_blob {
    const void *bytes;
    size_t size;
    void *map;
    size_t map_size;
};
struct store_blob store_get(const char *folder, struct store_key key);
void store_release(struct store_blob *blob);

enum status store_put(const char *folder, struct store_key key, const void *bytes, size_t size, struct fault *fault);

#endif
