/* The number type of steps.
 *
 * PRECISION  mixed: floats, with the rounding errors of positions; double: doubles throughout */
#ifndef LENNARD_JONES_REAL
#define LENNARD_JONES_REAL

#if PRECISION == PRECISION_DOUBLE
#define USE_DOUBLE_PRECISION
#endif
#include "precision.h"

#if PRECISION == PRECISION_DOUBLE
#define FLOATS_OF(v) make_float4((float)(v).x, (float)(v).y, (float)(v).z, 0)
#else
#define FLOATS_OF(v) (v)
#endif

/* The reciprocal within two roundings. CUDA's own division of doubles branches. */
#if PRECISION == PRECISION_DOUBLE && defined(__CUDACC__)
DEVICE real reciprocal(real x)
{
    double by;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(by) : "d"(x)); /* 20 bits */
    by = fma(by, fma(-x, by, 1.0), by);
    return fma(by, fma(-x, by, 1.0), by);
}
#define RECIPROCAL(x) reciprocal(x)
#else
#define RECIPROCAL(x) RECIP(x)
#endif

#endif
