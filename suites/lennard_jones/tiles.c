/* Tiles of the matrices: what configurations suit, and their launches (kernels/lennard_jones/tiles.h). */
#include "suites/lennard_jones/lennard_jones.h"

static uint64_t tile_width(const struct config *config)
{
    return config_count(config, BLOCK_X) * config_count(config, VECTOR_WIDTH);
}

static uint64_t tile_height(const struct config *config)
{
    return config_count(config, BLOCK_Y) * config_count(config, PAIRS_PER_THREAD) / config_count(config, VECTOR_WIDTH);
}

bool lj_group_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    const int size = config->value[BLOCK_X] * config->value[BLOCK_Y];
    return size >= (config->value[BLOCK_X] < 16 ? 1024 : 128) && size <= 1024;
}

bool lj_vectors_fit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[PAIRS_PER_THREAD] % config->value[VECTOR_WIDTH] == 0;
}

bool lj_half_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    const uint64_t width = tile_width(config);
    return config->value[PAIRS] == PAIRS_ALL || ((width == 32 || width == 64) && width == tile_height(config));
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

uint64_t lj_mirror_bytes(const struct config *config)
{
    const uint64_t width = tile_width(config);
    return config->value[PAIRS] == PAIRS_HALF ? width * (width + 1) * sizeof(float) : 0;
}
