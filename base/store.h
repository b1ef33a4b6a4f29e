/* A content-addressed store in a folder that is this user's alone: what is costly to make, by a key of all that it
 * depends on. Writing is atomic (a temporary name, then a rename); what is not whole, not of this key and kind, or not
 * this user's reads as absent. Whoever uses the store composes the keys. base/CACHE.md is its manual. */
#pragma once

#include "base/status.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- keys ---- */

/* A key in hexadecimal: the hash of everything that an entry depends on. */
struct store_key {
    char text[33];
};

/* A hash being made: store_hash_start, any number of adds, store_hash_key. XXH3 of 128 bits, of the parts one by one:
 * what is added in two parts has another hash than the same in one. */
struct store_hash {
    uint64_t low, high;
};
struct store_hash store_hash_start(void);
void store_hash_add(struct store_hash *hash, const void *bytes, size_t size);
void store_hash_text(struct store_hash *hash, const char *text); /* the ending NUL included */
struct store_key store_hash_key(const struct store_hash *hash);

/* Whether it is one: 32 digits. One that was read from a file may be anything. */
bool store_key_sound(const struct store_key *key);

/* ---- the folder ---- */

/* The folder: $GPUBENCH_CACHE, else $XDG_CACHE_HOME/gpubench, else $HOME/.cache/gpubench, else a folder in /tmp that
 * is this user's. Made if need be. UNSUPPORTED if it cannot be made; INVALID, with who owns it or its mode, where
 * somebody else owns it or may write it, or one of its folders. The text is static. */
enum status store_folder(const char **folder, struct fault *fault);

/* A folder for this process and its workers instead of the cache `below`: in $TMPDIR, else /tmp, /var/tmp or /dev/shm,
 * removed when this process exits; one that a killed process left is removed, too. `full`: that cannot be written;
 * entries are made here, and what is not here is looked for there. Else entries are those of the cache, and what is new
 * are the folders of drivers. The text is static, and the same each time. UNSUPPORTED if there is no room anywhere. */
enum status store_private(const char *below, bool full, const char **folder, struct fault *fault);

#define STORE_BELOW "below" /* the link to it */

/* That many bytes free: less than a run may need. */
#define STORE_ROOM (UINT64_C(64) << 20)

/* ---- entries ---- */

/* What an entry is: its word, and the days after which it goes where nothing used it. */
#define STORE_LIST(X)                                                                                                  \
    X(STORE_BINARY, "binary", 30)                                                                                      \
    X(STORE_PROGRAMS, "programs", 30) /* the keys of several binaries */                                               \
    X(STORE_EXPECTATION, "expectation", 7)                                                                             \
    X(STORE_STRUCTURE, "structure", 7)                                                                                 \
    X(STORE_CEILING, "ceiling", 366)

enum store_kind {
#define STORE_ENUM(name, word, days) name,
    STORE_LIST(STORE_ENUM)
#undef STORE_ENUM
        STORE_KINDS
};

/* An entry in memory; store_release frees it. bytes, aligned to 64, is NULL where there is none. */
struct store_blob {
    const void *bytes;
    size_t size;
    void *memory;
};
struct store_blob store_get(const char *folder, enum store_kind kind, struct store_key key);
void store_release(struct store_blob *blob);

/* UNSUPPORTED, with why, where it cannot be kept. */
enum status store_put(const char *folder, enum store_kind kind, struct store_key key, const void *bytes, size_t size,
                      struct fault *fault);
