/* A content-addressed store in a private folder of this user, for results that are costly to make, by a key of all that
 * they depend on. Writing is atomic (a temporary name, then a rename); an entry that is incomplete, of another key or
 * kind, or of another owner reads as absent. Callers compose the keys. base/CACHE.md is its manual. */
#pragma once

#include "base/status.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- keys ---- */

/* A key in hexadecimal: the hash of all that an entry depends on. */
struct store_key {
    char text[33];
};

/* A hash in progress: store_hash_start, any number of adds, store_hash_key. XXH3 of 128 bits over the separate parts:
 * the same bytes in two parts have another hash than in one. */
struct store_hash {
    uint64_t low, high;
};
struct store_hash store_hash_start(void);
void store_hash_add(struct store_hash *hash, const void *bytes, size_t size);
void store_hash_text(struct store_hash *hash, const char *text); /* the ending NUL included */
struct store_key store_hash_key(const struct store_hash *hash);

/* Whether it is a valid key, 32 digits; one read from a file may not be. */
bool store_key_sound(const struct store_key *key);

/* ---- the folder ---- */

/* The folder: $GPUBENCH_CACHE, else $XDG_CACHE_HOME/gpubench, else $HOME/.cache/gpubench, else a folder of this user in
 * /tmp. Made if missing. UNSUPPORTED if it cannot be made; INVALID, with the owner or mode, if another user owns or may
 * write it or one of its folders. The text is static. */
enum status store_folder(const char **folder, struct fault *fault);

/* A folder for this process and its workers instead of the cache `below`: in $TMPDIR, else /tmp, /var/tmp or /dev/shm,
 * removed when this process exits; those of killed processes are removed, too. `full`: the cache cannot be written;
 * entries are written here, and looked up there if missing here. Else only the drivers' folders are new, and entries
 * are those of the cache. The text is static, and always the same. UNSUPPORTED if there is no room anywhere. */
enum status store_private(const char *below, bool full, const char **folder, struct fault *fault);

#define STORE_BELOW "below" /* the link to it */

/* A run may need more free bytes than this. */
#define STORE_ROOM (UINT64_C(64) << 20)

/* ---- entries ---- */

/* Kinds of entries: the word, and the days after which an unused one expires. */
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

/* An entry in memory; store_release frees it. bytes, aligned to 64, is NULL if it is absent. */
struct store_blob {
    const void *bytes;
    size_t size;
    void *memory;
};
struct store_blob store_get(const char *folder, enum store_kind kind, struct store_key key);
void store_release(struct store_blob *blob);

/* While a process makes an entry, others wait for it instead of making the same. store_lock waits for the lock of a
 * key, for ten seconds at most, and sets `waited` if another process had it: then the entry may be there. Returns what
 * store_unlock takes, -1 where there is no lock, as in a folder that cannot be written. A process holds one lock at
 * most; it ends with the process. */
int store_lock(const char *folder, struct store_key key, bool *waited);
void store_unlock(int lock);

/* UNSUPPORTED, with the reason, if it cannot be written. */
enum status store_put(const char *folder, enum store_kind kind, struct store_key key, const void *bytes, size_t size,
                      struct fault *fault);
