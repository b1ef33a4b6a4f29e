/* Vectors of floats on the host, for the CPU forms of the suites coulomb and cutoff. gcc vectorises a loop over q /
 * sqrt(r2) only with -ffast-math, and does not use AVX-512's approximate rsqrt even then. So vectors are explicit here,
 * and no compiler flag is needed: a program compiled for any x86-64 uses the widest vectors that its CPU supports.
 *
 * Code that uses them is in a header that is included once per width, with LANES defined: 4 (GCC's vectors on any CPU),
 * 8 (AVX2 and FMA) or 16 (AVX-512F). Each time this file defines anew:
 *
 * floats, ints          a vector of LANES floats; one of LANES 32-bit integers, the type of comparisons (-1 or 0)
 * HOST_FUNCTION         attributes of each function that uses them
 * LANES_NAME(f)         the function's name: f_4, f_8, f_16
 * load, store           by LANES_NAME: from and to any address of floats
 * store_whole           by LANES_NAME: the same, as 32-bit integers
 * rsqrt_twice           by LANES_NAME: 2 / sqrt(v), with an error of at most 2^-21, for normal v > 0 */
#ifndef SUITES_MOLECULES_HOST_VECTORS_H
#define SUITES_MOLECULES_HOST_VECTORS_H

#include <stdint.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* The widths, and the widest that this CPU supports. */
enum host_width { HOST_PORTABLE, HOST_AVX2, HOST_AVX512, HOST_WIDTHS };

static inline enum host_width host_width(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return HOST_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return HOST_AVX2;
#endif
    return HOST_PORTABLE;
}

#define LANES_JOIN(name, lanes) name##_##lanes
#define LANES_JOIN_VALUES(name, lanes) LANES_JOIN(name, lanes)
#define LANES_NAME(name) LANES_JOIN_VALUES(name, LANES)
#define floats LANES_NAME(host_floats)
#define ints LANES_NAME(host_ints)
#define HOST_INLINE HOST_FUNCTION static inline __attribute__((always_inline))

#endif

#undef HOST_FUNCTION
#if LANES == 16
#define HOST_FUNCTION __attribute__((target("avx512f")))
#elif LANES == 8
#define HOST_FUNCTION __attribute__((target("avx2,fma")))
#else
#define HOST_FUNCTION
#endif

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t ints __attribute__((vector_size(4 * LANES)));
typedef floats LANES_NAME(host_anywhere) __attribute__((aligned(4), may_alias));

HOST_INLINE floats LANES_NAME(load)(const float *from)
{
    return *(const LANES_NAME(host_anywhere) *)from;
}

HOST_INLINE void LANES_NAME(store)(float *to, floats value)
{
    *(LANES_NAME(host_anywhere) *)to = value;
}

/* Stores numbers as 32-bit integers, truncated. */
HOST_INLINE void LANES_NAME(store_whole)(int32_t *to, floats value)
{
    typedef ints anywhere __attribute__((aligned(4), may_alias));
    *(anywhere *)to = __builtin_convertvector(value, ints);
}

/* A first approximation, and Newton's step, which squares its error: y (3 - v y y) is near 2 / sqrt(v). The
 * approximation has an error of 2^-14 (AVX-512) or 1.5 * 2^-12 (AVX2); the portable one, from the bits of v (Lomont
 * 2003), has 3.4 %, and 5e-6 after two steps. */
HOST_INLINE floats LANES_NAME(rsqrt_twice)(floats v)
{
#if LANES == 16
    floats y = _mm512_rsqrt14_ps(v);
#elif LANES == 8
    floats y = _mm256_rsqrt_ps(v);
#else
    floats y = (floats)(0x5f375a86 - ((ints)v >> 1));
    y *= 1.5f - 0.5f * v * y * y;
    y *= 1.5f - 0.5f * v * y * y;
#endif
    return y * (3 - v * y * y);
}
