#include "cli/run/chosen.h"

#include "cli/run/device.h"
#include "cli/run/launcher.h"

int chosen_device(const struct options *options, struct compute_device *device)
{
    struct launcher launcher;
    const int status = launcher_make(&launcher, NULL, 0);
    return status ? status : device_find(&launcher, options, device);
}
