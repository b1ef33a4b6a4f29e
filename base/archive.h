/* Programs of a store as one file, to copy to another machine. It is text, except for the entries' bytes:
 *
 *     gpubench cache 1
 *     from USER@HOST DATE
 *     entry KIND KEY SIZE HASH       and SIZE bytes and the end of a line; entries by kind and key, each once
 *     end COUNT
 *     signed KEY-ID SIGNATURE        of all bytes before this line; or: unsigned
 *
 * A hash detects damage, but not tampering; the signature is that of base/signature.h. */
#pragma once

#include "base/signature.h"
#include "base/store.h"

struct archive_entry {
    enum store_kind kind; /* of ARCHIVE_KINDS */
    struct store_key key;
    const void *bytes;
    size_t size;
};

/* Whether an archive takes this kind: STORE_BINARY and STORE_PROGRAMS. */
bool archive_takes(enum store_kind kind);

struct archive {
    char from[160];  /* its own claim of who made it, where and when */
    char key_id[17]; /* "" if it is not signed */
    struct signature signature;
    struct archive_entry *entry;
    size_t count, capacity;
    size_t signed_bytes; /* of `text` */
    char *text;          /* the file, with the entries */
    size_t length;
};
void archive_free(struct archive *archive);

/* Reads a file, possibly compressed, and checks everything but the signature: names, sizes, hashes, order and end.
 * INVALID with one line, with the entry's number. */
enum status archive_read(struct archive *archive, const char *path, struct fault *fault);

/* Whether it is signed by a key. UNSUPPORTED if signatures cannot be checked. */
enum status archive_check(const struct archive *archive, const struct signature_key *key, bool *signed_by,
                          struct fault *fault);

/* Writes all complete programs of a store, signed by a key, or unsigned for NULL. Returns their number and bytes.
 * Errors as file_save's and signature_make's. */
enum status archive_write(const char *path, const char *folder, const struct signature_key *key, size_t *count,
                          uint64_t *bytes, struct fault *fault);
