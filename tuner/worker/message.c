#include "tuner/worker/message.h"

#include "base/descriptor.h"

#include <stddef.h>

static size_t payload(enum request_kind kind)
{
    static const size_t sizes[] = {
        [REQUEST_INVENTORY] = sizeof(struct compute_inventory),
        [REQUEST_FIND] = sizeof(struct compute_device),
        [REQUEST_COMPILE] = sizeof(struct program),
        [REQUEST_OPEN] = sizeof(struct opened),
        [REQUEST_PREPARE] = 0,
        [REQUEST_MEASURE] = sizeof(struct result) + sizeof(struct kept_samples),
    };
    return sizes[kind];
}

bool request_send(int fd, const struct request *request)
{
    return descriptor_write(fd, request, sizeof *request);
}

bool request_receive(int fd, struct request *request)
{
    return descriptor_read(fd, request, sizeof *request);
}

bool reply_send(int fd, const struct reply *reply)
{
    return descriptor_write(fd, reply, offsetof(struct reply, device) + payload(reply->kind));
}

bool reply_receive(int fd, struct reply *reply)
{
    return descriptor_read(fd, reply, offsetof(struct reply, device)) && reply->kind <= REQUEST_MEASURE &&
           descriptor_read(fd, &reply->device, payload(reply->kind));
}
