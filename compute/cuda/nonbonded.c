/* Pairs of atoms on CUDA: a warp computes a tile, and its lanes pass atoms on by shuffles. As many groups as run at a
 * time. */
#include "compute/cuda/nvrtc.h"
#include "compute/nonbonded_form.h"

enum { GROUP = 256, WARP = 32 };

const struct nonbonded_form *cuda_nonbonded(UNNEEDED const struct compute_device *device)
{
    static const struct nonbonded_form warps = {"FORM_WARPS", GROUP, WARP, GROUP / WARP, 8, 100};
    return &warps;
}
