/* The backend "opencl": OpenCL 1.2 through all platforms that libOpenCL.so.1 offers. */
#include "compute/cuda/driver.h"
#include "compute/opencl/handles.h"

static void typical(struct compute_device *device)
{
    device->features &= ~(uint32_t)COMPUTE_GRAPHS;
    device->simt_width = 1;
    device->max_texture[0] = device->max_texture[1] = device->max_texture_1d = 16384;
    for (int i = 0; i < 3; i++)
        device->max_texture_3d[i] = 2048;
}

#define OPERATION(result, name, parameters) .name = opencl_##name,

/* clang-format off */
const struct compute_backend opencl_backend = {
    .name = "opencl",
    .language = COMPUTE_OPENCL,
    .texture_parameters = 2, /* an image and its sampler */
    .constant_parameters = 1,
    .local_parameters = 1,
    .typical = typical,
    .devices = opencl_devices,
    .health = cuda_health,
    .energy = cuda_energy,
    .drivers = opencl_drivers,
    .choose_drivers = opencl_choose_drivers,
    .flags = opencl_flags,
    .compile = opencl_compile,
    .nonbonded = opencl_nonbonded,
    .kernel_free = opencl_kernel_free,
    .host_free = opencl_host_free,
    .texture_free = opencl_texture_free,
    BACKEND_OPERATIONS(OPERATION)
};
/* clang-format on */
