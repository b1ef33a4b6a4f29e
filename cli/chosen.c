#include "cli/chosen.h"

#include "cli/device.h"
#include "cli/launcher.h"

#include <stdlib.h>

int chosen_device(const char *backend, const char *number, struct compute_device *device)
{
    struct launcher launcher;
    const struct options options = {.backend = backend, .device = strtoull(number, NULL, 10)};
    const int status = launcher_make(&launcher, NULL, 0);
    return status ? status : device_find(&launcher, &options, device);
}
