#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

/* Reads, or writes, all bytes. */
static bool move(int file, char *at, size_t size, bool writes)
{
    while (size) {
        const ssize_t moved = writes ? write(file, at, size) : read(file, at, size);
        if (moved < 0 && errno == EINTR)
            continue;
        if (moved <= 0)
            return false;
        at += moved;
        size -= (size_t)moved;
    }
    return true;
}

bool descriptor_write(int file, const void *from, size_t size)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGXFSZ, &ignore, &before);
    bool good = move(file, (char *)(uintptr_t)from, size, true);
    int error = errno;
    sigaction(SIGXFSZ, &before, NULL);
    errno = error;
    return good;
}

bool descriptor_read(int file, void *to, size_t size)
{
    return move(file, to, size, false);
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
