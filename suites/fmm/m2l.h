/* What the strategies of M2L share. Each is a row of a table in m2l.c: a kernel file, and the two functions below. */
#ifndef SUITES_FMM_M2L_H
#define SUITES_FMM_M2L_H

#include "suites/fmm/fmm.h"

enum {
    OMEGA_FP32,
    OMEGA_FP64,
    MU_FP32,
    MU_FP64,
    OPERATORS_FP32,
    OPERATORS_FP64,
    M2L_OWN_SLOTS,
    M2L_FOLDED_SLOTS = M2L_OWN_SLOTS + 2
}; /* slots */

/* Parameters, behind PRECISION. */
enum {
    STRATEGY = PRECISION + 1,
    LEVELS,
    BLOCK_SIZE,
    SEQUENTIAL,
    MATH,
    TILE_ROWS,
    TILE_BOXES,
    THREAD_ROWS,
    THREAD_BOXES,
    STEP,
    SPLITS,
    PARENTS
};
enum { STRATEGY_SEQUENTIAL_INNER, STRATEGY_FOLDED };
enum { MATH_FMA, MATH_TENSOR };
enum { LEVELS_ONE, LEVELS_EACH, LEVELS_GRAPH };
enum { SEQUENTIAL_K, SEQUENTIAL_JK, SEQUENTIAL_PARTNERS };

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
    /* The multiplications with addition that the form takes, of so many pairs of boxes: NULL for the complex form's,
     * four for each of omega's coefficients and mu's. */
    double (*multiplications)(const struct job *job, const struct config *config);
    /* What else or other than the usual pipe an iteration takes, and how much of it: NULL for nothing else. */
    void (*amounts)(const struct job *job, const struct config *config, double amount[RESOURCES]);
};

extern const struct m2l_strategy m2l_sequential_inner, m2l_folded;

/* The arrays of a configuration's precision. */
static inline int m2l_slot(const struct config *config, int fp32)
{
    return fp32 + (config->value[PRECISION] == PRECISION_FP64);
}

#define M2L_OMEGA ARRAY(m2l_slot(config, OMEGA_FP32))
#define M2L_MU ARRAY(m2l_slot(config, MU_FP32))
#define M2L_OPERATORS ARRAY(m2l_slot(config, OPERATORS_FP32))

/* How many positions partners have around a box's parent: (2 (2 ws + 1))^3, the near ones with them. */
static inline uint64_t m2l_positions(const struct problem *problem)
{
    const uint64_t side = 2 * (2 * (uint64_t)fmm_separation(problem) + 1);
    return side * side * side;
}

/* ---- folded ---- */

#define FOLD_SIZE 128 /* work-items of a group that folds */

void m2l_folded_declare(struct job *job);
bool m2l_tensor_suits(const struct config *config, const struct compute_device *device);
bool m2l_thread_suits(const struct config *config, const struct compute_device *device);
bool m2l_tile_suits(const struct config *config, const struct compute_device *device);
bool m2l_stages_fit(const struct config *config, const struct compute_device *device);
bool m2l_folded_suits(const struct config *config, const struct compute_device *device);

/* clang-format off */
#define M2L_FOLDED_PARAMETERS                                                                                          \
    {"MATH", "of products: fused multiplication and addition; the FP64 tensor cores", WORDS("fma", "tensor")},         \
    {"TILE_ROWS", "coefficients that a group computes", VALUES(128, 64, 32)},                                          \
    {"TILE_BOXES", "of so many parents", VALUES(64, 32, 128)},                                                         \
    {"THREAD_ROWS", "coefficients of a work-item, or of a warp", VALUES(8, 4, 16, 32)},                                \
    {"THREAD_BOXES", "of so many parents", VALUES(8, 4, 16, 32)},                                                      \
    {"STEP", "coefficients that are staged at a time", VALUES(16, 8)},                                                 \
    {"SPLITS", "groups that share a sum", VALUES(2, 1, 4, 8), .host = true},                                     \
    {"PARENTS", "that are worked on at a time: what is folded may stay in a cache", VALUES(4096, 512, 256),            \
     .host = true}
#define M2L_FOLDED_SMALL /* for tests */                                                                               \
    "--set TILE_ROWS=32 --set TILE_BOXES=32 --set THREAD_ROWS=4 --set THREAD_BOXES=4 --set PARENTS=256"
#define M2L_FOLDED_CONSTRAINTS                                                                                         \
    {"tensor: fp64, and CUDA from sm_80 on", m2l_tensor_suits, READS(PRECISION, MATH)},                                                  \
    {"folded: 8 x 8 of a work-item at most; tensor: 16 x 16 of a warp at least", m2l_thread_suits,                     \
     READS(STRATEGY, MATH, THREAD_ROWS, THREAD_BOXES)},                                                                \
    {"folded: 64 to 256 work-items, which stage whole vectors", m2l_tile_suits,                                        \
     READS(PRECISION, STRATEGY, MATH, TILE_ROWS, TILE_BOXES, THREAD_ROWS, THREAD_BOXES, STEP)},                        \
    {"folded: two stages fit local memory, 48 KB at most", m2l_stages_fit,                                             \
     READS(PRECISION, STRATEGY, TILE_ROWS, TILE_BOXES, STEP)},                                                         \
    {"not folded: MATH to PARENTS have their first values", m2l_folded_suits,                                           \
     READS(STRATEGY, MATH, TILE_ROWS, TILE_BOXES, THREAD_ROWS, THREAD_BOXES, STEP, SPLITS, PARENTS)}
/* clang-format on */

#endif
