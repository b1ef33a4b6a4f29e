/* The interaction of a source charge with a work-item's targets, in registers, and its accumulation: for p2p.cl and
 * direct.cl, which define TARGETS, RSQRT, ACCUMULATE, FIELD and PRECISION.
 *
 * BY_STRETCH  1: the sum of a contiguous range of sources ("stretch") is computed first, then added to the total; 0:
 *             only where ACCUMULATE is fp64, whose totals are in double precision. Compensated sums run over all
 *             stretches. */
#include "fmm/expansion.h"

/* Numbers per result, and per work-item. */
#define NUMBERS (FIELD ? 4 : 1)
#define SUMS (TARGETS * NUMBERS)

#if ACCUMULATE == ACCUMULATE_FP64
#define STRETCHES_SUMMED 1
typedef double TOTAL;
#else
#define STRETCHES_SUMMED (BY_STRETCH && ACCUMULATE == ACCUMULATE_PLAIN)
typedef REAL TOTAL;
#endif

typedef struct {
    REAL sum[SUMS];
#if ACCUMULATE == ACCUMULATE_KAHAN
    REAL lost[SUMS];
#elif STRETCHES_SUMMED
    TOTAL total[SUMS];
#endif
} TOTALS;

/* ---- sums ---- */

DEVICE void clear_totals(TOTALS *totals)
{
#pragma unroll
    for (int i = 0; i < SUMS; i++) {
        totals->sum[i] = 0;
#if ACCUMULATE == ACCUMULATE_KAHAN
        totals->lost[i] = 0;
#elif STRETCHES_SUMMED
        totals->total[i] = 0;
#endif
    }
}

/* At the start of a stretch, and before one is repeated. */
DEVICE void begin_stretch(TOTALS *totals)
{
#if STRETCHES_SUMMED
#pragma unroll
    for (int i = 0; i < SUMS; i++)
        totals->sum[i] = 0;
#endif
}

DEVICE void end_stretch(TOTALS *totals)
{
#if STRETCHES_SUMMED
#pragma unroll
    for (int i = 0; i < SUMS; i++)
        totals->total[i] += totals->sum[i];
#endif
}

DEVICE REAL total_of(const TOTALS *totals, int i)
{
#if ACCUMULATE == ACCUMULATE_KAHAN
    return totals->sum[i] - totals->lost[i];
#elif STRETCHES_SUMMED
    return (REAL)totals->total[i];
#else
    return totals->sum[i];
#endif
}

/* sum += a * b */
DEVICE void add_term(TOTALS *totals, int i, REAL a, REAL b)
{
#if ACCUMULATE == ACCUMULATE_KAHAN
    const REAL term = fma(a, b, -totals->lost[i]), sum = totals->sum[i] + term;
    totals->lost[i] = (sum - totals->sum[i]) - term;
    totals->sum[i] = sum;
#else
    totals->sum[i] = fma(a, b, totals->sum[i]);
#endif
}

/* ---- pairs ---- */

/* Guards against a distance of zero (a charge itself, or another at its position), for which the result must be zero.
 * BY_SELECT: a comparison and a selection. BY_MAXIMUM: a constant too small to change other distances is subtracted
 * from the square; the root of a negative number is NaN, and the maximum of NaN and zero is zero. */
#define UNGUARDED 0
#define BY_SELECT 1
#define BY_MAXIMUM 2

/* 1 / sqrt(a). For a < 0 it is NaN, or with or_zero 0. */
DEVICE REAL inverse_root(REAL a, bool or_zero)
{
#if RSQRT == RSQRT_NEWTON
    float first = rsqrt((float)a);
    if (or_zero)
        first = fmax(first, 0.0f);
#if PRECISION == PRECISION_FP64
    const double guess = first, e = fma(-a * guess, guess, (double)1);
    return fma(guess * e, fma((double)0.375, e, (double)0.5), guess);
#else
    return fma(0.5f * first, fma(-a * first, first, 1.0f), first);
#endif
#else
    const REAL root = rsqrt(a);
    return or_zero ? fmax(root, (REAL)0) : root;
#endif
}

/* Adds the interaction of a source with the work-item's targets. A squared distance above 1e-14 does not change when
 * 1e-37 is subtracted; different positions are at least 6e-8 apart. */
DEVICE void add_charge(TOTALS *totals, const REAL4 *place, REAL4 charge, int guard)
{
#pragma unroll
    for (int t = 0; t < TARGETS; t++) {
        const REAL x = place[t].x - charge.x, y = place[t].y - charge.y, z = place[t].z - charge.z;
        const REAL along_z = guard == BY_MAXIMUM ? fma(z, z, -(REAL)1e-37f) : z * z;
        const REAL square = fma(x, x, fma(y, y, along_z));
        REAL inverse = inverse_root(square, guard == BY_MAXIMUM);
        if (guard == BY_SELECT)
            inverse = square > 0 ? inverse : 0;
#if FIELD
        const REAL by = charge.w * inverse * (inverse * inverse);
        add_term(totals, t * NUMBERS, by, x);
        add_term(totals, t * NUMBERS + 1, by, y);
        add_term(totals, t * NUMBERS + 2, by, z);
#endif
        add_term(totals, t * NUMBERS + NUMBERS - 1, charge.w, inverse);
    }
}

DEVICE REAL4 load(float4 charge)
{
    return MAKE_REAL4(charge.x, charge.y, charge.z, charge.w);
}
