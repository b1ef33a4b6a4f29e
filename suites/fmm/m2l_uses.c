/* M2L's space: which strategy uses which parameters, and what they need of a device. */
#include "suites/fmm/folded.h"
#include "suites/fmm/m2l.h"

#include <stdlib.h>
#include <string.h>

/* ---- parameters and strategies ---- */

#define OF(strategy) (1u << STRATEGY_##strategy)
#define DYNAMIC (OF(DYNAMIC_1) | OF(DYNAMIC_2) | OF(DYNAMIC_3))
#define TILED (OF(TILES) | OF(ROTATION))

static const unsigned users[M2L_PARAMETERS] = {
    [LEVELS] = OF(SEQUENTIAL_INNER) | OF(FULL_PARALLEL) | OF(FOLDED),
    [BLOCK_SIZE] = OF(SEQUENTIAL_INNER) | OF(FULL_PARALLEL) | OF(DYNAMIC_1) | OF(DYNAMIC_3) | TILED,
    [SEQUENTIAL] = OF(SEQUENTIAL_INNER),
    [DIVISORS] = OF(FULL_PARALLEL),
    [CHILD_STREAM] = DYNAMIC,
    [BOXES] = OF(DYNAMIC_3),
    [TILE_BOXES] = TILED | OF(FOLDED),
    [BOXES_PER_THREAD] = TILED | OF(FOLDED),
    [ROWS_PER_THREAD] = TILED | OF(FOLDED),
    [OPERATORS] = TILED,
    [OMEGA] = OF(TILES),
    [PARTNER_GROUPS] = TILED,
    [MATH] = OF(FOLDED),
    [TILE_ROWS] = OF(FOLDED),
    [STAGED] = OF(FOLDED),
    [SPLITS] = OF(FOLDED),
    [PARENTS] = OF(FOLDED),
};

static bool uses(const struct config *config, size_t p)
{
    const struct parameter *parameter = &config->problem->bench->space.parameters[p];
    return users[p] >> config->value[STRATEGY] & 1 || config->value[p] == parameter_value(parameter, 0);
}

#define USED(name, parameter)                                                                                          \
    bool m2l_##name##_used(const struct config *config, const struct compute_device *device)                           \
    {                                                                                                                  \
        (void)device;                                                                                                  \
        return uses(config, parameter);                                                                                \
    }

USED(levels, LEVELS)
USED(block, BLOCK_SIZE)
USED(sequential, SEQUENTIAL)
USED(divisors, DIVISORS)
USED(stream, CHILD_STREAM)
USED(boxes, BOXES)
USED(tile_boxes, TILE_BOXES)
USED(thread_boxes, BOXES_PER_THREAD)
USED(thread_rows, ROWS_PER_THREAD)
USED(operators, OPERATORS)
USED(omega, OMEGA)
USED(partner_groups, PARTNER_GROUPS)
USED(math, MATH)
USED(tile_rows, TILE_ROWS)
USED(staged, STAGED)
USED(splits, SPLITS)
USED(parents, PARENTS)

/* ---- devices ---- */

static bool is(const struct config *config, unsigned strategies)
{
    return strategies >> config->value[STRATEGY] & 1;
}

bool m2l_levels_there(const struct config *config, const struct compute_device *device)
{
    return config->value[LEVELS] != LEVELS_GRAPH || compute_has(device, COMPUTE_GRAPHS);
}

/* Where sums of several work-items meet in mu, but for the strategies that are CUDA's. */
bool m2l_atomics_there(const struct config *config, const struct compute_device *device)
{
    const bool meet = is(config, TILED)
                          ? config->value[PARTNER_GROUPS] > 1
                          : is(config, OF(SEQUENTIAL_INNER)) && config->value[SEQUENTIAL] != SEQUENTIAL_PARTNERS;
    return !meet || config->value[PRECISION] != PRECISION_FP64 || compute_has(device, COMPUTE_INT64_ATOMICS);
}

bool m2l_cub_there(const struct config *config, const struct compute_device *device)
{
    return !is(config, OF(FULL_PARALLEL)) || compute_has(device, COMPUTE_CUB);
}

bool m2l_child_launch_there(const struct config *config, const struct compute_device *device)
{
    return !is(config, DYNAMIC) || compute_has(device, COMPUTE_CHILD_LAUNCH);
}

bool m2l_tensor_there(const struct config *config, const struct compute_device *device)
{
    return config->value[MATH] != MATH_TENSOR ||
           (config->value[PRECISION] == PRECISION_FP64 && compute_has(device, COMPUTE_FP64_MATRICES));
}

/* ---- local memory ---- */

/* What a kernel may have without asking for more, and what tiles have besides their expansions. */
enum { LOCAL_BYTES = 48 << 10, INDEX_BYTES = 1 << 10 };

bool m2l_tiles_fit(const struct config *config, const struct compute_device *device)
{
    if (!is(config, TILED))
        return true;
    const bool known = device && device->local_bytes && device->local_bytes < LOCAL_BYTES;
    const uint64_t numbers =
        is(config, OF(TILES)) ? m2l_tiles_local_numbers(config) : m2l_rotation_local_numbers(config);
    return numbers * 2 * (config->value[PRECISION] == PRECISION_FP64 ? sizeof(double) : sizeof(float)) + INDEX_BYTES <=
           (known ? device->local_bytes : LOCAL_BYTES);
}
