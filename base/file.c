#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status cannot(const char *verb, const char *path, int error, struct fault *fault)
{
    return fail(fault, INVALID, "%s: cannot %s: %s", *path ? path : "(empty path)", verb, strerror(error));
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

/* A file about to be replaced: where it really is, and the temporary file beside it. */
struct target {
    char path[PATH_MAX], temporary[PATH_MAX + 32];
    int file;
};

/* mkstemp's files are private; ours gets what any new file gets. */
static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static enum status target_open(struct target *target, const char *path, struct fault *fault)
{
    enum status status = *path ? file_folders(path, fault) : cannot("write", path, ENOENT, fault);
    if (status != OK)
        return status;
    struct stat found;
    if (!stat(path, &found)) {
        if (S_ISDIR(found.st_mode))
            return cannot("write", path, EISDIR, fault);
        if (!S_ISREG(found.st_mode)) /* a rename would replace a device such as /dev/null */
            return fail(fault, INVALID, "%s: cannot write: not a regular file", path);
        if (!realpath(path, target->path))
            return cannot("write", path, errno, fault);
    } else if (errno != ENOENT)
        return cannot("write", path, errno, fault);
    else
        snprintf(target->path, sizeof target->path, "%s", path);

    const char *slash = strrchr(target->path, '/');
    int folder = slash ? (int)(slash - target->path) + 1 : 0;
    snprintf(target->temporary, sizeof target->temporary, "%.*s.gpubench-XXXXXX", folder, target->path);
    target->file = mkostemp(target->temporary, O_CLOEXEC);
    return target->file < 0 ? cannot("write", path, errno, fault) : OK;
}

bool file_write_all(int file, const char *text, size_t length)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGXFSZ, &ignore, &before);
    while (length) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR)
            break;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    int error = errno;
    sigaction(SIGXFSZ, &before, NULL);
    errno = error;
    return !length;
}

enum status file_save(const char *path, const char *text, size_t length, struct fault *fault)
{
    struct target target;
    enum status status = target_open(&target, path, fault);
    if (status != OK)
        return status;
    bool good =
        file_write_all(target.file, text, length) && !fchmod(target.file, new_file_mode()) && !fsync(target.file);
    int error = errno;
    if (close(target.file) && good) {
        good = false;
        error = errno;
    }
    if (good && rename(target.temporary, target.path)) {
        good = false;
        error = errno;
    }
    if (good)
        return OK;
    unlink(target.temporary);
    return cannot("write", path, error, fault);
}

enum status file_writable(const char *path, struct fault *fault)
{
    struct target target;
    enum status status = target_open(&target, path, fault);
    if (status != OK)
        return status;
    close(target.file);
    unlink(target.temporary);
    return OK;
}
