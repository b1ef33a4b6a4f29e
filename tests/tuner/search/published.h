/* Published spaces with measurements (AutoTuningAssociation/benchmark_hub, doi 10.5281/zenodo.15364124), with the
 * published numbers of declared and allowed configurations; and one of 10^12. */
#pragma once

#include "tuner/suite.h"

#define ONE_TO_TEN VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
static const struct bench hotspot = {
    .name = "hotspot",
    .space = {
        .parameters = PARAMETERS(
            {"grid_width", "", VALUES(4096)}, {"grid_height", "", VALUES(4096)},
            {"block_size_x", "",
             VALUES(1, 2, 4, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512, 544,
                    576, 608, 640, 672, 704, 736, 768, 800, 832, 864, 896, 928, 960, 992, 1024)},
            {"block_size_y", "", VALUES(1, 2, 4, 8, 16, 32)}, {"tile_size_x", "", ONE_TO_TEN},
            {"tile_size_y", "", ONE_TO_TEN}, {"temporal_tiling_factor", "", ONE_TO_TEN},
            {"max_tfactor", "", VALUES(10)}, {"loop_unroll_factor_t", "", ONE_TO_TEN}, {"sh_power", "", VALUES(0, 1)}),
        .constraints = CONSTRAINTS(
            {.text = "block_size_x*block_size_y>= 32"}, {.text = "temporal_tiling_factor % loop_unroll_factor_t == 0"},
            {.text = "block_size_x*block_size_y <= 1024"},
            {.text = "(block_size_x*tile_size_x+ temporal_tiling_factor * 2) * "
                     "(block_size_y*tile_size_y+ temporal_tiling_factor * 2) * (2+sh_power) * 4 <= 49152"})}};

static const struct bench gemm = {
    .name = "gemm",
    .space = {.parameters = PARAMETERS(
                  {"GEMMK", "", VALUES(0)}, {"MWG", "", VALUES(16, 32, 64, 128)}, {"NWG", "", VALUES(16, 32, 64, 128)},
                  {"KWG", "", VALUES(16, 32)}, {"MDIMC", "", VALUES(8, 16, 32)}, {"NDIMC", "", VALUES(8, 16, 32)},
                  {"MDIMA", "", VALUES(8, 16, 32)}, {"NDIMB", "", VALUES(8, 16, 32)}, {"KWI", "", VALUES(2)},
                  {"VWM", "", VALUES(1, 2, 4, 8)}, {"VWN", "", VALUES(1, 2, 4, 8)}, {"STRM", "", VALUES(0, 1)},
                  {"STRN", "", VALUES(0, 1)}, {"SA", "", VALUES(0, 1)}, {"SB", "", VALUES(0, 1)},
                  {"KREG", "", VALUES(1)}, {"PRECISION", "", VALUES(32)}),
              .constraints =
                  CONSTRAINTS({.text = "KWG % KWI == 0"}, {.text = "MWG % (MDIMC * VWM) == 0"},
                              {.text = "NWG % (NDIMC * VWN) == 0"}, {.text = "MWG % (MDIMA * VWM) == 0"},
                              {.text = "NWG % (NDIMB * VWN) == 0"}, {.text = "KWG % ((MDIMC * NDIMC)/MDIMA) == 0"},
                              {.text = "KWG % ((MDIMC * NDIMC)/NDIMB) == 0"},
                              {.text = "not (MWG == 128 and NWG == 128 and MDIMC == 8 and NDIMC == 8)"})}};

static const struct bench dedispersion = {
    .name = "dedispersion",
    .space = {.parameters =
                  PARAMETERS({"block_size_x", "", VALUES(1, 2, 4, 8, 16, 32)},
                             {"block_size_y", "",
                              VALUES(32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168,
                                     176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256)},
                             {"block_size_z", "", VALUES(1)}, {"tile_size_x", "", VALUES(1, 2, 3, 4)},
                             {"tile_size_y", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)}, {"tile_stride_x", "", VALUES(0, 1)},
                             {"tile_stride_y", "", VALUES(0, 1)}, {"loop_unroll_factor_channel", "", VALUES(0)}),
              .constraints = CONSTRAINTS({.text = "32 <= block_size_x * block_size_y <= 1024"},
                                         {.text = "tile_size_x > 1 or tile_stride_x == 0"},
                                         {.text = "tile_size_y > 1 or tile_stride_y == 0"})}};

static const struct {
    const struct bench *bench;
    uint64_t declared, allowed;
} published[] = {{&hotspot, 4440000, 82984}, {&gemm, 663552, 116928}, {&dedispersion, 22272, 11130}};
enum { PUBLISHED = sizeof published / sizeof *published };

/* Twelve parameters of ten values each, joined by up to four. */
#define TEN(name)                                                                                                      \
    {                                                                                                                  \
        name, "", ONE_TO_TEN                                                                                           \
    }
static const struct bench synthetic = {
    .name = "synthetic",
    .space = {.parameters = PARAMETERS(TEN("A"), TEN("B"), TEN("C"), TEN("D"), TEN("E"), TEN("F"), TEN("G"), TEN("H"),
                                       TEN("I"), TEN("J"), TEN("K"), TEN("L")),
              .constraints = CONSTRAINTS({.text = "A * B * C * D <= 1024"}, {.text = "E % F == 0"},
                                         {.text = "(A + E) * (G + H) >= 40"}, {.text = "I * J <= 32 or K == L"},
                                         {.text = "D + I < 15"}, {.text = "B != F"})}};
