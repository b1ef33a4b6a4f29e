/* What a charge gives to those of a work-item, in registers, and how that is added up: of p2p.cl and direct.cl, which say
 * what TARGETS, RSQRT, ACCUMULATE, FIELD and PRECISION are.
 *
 * BY_STRETCH  1: sums of a stretch of charges, then of the stretches; 0: so only where ACCUMULATE is fp64, whose sums of
 *             stretches are in double precision. Compensated sums go on over all of them. */
#include "fmm/expansion.h"

/* Numbers of a result, and of a work-item. */
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

/* Before a stretch, and where one is done again. */
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

/* Against a charge itself, and those on its place, which are to give nothing: a comparison, and a choice; or the square
 * is less by what changes none but zero, so that its root is no number, of which and zero the larger is zero. */
#define UNGUARDED 0
#define BY_SELECT 1
#define BY_MAXIMUM 2

/* 1 / sqrt(a); of less than zero it is no number, or zero. */
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

/* What a charge gives to a work-item's own ones at their places. The square of a distance above 1e-14 is, less by 1e-37,
 * rounded to itself; places are 6e-8 apart, or the same. */
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
