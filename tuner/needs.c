#include "tuner/needs.h"

/* In the order of their bits. Why a device is without CUB or child launches it says itself. */
static const struct {
    const char *word, *lack;
} needs[] = {
    {"CUDA", "needs CUDA"},
    {"CUB", NULL},
    {"double precision", "needs double precision, which this device lacks"},
    {"64-bit atomics", "needs 64-bit atomics, which this device lacks"},
    {"OpenCL", "needs OpenCL"},
    {"textures", "needs textures, which this device lacks"},
    {"child launches", NULL},
    {"graphs", "needs graphs, which this device lacks"},
};

const char *bench_lacks(const struct bench *bench, const struct compute_device *device)
{
    const unsigned lacking = bench->needs & ~device->features;
    for (unsigned i = 0; need_word(i); i++)
        if (lacking >> i & 1)
            return needs[i].lack          ? needs[i].lack
                   : 1u << i == NEEDS_CUB ? device->lacks_cub
                                          : device->lacks_child_launch;
    return NULL;
}

const char *need_word(unsigned i)
{
    return i < sizeof needs / sizeof *needs ? needs[i].word : NULL;
}
