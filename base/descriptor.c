#include "base/descriptor.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static bool write_all(int file, const void *from, size_t size)
{
    for (const char *at = from; size;) {
        ssize_t written = write(file, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

bool descriptor_write(int file, const void *from, size_t size)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGXFSZ, &ignore, &before);
    bool good = write_all(file, from, size);
    int error = errno;
    sigaction(SIGXFSZ, &before, NULL);
    errno = error;
    return good;
}

bool descriptor_read(int file, void *to, size_t size)
{
    for (char *at = to; size;) {
        ssize_t got = read(file, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}
