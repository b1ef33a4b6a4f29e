/* The switching function of a distance, and its slope over it (PLUMED's; Tribello et al., Comput. Phys. Commun. 185,
 * 2014).
 *
 * SWITCHING    rational, exponential, gaussian, cubic, tanh or cosinus (of the problem)
 * NN, MM       exponents of the rational one: (1 - x^NN) / (1 - x^MM), x = (r - d0) / r0 (of the problem)
 * BY_SQUARES   1: d0 is 0, NN even and MM twice that: no root is needed (of the problem)
 * STRETCHED    whether the value at dmax is subtracted, and the rest stretched (of the problem) */
#ifndef COORDINATION_SWITCHING
#define COORDINATION_SWITCHING

#include "coordination/real.h"

#define SWITCHING_RATIONAL 0
#define SWITCHING_EXPONENTIAL 1
#define SWITCHING_GAUSSIAN 2
#define SWITCHING_CUBIC 3
#define SWITCHING_TANH 4

#define ONE ((REAL)1)

/* The parameters of a function: 1/r0, d0, the stretch, and what is subtracted before it: the value at dmax. */
#define INVERSE_R0 shape.x
#define FLAT shape.y
#define STRETCH shape.z
#define VALUE_AT_END shape.w

/* x^k, for a k known at compile time. */
DEVICE REAL power(REAL base, int k)
{
    REAL result = 1;
#pragma unroll
    for (int left = k; left > 0; left /= 2) {
        if (left % 2)
            result *= base;
        base *= base;
    }
    return result;
}

#if SWITCHING == SWITCHING_RATIONAL && !BY_SQUARES && MM != 2 * NN

/* (1 - y^NN) / (1 - y^MM) and its slope, for y from 0 to 1: near 1 as the ratio of 1 + y + y^2 ..., which avoids
 * cancellation. */
DEVICE REAL ratio(REAL at, REAL *slope)
{
    if (at < (REAL)0.5) {
        const REAL below = ONE / (ONE - power(at, MM)), value = (ONE - power(at, NN)) * below;
        *slope = (value * MM * power(at, MM - 1) - NN * power(at, NN - 1)) * below;
        return value;
    }
    REAL above = 1, above_slope = 0, below = 1, below_slope = 0;
#pragma unroll
    for (int k = 1; k < NN; k++) {
        above_slope = above_slope * at + above;
        above = above * at + 1;
    }
#pragma unroll
    for (int k = 1; k < MM; k++) {
        below_slope = below_slope * at + below;
        below = below * at + 1;
    }
    const REAL value = above / below;
    *slope = (above_slope - value * below_slope) / below;
    return value;
}

#endif

/* The factor of slopes, applied to their sum; it is the same for all pairs. */
#if BY_SQUARES
#define SLOPE_UNIT (-NN * INVERSE_R0 * INVERSE_R0 * STRETCH)
#else
#define SLOPE_UNIT STRETCH
#endif

/* s(r) from the square of r, outside of the flat part, within dmax, and not stretched; `over` becomes ds/dr / r in its
 * unit. */
DEVICE REAL switching(REAL square, REAL4 shape, REAL *over)
{
#if BY_SQUARES
    const REAL q = square * (INVERSE_R0 * INVERSE_R0), before = power(q, NN / 2 - 1);
    const REAL value = RECIPROCAL(ONE + before * q);
    *over = before * value * value; /* in this order: the square alone would underflow sooner */
    return value;
#else
    const REAL inverse = rsqrt(square), along = (square * inverse - FLAT) * INVERSE_R0;
    REAL value, slope;
#if SWITCHING == SWITCHING_RATIONAL && MM == 2 * NN
    const REAL before = power(along, NN - 1);
    value = RECIPROCAL(ONE + before * along);
    slope = -NN * before * value * value;
#elif SWITCHING == SWITCHING_RATIONAL
    if (along <= ONE)
        value = ratio(along, &slope);
    else { /* x^(NN - MM) (1 - y^NN) / (1 - y^MM), y = 1/x */
        const REAL small = ONE / along, before = power(small, MM - NN - 1);
        REAL ratio_slope;
        const REAL of_small = ratio(small, &ratio_slope);
        value = before * small * of_small;
        slope = -small * small * before * ((MM - NN) * of_small + small * ratio_slope);
    }
#elif SWITCHING == SWITCHING_EXPONENTIAL
    value = exp(-along);
    slope = -value;
#elif SWITCHING == SWITCHING_GAUSSIAN
    value = exp((REAL)-0.5 * along * along);
    slope = -along * value;
#elif SWITCHING == SWITCHING_CUBIC
    value = (along - 1) * (along - 1) * (1 + 2 * along);
    slope = 6 * along * (along - 1);
#elif SWITCHING == SWITCHING_TANH
    value = 2 / (exp(2 * along) + 1);
    slope = -value * (2 - value);
#else
    const REAL pi = (REAL)3.14159265358979323846;
    value = along < 1 ? (REAL)0.5 * (1 + cos(pi * along)) : 0;
    slope = along < 1 ? (REAL)-0.5 * pi * sin(pi * along) : 0;
#endif
    *over = slope * INVERSE_R0 * inverse;
    return value;
#endif
}

#if STRETCHED
#define LESS_END(value) ((value)-VALUE_AT_END)
#else
#define LESS_END(value) (value)
#endif

/* The same for any distance, not yet stretched: 1 in the flat part, 0 beyond the root of `end`. */
DEVICE REAL term_of(REAL square, REAL end, REAL4 shape, REAL *over)
{
#if BY_SQUARES /* no branch: it would cost more than the pairs that it skips */
    REAL slope;
    const REAL value = switching(square, shape, &slope);
    *over = square <= end ? slope : 0;
    return square <= end ? LESS_END(value) : 0;
#else
    *over = 0;
    if (square > end)
        return 0;
    if (square <= FLAT * FLAT)
        return LESS_END(ONE);
    return LESS_END(switching(square, shape, over));
#endif
}

#endif
