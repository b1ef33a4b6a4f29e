/* Pairs of atoms in OpenCL: on a GPU a group of 32 takes a tile, whose atoms lie in local memory; on a CPU a work-item
 * takes a whole tile, since a barrier there costs more than what it waits for. */
#include "compute/nonbonded_form.h"
#include "compute/opencl/handles.h"

enum { TILE = 32, GROUPS_OF_UNIT = 32, ITEMS_OF_CORE = 8 };

/* Each takes one tile after the other. */
static struct compute_launch launch(uint64_t tiles, uint64_t most, uint32_t group)
{
    return (struct compute_launch){.groups = {tiles < most ? tiles : most, 1, 1}, .group = {group, 1, 1}};
}

static struct compute_launch by_groups(const struct compute_device *device, uint64_t tiles)
{
    return launch(tiles, GROUPS_OF_UNIT * (uint64_t)(device->units ? device->units : 100), TILE);
}

static struct compute_launch by_items(const struct compute_device *device, uint64_t tiles)
{
    return launch(tiles, ITEMS_OF_CORE * (uint64_t)(device->units ? device->units : 1), 1);
}

const struct nonbonded_form *opencl_nonbonded(const struct compute_device *device)
{
    static const struct nonbonded_form groups = {"#define FORM FORM_GROUPS\n#define GROUP 32\n#define FIND_GROUP 32\n",
                                                 TILE, by_groups},
                                       items = {"#define FORM FORM_ITEMS\n#define GROUP 1\n#define FIND_GROUP 1\n", 1,
                                                by_items};
    return device->is_cpu ? &items : &groups;
}
