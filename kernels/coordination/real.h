/* The numbers of a problem: floats, or DOUBLES. */
#ifndef COORDINATION_REAL
#define COORDINATION_REAL

#if DOUBLES
#define REAL double
#define REAL4 double4
#define MAKE_REAL4 make_double4
#define ATOMIC_ADD_REAL ATOMIC_ADD_DOUBLE
#define TO_WHOLE 6755399441055744.0 /* 1.5 * 2^52: adding and subtracting it rounds to the nearest integer */
#define RECIPROCAL(x) (1 / (x))
#else
#define REAL float
#define REAL4 float4
#define MAKE_REAL4 make_float4
#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT
#define TO_WHOLE 12582912.0f /* 1.5 * 2^23 */
#if defined(__OPENCL_VERSION__) /* within two roundings: exact division takes eight more instructions */
#define RECIPROCAL(x) native_recip(x)
#elif defined(__HIP__)
#define RECIPROCAL(x) __fdividef(1.0f, x)
#else
DEVICE inline float reciprocal(float x)
{
    float result;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}
#define RECIPROCAL(x) reciprocal(x)
#endif
#endif

#endif
