#include "cli/chosen.h"

#include "cli/device.h"
#include "cli/launcher.h"

int chosen_device(const struct options *options, struct compute_device *device)
{
    struct launcher launcher;
    const int status = launcher_make(&launcher, NULL, 0);
    return status ? status : device_find(&launcher, options, device);
}
