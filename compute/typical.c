#include "compute/typical.h"

#include <stdio.h>
#include <string.h>

const struct compute_device compute_typical_gpu = {
    .fp64 = true,
    .int64_atomics = true,
    .images = true,
    .graphs = true,
    .simt_width = 32,
    .local_bytes = 48 << 10,
    .constant_bytes = 64 << 10,
    .max_texture = {131072, 65536},
    .max_group = 1024,
    .max_group_size = {1024, 1024, 64},
    .max_groups = {2147483647, 65535, 65535},
};

struct compute_device compute_typical(const char *backend)
{
    struct compute_device device = compute_typical_gpu;
    snprintf(device.backend, sizeof device.backend, "%s", backend);
    if (!strcmp(backend, "opencl")) {
        device.simt_width = 1;
        device.graphs = false;
        device.max_texture[0] = device.max_texture[1] = 16384;
    }
    return device;
}
