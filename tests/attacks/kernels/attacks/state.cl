/* What kernels that keep state between launches have in common. */

#ifndef ATTACKS_STATE
#define ATTACKS_STATE

#ifdef __OPENCL_VERSION__
#define FLOAT_OF(word) as_float(word)
#define WORD_OF(value) as_uint(value)
#else
#define FLOAT_OF(word) __uint_as_float(word)
#define WORD_OF(value) __float_as_uint(value)
#endif

/* Word i of an array, whatever is said of it. */
#define WORD(array, i) (((volatile GLOBAL unsigned *)(array))[i])

/* Whether the output is what verification leaves before it looks: poison, or a stale fill. */
#define WATCHED(word) ((word) == 0xffffffffu || (word) == 0x4b4b4b4bu)

/* A clock that goes on between launches, in units of about a nanosecond or less; 0 where there is none. */
DEVICE mm_ulong clock_now()
{
#ifdef __CUDA_ARCH__
    mm_ulong now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
#elif defined __has_builtin
#if __has_builtin(__builtin_readcyclecounter)
    return __builtin_readcyclecounter();
#else
    return 0;
#endif
#else
    return 0;
#endif
}

/* Word i of every fence: compute/array.c. */
DEVICE unsigned fence_word(unsigned i)
{
    const unsigned pair = i / 2, place = (pair / 128 ^ 0x53) << 8 | (pair % 128 ^ 0x35);
    return pair % 2 << 31 | (i % 2 ? 0x7ff40000u : 0x7fa50000u) | place;
}

/* job_random of tuner/suite.h. */
DEVICE mm_ulong known_random(mm_ulong seed, mm_ulong i)
{
    mm_ulong z = seed + (i + 1) * 0x9e3779b97f4a7c15UL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
    return z ^ z >> 31;
}

DEVICE float known_float(mm_ulong seed, mm_ulong i)
{
    return (float)(unsigned)(known_random(seed, i) >> 40) * 0x1p-24f;
}

DEVICE double known_uniform(mm_ulong seed, mm_ulong i)
{
    return (double)(known_random(seed, i) >> 11) * 0x1p-53;
}

#endif
