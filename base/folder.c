#include "base/folder.h"

#include "base/descriptor.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

bool folder_make(const char *path)
{
    char above[PATH_MAX];
    struct stat status;
    if (strlen(path) >= sizeof above) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
        mkdir(above, 0777);
    }
    if (mkdir(path, 0700) && errno != EEXIST)
        return false;
    if (stat(path, &status))
        return false;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}

const char *folder_distrust(const char *path)
{
    static char text[128];
    struct stat status;
    if (lstat(path, &status))
        snprintf(text, sizeof text, "%s", strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        snprintf(text, sizeof text, "%s", S_ISLNK(status.st_mode) ? "is a link" : strerror(ENOTDIR));
    else if (status.st_uid != geteuid()) {
        const struct passwd *owner = getpwuid(status.st_uid);
        snprintf(text, sizeof text, "belongs to %.64s (user %u)", owner ? owner->pw_name : "somebody else",
                 (unsigned)status.st_uid);
    } else if (status.st_mode & 022)
        snprintf(text, sizeof text, "others may write it (mode %04o)", (unsigned)status.st_mode & 07777u);
    else
        return "";
    return text;
}

/* ---- trees ---- */

enum { DESCRIPTORS = 8 }; /* open at a time during a walk */

static struct tree walked; /* nftw passes no user data */

static int add(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)path, (void)place;
    if (kind == FTW_NS)
        return 0;
    walked.bytes += S_ISREG(status->st_mode) ? (uint64_t)status->st_size : 0;
    walked.changed = status->st_mtime > walked.changed ? status->st_mtime : walked.changed;
    return 0;
}

struct tree folder_tree(const char *path)
{
    walked = (struct tree){0};
    nftw(path, add, DESCRIPTORS, FTW_PHYS);
    return walked;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

bool folder_remove(const char *path)
{
    struct stat status;
    nftw(path, remove_one, DESCRIPTORS, FTW_PHYS | FTW_DEPTH);
    return lstat(path, &status) && errno == ENOENT;
}

/* ---- free space ---- */

enum { PROBE = 1 << 20 }; /* bytes written as a test; for more, the file system's free space is read */

bool folder_has_room(const char *path, uint64_t bytes)
{
    char probe[PATH_MAX];
    struct statvfs system;
    if (statvfs(path, &system))
        return false;
    if (system.f_frsize && bytes / system.f_frsize >= system.f_bavail) {
        errno = ENOSPC;
        return false;
    }
    if (snprintf(probe, sizeof probe, "%s/.gpubench-XXXXXX", path) >= (int)sizeof probe) {
        errno = ENAMETOOLONG;
        return false;
    }
    const int file = mkostemp(probe, O_CLOEXEC);
    if (file < 0)
        return false;
    char *nothing = allocate(PROBE);
    const bool room = descriptor_write(file, nothing, bytes < PROBE ? (size_t)bytes : PROBE);
    const int error = errno;
    free(nothing);
    unlink(probe);
    close(file);
    errno = error;
    return room;
}
