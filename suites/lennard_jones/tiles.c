/* Tiles of the matrices: their launches (kernels/lennard_jones/tiles.h). */
#include "suites/lennard_jones/lennard_jones.h"

static uint64_t tile_width(const struct config *config)
{
    return config_count(config, BLOCK_X) * config_count(config, VECTOR_WIDTH);
}

static uint64_t tile_height(const struct config *config)
{
    return config_count(config, BLOCK_Y) * config_count(config, PAIRS_PER_THREAD) / config_count(config, VECTOR_WIDTH);
}

struct compute_launch lj_launch(const struct config *config, uint64_t n)
{
    const uint64_t width = tile_width(config), height = tile_height(config), tiles = divide_up(n, width);
    const uint64_t deep = config_count(config, TILES_PER_GROUP);
    const bool half = config->value[PAIRS] == PAIRS_HALF;
    return (struct compute_launch){
        .groups = {half ? tiles + 1 : divide_up(lj_pitch(n), width),
                   half ? divide_up(divide_up(tiles, 2), deep) : divide_up(n, height * deep), 1},
        .group = {(uint32_t)config->value[BLOCK_X], (uint32_t)config->value[BLOCK_Y], 1},
    };
}
