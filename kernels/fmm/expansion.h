/* Expansions in kernels: triangles of complex coefficients, (l, m) with 0 <= m <= l <= ORDER.
 *
 * ORDER         p
 * COEFFICIENTS  per expansion in memory: those up to p, or more, which are not used
 * PRECISION     fp32 or fp64: the type of REAL */
#define INDEX(l, m) ((l) * ((l) + 1) / 2 + (m))
#ifndef COEFFICIENTS
#define COEFFICIENTS INDEX(ORDER + 1, 0)
#endif
#define OPERATOR INDEX(2 * ORDER + 1, 0) /* coefficients of an operator of M2L */

#define COVER(n, by) (((n) + (by) - 1) / (by))

#if PRECISION == PRECISION_FP64
typedef double REAL;
typedef double2 COMPLEX;
typedef double4 REAL4;
#define MAKE_COMPLEX make_double2
#define MAKE_REAL4 make_double4
#define ATOMIC_ADD_REAL ATOMIC_ADD_DOUBLE
#else
typedef float REAL;
typedef float2 COMPLEX;
typedef float4 REAL4;
#define MAKE_COMPLEX make_float2
#define MAKE_REAL4 make_float4
#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT
#endif

/* The coefficient for any -l <= m <= l: x(l, -m) = (-1)^m conj(x(l, m)). */
DEVICE COMPLEX coefficient(GLOBAL const COMPLEX *expansion, int l, int m)
{
    const COMPLEX c = expansion[INDEX(l, m < 0 ? -m : m)];
    if (m >= 0)
        return c;
    return m & 1 ? MAKE_COMPLEX(-c.x, c.y) : MAKE_COMPLEX(c.x, -c.y);
}

/* sum + a * b */
DEVICE COMPLEX add_product(COMPLEX sum, COMPLEX a, COMPLEX b)
{
    return MAKE_COMPLEX(fma(a.x, b.x, fma(-a.y, b.y, sum.x)), fma(a.x, b.y, fma(a.y, b.x, sum.y)));
}

DEVICE COMPLEX product(COMPLEX a, COMPLEX b)
{
    return MAKE_COMPLEX(fma(a.x, b.x, -a.y * b.y), fma(a.x, b.y, a.y * b.x));
}

/* The sum of omega(j, k) M(l + j, m + k) over all k. */
DEVICE COMPLEX sum_over_k(GLOBAL const COMPLEX *omega, GLOBAL const COMPLEX *m2l, int l, int m, int j, COMPLEX sum)
{
    for (int k = -j; k <= j; k++)
        sum = add_product(sum, coefficient(omega, j, k), coefficient(m2l, l + j, m + k));
    return sum;
}

/* Atomic *to += sum, from work-items of all groups. A macro, since not all devices have an atomic addition of
 * doubles. */
#define ADD_ATOMICALLY(to, sum)                                                                                        \
    {                                                                                                                  \
        GLOBAL REAL *parts = (GLOBAL REAL *)(to);                                                                      \
        ATOMIC_ADD_REAL(parts, (sum).x);                                                                               \
        ATOMIC_ADD_REAL(parts + 1, (sum).y);                                                                           \
    }
