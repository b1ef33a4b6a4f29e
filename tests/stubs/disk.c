/* Loaded before the C library (LD_PRELOAD): a folder, $DISK, that is full while there is a file `full` in it; and a
 * program that is killed at the $KILL_AT'th time that it changes a regular file or a name, once half of what it writes
 * is written. Only the program itself is, not what it starts. */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *disk; /* a path without links */
static long left;

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("KILL_AT");
    disk = getenv("DISK");
    left = at ? atol(at) : -1;
    unsetenv("KILL_AT");
}

static int is_killed(void)
{
    return left > 0 && !--left;
}

static int is_full(int file)
{
    char name[64], path[4096], full[4096];
    if (!disk)
        return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    snprintf(full, sizeof full, "%s/full", disk);
    const ssize_t length = readlink(name, path, sizeof path - 1);
    return length > (ssize_t)strlen(disk) && !memcmp(path, disk, strlen(disk)) && !access(full, F_OK);
}

#define NEXT(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *from, size_t size)
{
    struct stat found;
    if (!fstat(file, &found) && S_ISREG(found.st_mode)) {
        if (is_killed() && NEXT(write)(file, from, size / 2) >= 0)
            raise(SIGKILL);
        if (is_full(file)) {
            errno = ENOSPC;
            return -1;
        }
    }
    return NEXT(write)(file, from, size);
}

#define KILLED_BEFORE(name, parameters, arguments)                                                                     \
    int name parameters                                                                                                \
    {                                                                                                                  \
        if (is_killed())                                                                                               \
            raise(SIGKILL);                                                                                            \
        return NEXT(name) arguments;                                                                                   \
    }
KILLED_BEFORE(rename, (const char *from, const char *to), (from, to))
KILLED_BEFORE(link, (const char *from, const char *to), (from, to))
KILLED_BEFORE(linkat, (int folder, const char *from, int other, const char *to, int how),
              (folder, from, other, to, how))
KILLED_BEFORE(unlink, (const char *path), (path))
KILLED_BEFORE(ftruncate, (int file, off_t size), (file, size))
KILLED_BEFORE(fsync, (int file), (file))
