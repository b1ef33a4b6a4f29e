#include "tuner/needs.h"

#include <string.h>

const char *bench_lacks(const struct bench *bench, const struct compute_device *device)
{
    bool is_cuda = !strcmp(device->backend, "cuda") || !strcmp(device->backend, "nvrtc");
    if (bench->needs & NEEDS_CUDA && !is_cuda)
        return "needs CUDA";
    if (bench->needs & NEEDS_OPENCL && strcmp(device->backend, "opencl"))
        return "needs OpenCL";
    if (bench->needs & NEEDS_CUB && device->lacks_cub[0])
        return device->lacks_cub;
    if (bench->needs & NEEDS_FP64 && !device->fp64)
        return "needs double precision, which this device lacks";
    if (bench->needs & NEEDS_INT64_ATOMICS && !device->int64_atomics)
        return "needs 64-bit atomics, which this device lacks";
    if (bench->needs & NEEDS_IMAGES && !device->images)
        return "needs textures, which this device lacks";
    if (bench->needs & NEEDS_CHILD_LAUNCH && device->lacks_child_launch[0])
        return device->lacks_child_launch;
    if (bench->needs & NEEDS_GRAPHS && !device->graphs)
        return "needs graphs, which this device lacks";
    return NULL;
}

const char *need_word(unsigned i)
{
    static const char *const words[] = {"CUDA",   "CUB",      "double precision", "64-bit atomics",
                                        "OpenCL", "textures", "child launches",   "graphs"};
    return i < sizeof words / sizeof *words ? words[i] : NULL;
}
