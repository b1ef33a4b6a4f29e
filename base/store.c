#include "base/store.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- keys ---- */

struct store_hash store_hash_start(void)
{
    return (struct store_hash){(unsigned __int128)0x6c62272e07bb0142u << 64 | 0x62b821756295c58du};
}

void store_hash_add(struct store_hash *hash, const void *bytes, size_t size)
{
    const unsigned __int128 prime = (unsigned __int128)1 << 88 | 0x13b;
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash->value = (hash->value ^ byte[i]) * prime;
}

void store_hash_text(struct store_hash *hash, const char *text)
{
    store_hash_add(hash, text, strlen(text) + 1);
}

struct store_key store_hash_key(const struct store_hash *hash)
{
    struct store_key key;
    snprintf(key.text, sizeof key.text, "%016llx%016llx", (unsigned long long)(hash->value >> 64),
             (unsigned long long)hash->value);
    return key;
}

/* ---- the folder ---- */

/* Makes a folder and those above it; whether it can be written then. */
static bool make_folder(char *path, mode_t mode)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    if (mkdir(path, mode) && errno != EEXIST)
        return false;
    struct stat status;
    if (stat(path, &status))
        return false;
    if (!S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return !access(path, R_OK | W_OK | X_OK);
}

/* A folder where everybody may write: ours only if nobody else made it, or can write in it. */
static bool is_private(const char *path)
{
    struct stat status;
    return !lstat(path, &status) && S_ISDIR(status.st_mode) && status.st_uid == getuid() && !(status.st_mode & 022);
}

enum status store_folder(const char **folder, struct fault *fault)
{
    static char path[PATH_MAX];
    const char *own = getenv("GPUBENCH_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *folder = NULL;
    if (own && *own) {
        char named[PATH_MAX];
        if (snprintf(named, sizeof named, "%s", own) >= (int)sizeof named)
            errno = ENAMETOOLONG;
        else if (make_folder(named, 0777) && realpath(named, path)) {
            *folder = path;
            return OK;
        }
        return fail(fault, UNSUPPORTED, "cache folder %.512s: %s (set GPUBENCH_CACHE to a folder that can be written)",
                    own, strerror(errno));
    }
    *folder = path;
    if (cache && *cache == '/' && snprintf(path, sizeof path, "%s/gpubench", cache) < (int)sizeof path &&
        make_folder(path, 0777))
        return OK;
    if (home && *home == '/' && snprintf(path, sizeof path, "%s/.cache/gpubench", home) < (int)sizeof path &&
        make_folder(path, 0777))
        return OK;
    snprintf(path, sizeof path, "/tmp/gpubench-%u", (unsigned)getuid());
    if (make_folder(path, 0700) && is_private(path))
        return OK;
    *folder = NULL;
    return fail(fault, UNSUPPORTED,
                "no cache folder: neither $HOME/.cache/gpubench nor %s can be written (set "
                "GPUBENCH_CACHE to a folder that can)",
                path);
}

/* ---- blobs ---- */

/* What a blob's file begins with; the payload follows. 64 bytes keep it aligned for whoever maps it. */
struct header {
    char magic[8];
    uint32_t version, unused;
    uint64_t size, sum; /* of the payload */
    char key[32];
};

_Static_assert(sizeof(struct header) == 64, "the payload is aligned to 64 bytes");

static const char magic[8] = {'g', 'p', 'u', 'b', 'b', 'l', 'o', 'b'};

enum { VERSION = 1, SUMMED = 64 << 20 }; /* larger payloads are not summed again when they are read */

/* FNV-1a over 64-bit words, the bytes at the end as one more. */
static uint64_t sum_of(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t sum = 0xcbf29ce484222325u, word;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x100000001b3u;
    }
    word = 0;
    if (size)
        memcpy(&word, at, size);
    return (sum ^ word) * 0x100000001b3u;
}

static struct header header_of(struct store_key key, const void *bytes, size_t size)
{
    struct header header = {.version = VERSION, .size = size, .sum = sum_of(bytes, size)};
    memcpy(header.magic, magic, sizeof header.magic);
    memcpy(header.key, key.text, sizeof header.key);
    return header;
}

/* FOLDER/blobs/ab/cdef... False if the path is too long. */
static bool blob_path(char path[PATH_MAX], const char *folder, struct store_key key)
{
    return snprintf(path, PATH_MAX, "%s/blobs/%.2s/%s", folder, key.text, key.text + 2) < PATH_MAX;
}

static bool is_valid(const struct store_blob *blob, struct store_key key)
{
    struct header header;
    memcpy(&header, blob->map, sizeof header);
    return !memcmp(header.magic, magic, sizeof magic) && header.version == VERSION && header.size == blob->size &&
           !memcmp(header.key, key.text, sizeof header.key) &&
           (blob->size > SUMMED || header.sum == sum_of(blob->bytes, blob->size));
}

struct store_blob store_get(const char *folder, struct store_key key)
{
    struct store_blob none = {0}, blob = {0};
    char path[PATH_MAX];
    if (!blob_path(path, folder, key))
        return none;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return none;
    struct stat status;
    if (!fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size >= (off_t)sizeof(struct header)) {
        void *map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (map != MAP_FAILED) {
            blob.map = map;
            blob.map_size = (size_t)status.st_size;
            blob.bytes = (const char *)map + sizeof(struct header);
            blob.size = blob.map_size - sizeof(struct header);
        }
    }
    close(file);
    if (blob.map && !is_valid(&blob, key))
        store_release(&blob);
    return blob;
}

void store_release(struct store_blob *blob)
{
    if (blob->map)
        munmap(blob->map, blob->map_size);
    *blob = (struct store_blob){0};
}

/* A payload that is not summed when read must be on the disk before its name. */
enum status store_put(const char *folder, struct store_key key, const void *bytes, size_t size, struct fault *fault)
{
    char path[PATH_MAX], parent[PATH_MAX];
    bool good = false;
    errno = ENAMETOOLONG;
    if (blob_path(path, folder, key)) {
        const struct header header = header_of(key, bytes, size);
        const struct file_part parts[] = {{&header, sizeof header}, {bytes, size}};
        snprintf(parent, sizeof parent, "%.*s", (int)(strrchr(path, '/') - path), path);
        good = make_folder(parent, 0777) && file_replace(path, parts, 2, false, size > SUMMED);
    }
    if (!good)
        return fail(fault, UNSUPPORTED, "cannot keep %zu bytes in the cache %.512s: %s", size, folder, strerror(errno));
    return OK;
}
