#include "cli/run/device_lock.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void path_of(const struct compute_device *device, char *path, size_t size)
{
    const char *folder = getenv("GPUBENCH_LOCKS");
    char name[160];
    if (*device->uuid)
        snprintf(name, sizeof name, "%s", device->uuid);
    else
        snprintf(name, sizeof name, "%s-%d", device->backend, device->index);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '-';
    snprintf(path, size, "%s/gpubench-%s.lock", folder && *folder ? folder : "/tmp", name);
}

/* Opens a lock file; another user's in /tmp cannot be opened with O_CREAT. */
static int open_lock(const char *path)
{
    const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    int file = open(path, flags);
    if (file < 0 && errno == ENOENT) {
        file = open(path, flags | O_CREAT, 0666);
        if (file >= 0)
            fchmod(file, 0666); /* with any umask: other users lock it, too */
    }
    return file;
}

/* The process that claims a lock; 0 if none does. */
static long read_who(int file)
{
    char text[32] = "";
    const ssize_t length = pread(file, text, sizeof text - 1, 0);
    return length > 0 ? strtol(text, NULL, 10) : 0;
}

/* The parent of a process; 0 if it is unknown. */
static long parent_of(long process)
{
    char path[64], text[512] = "";
    long parent = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    const char *name =
        file && fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL; /* the name may contain blanks */
    if (name)
        sscanf(name, ") %*c %ld", &parent);
    if (file)
        fclose(file);
    return parent;
}

/* Whether a process is an ancestor of this one: a comparison with the lock starts runs on its device. */
static bool is_within(long process)
{
    long at = getpid();
    while (at > 1 && at != process)
        at = parent_of(at);
    return process > 1 && at == process;
}

static void write_who(int file)
{
    char text[32];
    const int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(file, 0) || pwrite(file, text, (size_t)length, 0) != length)
        fputs("gpubench: the lock of the device does not say whose it is: there is no room\n", stderr);
}

int device_lock_take(const struct compute_device *device, const volatile sig_atomic_t *stop)
{
    static const struct timespec pause = {.tv_nsec = 200000000};
    char path[PATH_MAX];
    path_of(device, path, sizeof path);
    const int file = open_lock(path);
    if (file < 0) {
        text_print(stderr, "gpubench: %s: %s; another run or comparison may use %s at the same time\n", path,
                   strerror(errno), device->name);
        return -1;
    }
    for (bool reported = false; flock(file, LOCK_EX | LOCK_NB); reported = true) {
        if (errno != EWOULDBLOCK && errno != EINTR) /* a file system without locks */
            return file;
        const long who = read_who(file);
        if (is_within(who)) {
            close(file);
            return -1;
        }
        if (!reported)
            text_print(stderr, "gpubench: %s: process %ld measures on it: waiting until that ends\n",
                       *device->name ? device->name : "this machine", who);
        nanosleep(&pause, NULL);
        if (*stop) {
            close(file);
            return -1;
        }
    }
    write_who(file);
    return file;
}

void device_lock_release(int held)
{
    if (held >= 0)
        close(held);
}
