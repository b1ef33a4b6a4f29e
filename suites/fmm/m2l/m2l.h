/* Shared by the strategies of M2L. Each has a row of the tables in m2l.c: its functions, its kernel file. */
#pragma once

#include "suites/fmm/fmm.h"
#include "suites/fmm/m2l/steps.h"

/* Slots: for all strategies; tables of the rotations; folded expansions. */
enum { OMEGA_FP32, OMEGA_FP64, MU_FP32, MU_FP64, OPERATORS_FP32, OPERATORS_FP64 };
enum { ROTATIONS_FP32 = OPERATORS_FP64 + 1, ROTATIONS_FP64 };
enum { MATRICES_FP32 = ROTATIONS_FP64 + 1, MATRICES_FP64, MATRICES_HALVES, FOLDED, PRODUCT };

/* clang-format off */
#define M2L_PARAMETERS                                                                                                 \
    AFTER(PRECISION, FMM_PRECISION),                                                                                   \
    WORD(STRATEGY, "which loops are parallel, and in which form",                                                      \
         sequential_inner, full_parallel, dynamic_1, dynamic_2, dynamic_3, tiles, rotation, folded),                   \
    HOST_WORD(LEVELS, "in one launch, in one each, or these as a graph", one, each, graph),                            \
    NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64, 256),                                                     \
    WORD(SEQUENTIAL, "loops of a work-item: over k; j and k; partners too", k, jk, partners),                          \
    M2L_DIVISORS,                                                                                                      \
    WORD(CHILD_STREAM, "children of a block in order, or each by itself", default, fire_and_forget),                   \
    HOST_WORD(BOXES, "of a kernel that launches: one, or as many as may have their children wait", one, most),         \
    WORD(ACCESS, "neighbouring work-items have neighbouring coefficients, or other j", adjacent, strided),             \
    NUMBER(TILE_BOXES, "boxes of a group; folded: parents", 64, 8, 16, 32, 128),                                       \
    NUMBER(BOXES_PER_THREAD, "of these, of a work-item (tensor: of a warp)", 8, 1, 2, 4, 16, 32),                      \
    NUMBER(ROWS_PER_THREAD, "coefficients of each, of a work-item (tensor: of a warp)", 8, 1, 2, 4, 16, 32, 64),       \
    WORD(OPERATORS, "read from global or from local memory", global, local),                                           \
    WORD(OMEGA, "read from global or from local memory", global, local),                                               \
    NUMBER(PARTNER_GROUPS, "groups that share the partners of a tile, and add to mu", 1, 3),                           \
    WORD(MATH, "of products: FMA; tensor cores, TF32 or FP64; TF32's as FP16", fma, tensor, halves),                   \
    NUMBER(TILE_ROWS, "folded: coefficients of a group", 128, 64, 32),                                                 \
    NUMBER(STAGED, "folded: coefficients of omega that are staged at a time", 16, 8),                                  \
    HOST_NUMBER(SPLITS, "folded: groups that share a sum", 2, 1, 3, 4, 6, 8),                                          \
    HOST_NUMBER(PARENTS, "folded: that are worked on at a time", 4096, 512, 256)
/* clang-format on */
PARAMETER_ENUM(M2L_PARAMETERS);

/* Boxes of a launch, by their indices: those of one level, or of all from 2 on. */
struct m2l_range {
    uint64_t begin, end;
    int first, last; /* levels */
};

struct m2l_strategy {
    /* begin: queues work done once, before all ranges; NULL for none. enqueue: queues the work of one range of boxes;
     * with `adds` it adds to mu, which is set to zero before. */
    enum status (*begin)(struct job *job, const struct config *config, struct fault *fault);
    enum status (*enqueue)(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault);
    bool adds;
    /* The FMA of the form: NULL for the complex form's, four for each pair of a coefficient of omega and one of mu. */
    double (*multiplications)(const struct job *job, const struct config *config);
    /* Further resources of an iteration, or others than the usual pipe, and their amounts: NULL for none. */
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

/* Positions of partners around a box's parent: (2 (2 ws + 1))^3, the near ones included. */
static inline uint64_t m2l_positions(const struct problem *problem)
{
    const uint64_t side = m2l_side(problem);
    return side * side * side;
}

/* ---- of single strategies ---- */

/* For strategies whose groups process tiles of boxes (kernels/fmm/m2l_tile.h): the number of tiles of a range; and
 * zeroing of mu if more than one group adds to it. */
uint64_t m2l_tiles_of(const struct config *config, struct m2l_range range);
enum status m2l_tiles_begin(struct job *job, const struct config *config, struct fault *fault);

/* Declares and fills the strategy's own slots; and their size in bytes. */
void m2l_rotation_declare(struct job *job);
void m2l_folded_declare(struct job *job);
uint64_t m2l_rotation_bytes(const struct problem *problem);
uint64_t m2l_folded_bytes(const struct problem *problem);
