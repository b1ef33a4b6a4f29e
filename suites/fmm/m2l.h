/* What the strategies of M2L share. Each is a row of a table in m2l.c: a kernel file, and the two functions below. */
#ifndef SUITES_FMM_M2L_H
#define SUITES_FMM_M2L_H

#include "suites/fmm/fmm.h"

enum { OMEGA_FP32, OMEGA_FP64, MU_FP32, MU_FP64, OPERATORS_FP32, OPERATORS_FP64, M2L_OWN_SLOTS }; /* slots */

/* Parameters, behind PRECISION. */
enum { STRATEGY = PRECISION + 1, LEVELS, BLOCK_SIZE, SEQUENTIAL };
enum { STRATEGY_SEQUENTIAL_INNER, STRATEGIES };
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
};

extern const struct m2l_strategy m2l_sequential_inner;

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

#endif
