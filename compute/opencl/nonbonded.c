/* Pairs of atoms in OpenCL: on a GPU a group of 32 computes a tile, whose atoms are in local memory; on a CPU a
 * work-item computes a whole tile, since barriers cost too much there. */
#include "compute/nonbonded_form.h"
#include "compute/opencl/handles.h"

const struct nonbonded_form *opencl_nonbonded(const struct compute_device *device)
{
    static const struct nonbonded_form groups = {"FORM_GROUPS", 32, 32, 1, 32, 100},
                                       items = {"FORM_ITEMS", 1, 1, 1, 8, 1};
    return device->is_cpu ? &items : &groups;
}
