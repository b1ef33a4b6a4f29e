#include "base/file.h"

#include "base/descriptor.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status cannot(const char *verb, const char *path, int error, struct fault *fault)
{
    return fail(fault, INVALID, "%.512s: cannot %s: %s", *path ? path : "(empty path)", verb, strerror(error));
}

static bool read_all(FILE *file, char **text, size_t *length)
{
    size_t capacity = 1 << 16;
    *length = 0;
    *text = allocate(capacity);
    for (;;) {
        *length += fread(*text + *length, 1, capacity - 1 - *length, file);
        if (ferror(file))
            return false;
        if (*length < capacity - 1)
            break;
        char *larger = allocate(capacity *= 2);
        memcpy(larger, *text, *length);
        free(*text);
        *text = larger;
    }
    (*text)[*length] = 0;
    return true;
}

enum status file_read(const char *path, char **text, size_t *length, struct fault *fault)
{
    *text = NULL;
    FILE *file = fopen(path, "re");
    if (!file)
        return cannot("read", path, errno, fault);
    enum status status = OK;
    if (!read_all(file, text, length)) {
        status = cannot("read", path, errno, fault);
        free(*text);
        *text = NULL;
    }
    fclose(file);
    return status;
}

enum status file_folders(const char *path, struct fault *fault)
{
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder)
        return cannot("write", path, ENAMETOOLONG, fault);
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        if (*folder && mkdir(folder, 0777) && errno != EEXIST)
            return cannot("write", path, errno, fault);
    }
    return OK;
}

/* mkstemp's files are private; ours gets what any new file gets. */
static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The name of a temporary file beside `path`, opened; -1 with errno set. */
static int open_beside(const char *path, char temporary[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(temporary, PATH_MAX, "%.*s.gpubench-XXXXXX", folder, path) < PATH_MAX)
        return mkostemp(temporary, O_CLOEXEC);
    errno = ENAMETOOLONG;
    return -1;
}

static bool write_parts(int file, const struct file_part *parts, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = descriptor_write(file, parts[i].bytes, parts[i].size);
    return good;
}

bool file_replace(const char *path, const struct file_part *parts, size_t count, bool shared, bool durable)
{
    char temporary[PATH_MAX];
    int file = open_beside(path, temporary);
    if (file < 0)
        return false;
    bool good =
        write_parts(file, parts, count) && !(shared && fchmod(file, new_file_mode())) && !(durable && fsync(file));
    int error = errno;
    if (close(file) && good) {
        good = false;
        error = errno;
    }
    if (good && rename(temporary, path)) {
        good = false;
        error = errno;
    }
    if (!good)
        unlink(temporary);
    errno = error;
    return good;
}

/* Where the file at a path really is, or will be; missing folders are made. */
static enum status find_place(const char *path, char place[PATH_MAX], struct fault *fault)
{
    enum status status = *path ? file_folders(path, fault) : cannot("write", path, ENOENT, fault);
    struct stat found;
    if (status != OK)
        return status;
    if (stat(path, &found)) {
        snprintf(place, PATH_MAX, "%s", path);
        return errno == ENOENT ? OK : cannot("write", path, errno, fault);
    }
    if (S_ISDIR(found.st_mode))
        return cannot("write", path, EISDIR, fault);
    if (!S_ISREG(found.st_mode)) /* a rename would replace a device such as /dev/null */
        return fail(fault, INVALID, "%.512s: cannot write: not a regular file", path);
    return realpath(path, place) ? OK : cannot("write", path, errno, fault);
}

enum status file_save(const char *path, const char *text, size_t length, struct fault *fault)
{
    char place[PATH_MAX];
    enum status status = find_place(path, place, fault);
    if (status == OK && !file_replace(place, &(struct file_part){text, length}, 1, true, true))
        status = cannot("write", path, errno, fault);
    return status;
}

enum status file_writable(const char *path, struct fault *fault)
{
    char place[PATH_MAX], temporary[PATH_MAX];
    enum status status = find_place(path, place, fault);
    if (status != OK)
        return status;
    int file = open_beside(place, temporary);
    if (file < 0)
        return cannot("write", path, errno, fault);
    close(file);
    unlink(temporary);
    return OK;
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool folder_of(const char *path, struct stat *folder)
{
    char above[PATH_MAX];
    const int length = (int)(last_name(path) - path);
    return snprintf(above, sizeof above, "%.*s.", length, path) < PATH_MAX && !stat(above, folder);
}

bool file_same(const char *one, const char *other)
{
    struct stat a, b;
    if (!strcmp(one, other))
        return true;
    bool there = !stat(one, &a) && !stat(other, &b);
    if (!there && (strcmp(last_name(one), last_name(other)) || !folder_of(one, &a) || !folder_of(other, &b)))
        return false;
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
