/* What the strategies of M2L share. Each has a row of the tables in m2l.c: its functions, its kernel file. */
#pragma once

#include "suites/fmm/fmm.h"
#include "suites/fmm/m2l/steps.h"

/* Slots: for all strategies; tables of the rotations; what is folded. */
enum { OMEGA_FP32, OMEGA_FP64, MU_FP32, MU_FP64, OPERATORS_FP32, OPERATORS_FP64 };
enum { ROTATIONS_FP32 = OPERATORS_FP64 + 1, ROTATIONS_FP64 };
enum { MATRICES_FP32 = ROTATIONS_FP64 + 1, MATRICES_FP64, FOLDED, PRODUCT };

/* Parameters, behind PRECISION. */
/* clang-format off */
enum { STRATEGY = PRECISION + 1, LEVELS, BLOCK_SIZE, SEQUENTIAL, DIVISORS, CHILD_STREAM, BOXES, ACCESS, TILE_BOXES,
       BOXES_PER_THREAD, ROWS_PER_THREAD, OPERATORS, OMEGA, PARTNER_GROUPS, MATH, TILE_ROWS, STAGED, SPLITS, PARENTS };
enum { STRATEGY_SEQUENTIAL_INNER, STRATEGY_FULL_PARALLEL, STRATEGY_DYNAMIC_1, STRATEGY_DYNAMIC_2, STRATEGY_DYNAMIC_3,
       STRATEGY_TILES, STRATEGY_ROTATION, STRATEGY_FOLDED };
/* clang-format on */
enum { LEVELS_ONE, LEVELS_EACH, LEVELS_GRAPH };
enum { SEQUENTIAL_K, SEQUENTIAL_JK, SEQUENTIAL_PARTNERS };
enum { BOXES_ONE, BOXES_MOST };
enum { IN_GLOBAL, IN_LOCAL }; /* of OPERATORS, OMEGA */
enum { MATH_FMA, MATH_TENSOR };

/* Boxes that a launch works on, by their indices: those of one level, or of all from 2 on. */
struct m2l_range {
    uint64_t begin, end;
    int first, last; /* levels */
};

struct m2l_strategy {
    /* Queues what is done once, before all ranges: NULL for nothing. And the work of one range of boxes, which adds to
     * mu where `adds` says that mu is set to zero before. */
    enum status (*begin)(struct job *job, const struct config *config, struct fault *fault);
    enum status (*enqueue)(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault);
    bool adds;
    /* The multiplications with addition that the form takes: NULL for the complex form's, four for each of omega's
     * coefficients and mu's. */
    double (*multiplications)(const struct job *job, const struct config *config);
    /* What else or other than the usual pipe an iteration takes, and how much of it: NULL for nothing else. */
    void (*amounts)(const struct job *job, const struct config *config, double amount[RESOURCES]);
};

extern const struct m2l_strategy m2l_sequential_inner, m2l_full_parallel, m2l_dynamic_1, m2l_dynamic_2, m2l_dynamic_3,
    m2l_tiles, m2l_rotation, m2l_folded;

/* The arrays of a configuration's precision. */
static inline int m2l_slot(const struct config *config, int fp32)
{
    return fp32 + fmm_is_fp64(config);
}

#define M2L_OMEGA ARRAY(m2l_slot(config, OMEGA_FP32))
#define M2L_MU ARRAY(m2l_slot(config, MU_FP32))
#define M2L_OPERATORS ARRAY(m2l_slot(config, OPERATORS_FP32))

/* How many positions partners have around a box's parent: (2 (2 ws + 1))^3, the near ones with them. */
static inline uint64_t m2l_positions(const struct problem *problem)
{
    const uint64_t side = m2l_side(problem);
    return side * side * side;
}

/* ---- of single strategies ---- */

/* Strategies whose groups take tiles of boxes (kernels/fmm/m2l_tile.h): how many tiles a range has; zeros in mu where
 * more than one group adds to it. */
uint64_t m2l_tiles_of(const struct config *config, struct m2l_range range);
enum status m2l_tiles_begin(struct job *job, const struct config *config, struct fault *fault);

/* Slots of their own, declared and filled, and their bytes. */
void m2l_rotation_declare(struct job *job);
void m2l_folded_declare(struct job *job);
uint64_t m2l_rotation_bytes(const struct problem *problem);
uint64_t m2l_folded_bytes(const struct problem *problem);
