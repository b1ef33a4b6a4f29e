#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
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

size_t descriptor_read_text(const char *path, char *text, size_t size)
{
    size_t length = 0;
    ssize_t got = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && length < size - 1 && (got = read(file, text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    if (file >= 0)
        close(file);
    text[length] = '\0';
    return length;
}
