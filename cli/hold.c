#include "cli/hold.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void path_of(const struct compute_device *device, char *path, size_t size)
{
    char name[160];
    if (*device->uuid)
        snprintf(name, sizeof name, "%s", device->uuid);
    else
        snprintf(name, sizeof name, "%s-%d", device->backend, device->index);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '-';
    snprintf(path, size, "/tmp/gpubench-%s.lock", name);
}

/* A file of another user in /tmp may be opened, but not by what would make it. */
static int open_lock(const char *path)
{
    const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    int file = open(path, flags);
    if (file < 0 && errno == ENOENT) {
        file = open(path, flags | O_CREAT, 0666);
        if (file >= 0)
            fchmod(file, 0666); /* whatever the mask is: others lock it, too */
    }
    return file;
}

static void say_who(const struct compute_device *device, int file)
{
    char text[32] = "";
    const ssize_t length = pread(file, text, sizeof text - 1, 0);
    const long process = length > 0 ? strtol(text, NULL, 10) : 0;
    text_print(stderr, "gpubench: compare: another comparison (process %ld) has %s: waiting for it\n", process,
               device->name);
}

static void write_who(int file)
{
    char text[32];
    const int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(file, 0) || pwrite(file, text, (size_t)length, 0) != length)
        fputs("gpubench: compare: the lock of the device does not say whose it is: /tmp is full\n", stderr);
}

int hold_take(const struct compute_device *device, const volatile sig_atomic_t *stop)
{
    static const struct timespec pause = {.tv_nsec = 200000000};
    char path[200];
    path_of(device, path, sizeof path);
    const int file = open_lock(path);
    if (file < 0) {
        text_print(stderr, "gpubench: compare: %s: %s; another comparison may run on %s at the same time\n", path,
                   strerror(errno), device->name);
        return -1;
    }
    for (bool said = false; flock(file, LOCK_EX | LOCK_NB); said = true) {
        if (errno != EWOULDBLOCK && errno != EINTR) /* a file system without locks */
            return file;
        if (!said)
            say_who(device, file);
        nanosleep(&pause, NULL);
        if (*stop) {
            close(file);
            return -1;
        }
    }
    write_who(file);
    return file;
}

void hold_release(int held)
{
    if (held >= 0)
        close(held);
}
