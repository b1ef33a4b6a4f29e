/* Expansions in kernels: triangles of complex numbers, (l, m) with 0 <= m <= l <= ORDER.
 *
 * ORDER      p
 * PRECISION  fp32 or fp64: of REAL */
#define INDEX(l, m) ((l) * ((l) + 1) / 2 + (m))
#define COEFFICIENTS INDEX(ORDER + 1, 0)

#if PRECISION == PRECISION_FP64
typedef double REAL;
typedef double2 COMPLEX;
#define MAKE_COMPLEX make_double2
#define ATOMIC_ADD_REAL ATOMIC_ADD_DOUBLE
#else
typedef float REAL;
typedef float2 COMPLEX;
#define MAKE_COMPLEX make_float2
#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT
#endif

/* The coefficient at any -l <= m <= l: x(l, -m) = (-1)^m conj(x(l, m)). */
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
