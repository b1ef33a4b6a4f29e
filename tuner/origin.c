#include "tuner/origin.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(struct program_head) == 448, "base/CACHE.md says where the code begins");

struct program_origin program_origin_of(const struct compute_device *device)
{
    struct program_origin origin = {.target = ""};
    if (device->architecture[0])
        snprintf(origin.target, sizeof origin.target, "%s", device->architecture);
    else
        snprintf(origin.target, sizeof origin.target, "%s, %.110s, driver %.110s", compute_name_of(device).text,
                 device->name, device->driver);
    snprintf(origin.compiler, sizeof origin.compiler, "%s", device->compiler);
    return origin;
}

bool program_origin_read(const void *bytes, size_t size, struct program_origin *origin)
{
    struct program_head head;
    if (size <= sizeof head)
        return false;
    memcpy(&head, bytes, sizeof head);
    *origin = head.origin;
    return *origin->target && memchr(origin->target, 0, sizeof origin->target) &&
           memchr(origin->compiler, 0, sizeof origin->compiler);
}
