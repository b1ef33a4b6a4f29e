#include "compute/typical.h"

const struct compute_device compute_typical_gpu = {
    .features = COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES | COMPUTE_GRAPHS,
    .simt_width = 32,
    .local_bytes = 48 << 10,
    .constant_bytes = 64 << 10,
    .max_texture = {131072, 65536},
    .max_texture_1d = 131072,
    .max_texture_3d = {16384, 16384, 16384},
    .max_group = 1024,
    .max_group_size = {1024, 1024, 64},
    .max_groups = {2147483647, 65535, 65535},
};
