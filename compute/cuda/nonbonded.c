/* Pairs of atoms on CUDA: a warp takes a tile, and its lanes hand atoms on by shuffles. */
#include "compute/cuda/nvrtc.h"
#include "compute/nonbonded_form.h"

enum { GROUP = 256, WARPS = GROUP / 32, GROUPS_OF_UNIT = 8 };

/* As many as run at a time, or fewer: each takes one tile after the other. */
static struct compute_launch compute(const struct compute_device *device, uint64_t tiles)
{
    const uint64_t most = GROUPS_OF_UNIT * (uint64_t)(device->units ? device->units : 100);
    const uint64_t groups = tiles / WARPS + (tiles % WARPS != 0);
    return (struct compute_launch){.groups = {groups < most ? groups : most, 1, 1}, .group = {GROUP, 1, 1}};
}

const struct nonbonded_form *cuda_nonbonded(UNNEEDED const struct compute_device *device)
{
    static const struct nonbonded_form warps = {"#define FORM FORM_WARPS\n#define GROUP 256\n#define FIND_GROUP 32\n",
                                                32, compute};
    return &warps;
}
