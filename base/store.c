#include "base/store.h"

#include "base/descriptor.h"
#include "base/file.h"
#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The header of an entry's file; the payload follows. Its 64 bytes keep the payload aligned. */
struct header {
    char magic[16];
    uint32_t version, kind;
    uint64_t size; /* of the payload */
    char hash[32]; /* of the fields above, the key and the payload */
};

_Static_assert(sizeof(struct header) == 64, "the payload is aligned to 64 bytes");

enum { VERSION = 2, DAY = 24 * 60 * 60 };

static const char *kind_word(enum store_kind kind)
{
    static const char *const words[] = {
#define STORE_WORD(name, word, days) word,
        STORE_LIST(STORE_WORD)
#undef STORE_WORD
    };
    return words[kind];
}

static struct header header_of(enum store_kind kind, struct store_key key, const void *bytes, size_t size)
{
    struct header header = {.magic = "gpubench entry", .version = VERSION, .kind = kind, .size = size};
    struct store_hash hash = store_hash_start();
    store_hash_add(&hash, &header, offsetof(struct header, hash));
    store_hash_text(&hash, key.text);
    store_hash_add(&hash, bytes, size);
    memcpy(header.hash, store_hash_key(&hash).text, sizeof header.hash);
    return header;
}

/* FOLDER/entries/KIND-KEY. False if the key is invalid, or the path too long. */
static bool entry_path(char path[PATH_MAX], const char *folder, enum store_kind kind, struct store_key key)
{
    return store_key_sound(&key) &&
           snprintf(path, PATH_MAX, "%s/entries/%s-%s", folder, kind_word(kind), key.text) < PATH_MAX;
}

/* Opens a file owned by this user that no other may write; -1 for anything else. Never blocks, as on a FIFO or a
 * device. */
static int open_own(const char *path, struct stat *status)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return -1;
    if (!fstat(file, status) && S_ISREG(status->st_mode) && status->st_uid == geteuid() && !(status->st_mode & 022))
        return file;
    close(file);
    return -1;
}

/* A file's date is its last use, by which unused entries expire: updated at most daily. */
static void touch(int file, const struct stat *status)
{
    if (time(NULL) - status->st_mtime > DAY)
        futimens(file, NULL);
}

/* Reads instead of mapping: truncation of a mapped file would kill the reader. */
static struct store_blob read_entry(const char *folder, enum store_kind kind, struct store_key key)
{
    struct store_blob blob = {0};
    struct header header;
    char path[PATH_MAX];
    struct stat status;
    const int file = entry_path(path, folder, kind, key) ? open_own(path, &status) : -1;
    if (file < 0)
        return blob;
    bool good = descriptor_read(file, &header, sizeof header) &&
                header.size == (uint64_t)status.st_size - sizeof header && header.size < SIZE_MAX / 2;
    if (good) {
        blob.size = (size_t)header.size;
        blob.bytes = blob.memory = aligned_alloc(64, (blob.size + 64) / 64 * 64);
        good = blob.memory && descriptor_read(file, blob.memory, blob.size);
    }
    if (good) {
        const struct header expected = header_of(kind, key, blob.bytes, blob.size);
        good = !memcmp(&header, &expected, sizeof header);
    }
    if (good)
        touch(file, &status);
    else
        store_release(&blob);
    close(file);
    return blob;
}

/* A process's own folder has a link to the cache below it. */
struct store_blob store_get(const char *folder, enum store_kind kind, struct store_key key)
{
    char below[PATH_MAX];
    struct store_blob blob = read_entry(folder, kind, key);
    if (!blob.bytes && snprintf(below, sizeof below, "%s/" STORE_BELOW, folder) < (int)sizeof below)
        blob = read_entry(below, kind, key);
    return blob;
}

void store_release(struct store_blob *blob)
{
    free(blob->memory);
    *blob = (struct store_blob){0};
}

static bool write_entry(const char *path, const struct file_part parts[2])
{
    char above[PATH_MAX];
    if (file_replace(path, parts, 2, false, false))
        return true;
    if (errno == ENOENT) { /* the folder of entries does not exist yet */
        snprintf(above, sizeof above, "%.*s", (int)(strrchr(path, '/') - path), path);
        return folder_make(above) && file_replace(path, parts, 2, false, false);
    }
    /* a folder has that name */
    return (errno == EISDIR || errno == EEXIST || errno == ENOTEMPTY) && folder_remove(path) &&
           file_replace(path, parts, 2, false, false);
}

/* No fsync: after a power failure an incomplete entry reads as absent. */
enum status store_put(const char *folder, enum store_kind kind, struct store_key key, const void *bytes, size_t size,
                      struct fault *fault)
{
    char path[PATH_MAX];
    bool good = false;
    errno = EINVAL;
    if (entry_path(path, folder, kind, key)) {
        const struct header header = header_of(kind, key, bytes, size);
        good = write_entry(path, (const struct file_part[]){{&header, sizeof header}, {bytes, size}});
    }
    if (!good)
        return fail(fault, UNSUPPORTED, "cannot keep %zu bytes in the cache %.512s: %s", size, folder, strerror(errno));
    return OK;
}

/* A key's lock is that of one byte of an empty file. Waiting for it ends after about ten seconds: its holder may be
 * stopped, or its host be gone. */
int store_lock(const char *folder, struct store_key key, bool *waited)
{
    char path[PATH_MAX], digits[16] = "";
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    *waited = false;
    if (!store_key_sound(&key) || snprintf(path, sizeof path, "%s/locks", folder) >= (int)sizeof path)
        return -1;
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
    memcpy(digits, key.text, sizeof digits - 1);
    lock.l_start = (off_t)strtoull(digits, NULL, 16);
    if (file < 0 || !fcntl(file, F_SETLK, &lock))
        return file;
    *waited = errno == EAGAIN || errno == EACCES;
    long pause = 1000000, left = 10000000000; /* nanoseconds */
    while (*waited && left > 0 && fcntl(file, F_SETLK, &lock)) {
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
        left -= pause;
        pause = pause < 50000000 ? 2 * pause : pause;
    }
    return file;
}

void store_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}
