/* What a worker sends, and what it is sent: bytes laid over a message of zeros, for each kind. What is let through can
 * be looked at: its texts end, its counts fit, its flags are flags. */
#include "tests/fuzz/fuzz.h"
#include "tuner/worker/message.h"

#include <math.h>

static unsigned char message[sizeof(struct reply)];

/* So many zeros, with the bytes over their beginning. */
static void set_bytes(const uint8_t *bytes, size_t size, size_t length)
{
    memset(message, 0, sizeof message);
    memcpy(message, bytes, size < length ? size : length);
}

static void check_device(const struct compute_device *device)
{
    MUST(memchr(device->name, 0, sizeof device->name) && memchr(device->lacks_cub, 0, sizeof device->lacks_cub));
    MUST(device->is_cpu + device->can_run <= 2 && device->features <= COMPUTE_ALL_FEATURES);
}

static void check_reply(const struct request *requested, const struct reply *reply)
{
    MUST(reply->kind == requested->kind && reply->fault.status < STATUS_COUNT);
    MUST(memchr(reply->fault.text, 0, sizeof reply->fault.text) && isfinite(reply->seconds[0]));
    if (requested->kind == REQUEST_FIND)
        check_device(&reply->device);
    if (requested->kind == REQUEST_INVENTORY) {
        MUST(reply->inventory.devices <= COMPUTE_MAX_DEVICES && reply->inventory.absences <= COMPUTE_MAX_ABSENCES);
        for (size_t i = 0; i < reply->inventory.devices; i++)
            check_device(&reply->inventory.device[i]);
    }
    if (requested->kind == REQUEST_MEASURE)
        MUST(reply->result.index == requested->index && reply->result.blocks <= MAX_BLOCKS &&
             reply->result.status < STATUS_COUNT && reply->samples.count <= MAX_KEPT &&
             reply->result.cold + reply->result.dropped <= 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct reply reply;
    static struct request request;
    for (int kind = 0; kind <= REQUEST_MEASURE; kind++) {
        const struct request requested = {.kind = (enum request_kind)kind};
        set_bytes(bytes, size, reply_size(requested.kind));
        memcpy(message, &kind, sizeof kind);
        if (!reply_parse(message, reply_size(requested.kind), &requested, &reply))
            check_reply(&requested, &reply);
        MUST(reply_parse(message, reply_size(requested.kind) - 1, &requested, &reply));
    }
    set_bytes(bytes, size, sizeof request);
    if (!request_parse(message, sizeof request, &request)) {
        MUST(request.kind <= REQUEST_MEASURE && request.effort.blocks <= MAX_BLOCKS);
        MUST(memchr(request.target, 0, sizeof request.target));
        check_device(&request.device);
    }
    return 0;
}
