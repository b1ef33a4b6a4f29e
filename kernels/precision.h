/* Numbers by precision, after OpenMM's: one source for three. A portable file includes this after its parameters.
 * Without a #define all is float; USE_MIXED_PRECISION: real is float, mixed is double; USE_DOUBLE_PRECISION: both are
 * double. */
#if defined(USE_MIXED_PRECISION) && defined(USE_DOUBLE_PRECISION)
#error "precision.h: USE_MIXED_PRECISION and USE_DOUBLE_PRECISION are both defined"
#endif
#if (defined(USE_MIXED_PRECISION) || defined(USE_DOUBLE_PRECISION)) && !defined(SUPPORTS_DOUBLE_PRECISION)
#error "precision.h: this device has no doubles, for neither mixed nor double precision"
#endif

#ifdef USE_DOUBLE_PRECISION
typedef double real;
typedef double2 real2;
typedef double3 real3;
typedef double4 real4;
#define make_real2 make_double2
#define make_real3 make_double3
#define make_real4 make_double4
#else
typedef float real;
typedef float2 real2;
typedef float3 real3;
typedef float4 real4;
#define make_real2 make_float2
#define make_real3 make_float3
#define make_real4 make_float4
#endif

#if defined(USE_MIXED_PRECISION) || defined(USE_DOUBLE_PRECISION)
typedef double mixed;
typedef double2 mixed2;
typedef double3 mixed3;
typedef double4 mixed4;
#define make_mixed2 make_double2
#define make_mixed3 make_double3
#define make_mixed4 make_double4
#else
typedef float mixed;
typedef float2 mixed2;
typedef float3 mixed3;
typedef float4 mixed4;
#define make_mixed2 make_float2
#define make_mixed3 make_float3
#define make_mixed4 make_float4
#endif

/* Functions of real: for floats the first five are the hardware's fast ones. */
#if defined(USE_DOUBLE_PRECISION)
#define SQRT sqrt
#define RSQRT rsqrt
#define RECIP(value) (1.0 / (value))
#define EXP exp
#define LOG log
#elif defined(__OPENCL_VERSION__)
#define SQRT native_sqrt
#define RSQRT native_rsqrt
#define RECIP native_recip
#define EXP native_exp
#define LOG native_log
#else
#define SQRT common_fast_sqrt
#define RSQRT rsqrtf
#define RECIP(value) __fdividef(1.0f, value)
#define EXP __expf
#define LOG __logf
#endif

#if defined(USE_DOUBLE_PRECISION) || defined(__OPENCL_VERSION__)
#define POW pow
#define SIN sin
#define COS cos
#define TAN tan
#define ASIN asin
#define ACOS acos
#define ATAN atan
#define ERF erf
#define ERFC erfc
#else
#define POW powf
#define SIN sinf
#define COS cosf
#define TAN tanf
#define ASIN asinf
#define ACOS acosf
#define ATAN atanf
#define ERF erff
#define ERFC erfcf
#endif

/* A real in units of 2^-32, to the nearest. */
#define realToFixedPoint(value) ((mm_long)TO_FIXED_POINT(value))
