#include "tuner/message.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

static bool write_all(int fd, const void *from, size_t size)
{
    for (const char *at = from; size;) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static bool read_all(int fd, void *to, size_t size)
{
    for (char *at = to; size;) {
        ssize_t got = read(fd, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static size_t payload(enum request_kind kind)
{
    static const size_t sizes[] = {
        [REQUEST_INVENTORY] = sizeof(struct compute_inventory),
        [REQUEST_FIND] = sizeof(struct compute_device),
        [REQUEST_COMPILE] = sizeof(struct program),
        [REQUEST_OPEN] = sizeof(struct opened),
        [REQUEST_PREPARE] = 0,
        [REQUEST_MEASURE] = sizeof(struct result),
    };
    return sizes[kind];
}

bool request_send(int fd, const struct request *request)
{
    return write_all(fd, request, sizeof *request);
}

bool request_receive(int fd, struct request *request)
{
    return read_all(fd, request, sizeof *request);
}

bool reply_send(int fd, const struct reply *reply)
{
    return write_all(fd, reply, offsetof(struct reply, device) + payload(reply->kind));
}

bool reply_receive(int fd, struct reply *reply)
{
    return read_all(fd, reply, offsetof(struct reply, device)) && reply->kind <= REQUEST_MEASURE &&
           read_all(fd, &reply->device, payload(reply->kind));
}
