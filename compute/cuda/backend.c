/* The backend "cuda": the driver API for everything that runs, NVRTC (nvrtc.c) for everything that compiles. */
#include "compute/cuda/context.h"
#include "compute/cuda/nvrtc.h"

#include <stdlib.h>

static void typical(struct compute_device *device)
{
    device->features |= COMPUTE_CUB | COMPUTE_CHILD_LAUNCH | COMPUTE_FLOAT4_ATOMICS | COMPUTE_FP64_MATRICES;
}

#define OPERATION(result, name, parameters) .name = cuda_##name,

/* clang-format off */
const struct compute_backend cuda_backend = {
    .name = "cuda",
    .language = COMPUTE_CUDA,
    .texture_parameters = 1,
    .constant_parameters = 0, /* it is the program's */
    .typical = typical,
    .devices = cuda_devices,
    .health = cuda_health,
    .energy = cuda_energy,
    .flags = nvrtc_flags,
    .compile = nvrtc_compile,
    .release_caches = cuda_release_caches,
    .nonbonded = cuda_nonbonded,
    .kernel_free = free,
    .host_free = cuda_host_free,
    .texture_free = cuda_texture_free,
    .reference = cuda_reference,
    BACKEND_OPERATIONS(OPERATION)
    BACKEND_GRAPHS(OPERATION)
};
/* clang-format on */
