/* The factor of the difference of two positions in a pair's force: -dE/dr over r.
 *
 * METHOD, TABLE, ADDRESSING, TYPES: see slope.h
 * COEFFICIENTS  of the formula with several types, two per pair of types: in global memory; shared, a copy per group;
 *               constant
 * PRECISION     see real.h */
#ifndef LENNARD_JONES_PULL
#define LENNARD_JONES_PULL

#include "lennard_jones/real.h"
#include "lennard_jones/slope.h"

#if METHOD != METHOD_ANALYTIC && ADDRESSING == ADDRESSING_BORDER
#define WITHIN(square, limit, scale) (scale)
#else
#define WITHIN(square, limit, scale) ((square) < (limit) ? (scale) : (real)0)
#endif
#if TYPES > 1
#define KIND(own, other) ((unsigned)(own).w * TYPES + (unsigned)(other).w)
#else
#define KIND(own, other) 0
#endif

/* The formula in t = 1/r^2: t^4 (x t^3 - y). The x and y of all pairs of types are followed by the square of a
 * distance: for nearer atoms the factor is constant. */
#if METHOD == METHOD_ANALYTIC
#define ROWS_OF_TYPES (TYPES * TYPES)
#define NEAREST_SQUARE terms[ROWS_OF_TYPES].x
#if COEFFICIENTS == COEFFICIENTS_CONSTANT
CONSTANT(real2, terms, ROWS_OF_TYPES + 1);
#define PULL_OF int unused CONSTANT_ARG(real2, terms)
#else
#define PULL_OF GLOBAL const real2 *RESTRICT terms
#endif
#if TYPES == 1
#define START_PULL                                                                                                     \
    const real2 of_all = terms[0];                                                                                     \
    const real least = NEAREST_SQUARE;
#define TERMS_OF(kind) of_all
#elif COEFFICIENTS == COEFFICIENTS_SHARED
#define START_PULL                                                                                                     \
    const real least = NEAREST_SQUARE;                                                                                 \
    LOCAL real2 copy[ROWS_OF_TYPES];                                                                                   \
    for (unsigned row = LOCAL_ID; row < ROWS_OF_TYPES; row += BLOCK_SIZE)                                              \
        copy[row] = terms[row];                                                                                        \
    SYNC_THREADS;
#define TERMS_OF(kind) copy[kind]
#else
#define START_PULL const real least = NEAREST_SQUARE;
#define TERMS_OF(kind) terms[kind]
#endif
#if PRECISION == PRECISION_DOUBLE /* fewer instructions than max, which handles NaN */
#define AT_LEAST(value, least) ((value) > (least) ? (value) : (least))
#else
#define AT_LEAST max
#endif
#define PULL(scale, square, kind)                                                                                      \
    const real2 of = TERMS_OF(kind);                                                                                   \
    const real t = RECIPROCAL(AT_LEAST(square, least)), cube = t * t * t;                                              \
    const real scale = t * cube * fma(of.x, cube, -of.y);
#else
#if TABLE == TABLE_SHARED
#define PULL_OF GLOBAL const float *RESTRICT whole
#define START_PULL                                                                                                     \
    LOCAL float table[TYPES * TYPES * STRIDE];                                                                         \
    for (unsigned i = LOCAL_ID; i < TYPES * TYPES * STRIDE; i += BLOCK_SIZE)                                           \
        table[i] = whole[i];                                                                                           \
    SYNC_THREADS;
#else
#define PULL_OF TABLE_OF
#define START_PULL
#endif
#define PULL(scale, square, kind)                                                                                      \
    const float by = rsqrt(max(square, TINY));                                                                         \
    const float scale = -by * derivative_at((square)*by, by, kind, first, per_element, per_r, PASS_TABLE);
#endif

#endif
