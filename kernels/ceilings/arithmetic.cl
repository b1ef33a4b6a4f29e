/* Arithmetic at the rate of its pipe: every work-item does OPERATIONS operations and writes one number that depends on
 * all of them. Its start values come from memory and differ between work-items.
 *
 * OPERATION   the operation counted (of the bench, like the next three)
 * OPERATIONS  of a work-item
 * REAL        type of the numbers
 * RESULT      type of the results
 * BLOCK_SIZE  work-items in a group
 * CHAINS      independent operations of a work-item
 * UNROLL      operations in the body of the loop, those of all chains counted
 * OPERANDS    three: x = x * a + b
 *             two: x = x * a + x, which reads fewer registers (only FMA) */
#define FMA 0
#define RSQRT 1
#define RSQRT_FMA 2
#define RINT 3
#define FLOAT_TO_INT 4
#define TABLE 4096u

/* On NVIDIA the single instruction: rsqrt() adds others for denormal numbers, which are not measured. */
#if defined(__CUDA_ARCH__) || defined(__NV_CL_C_VERSION)
DEVICE float one_rsqrt(float a)
{
    float result;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(a));
    return result;
}
#else
#define one_rsqrt(a) rsqrt(a)
#endif

#if OPERATION == FMA
/* For small s and t: x * (1 - s) + t and x * (s - 2^-12) + x. After thousands of them x neither converges nor is
 * huge. */
#if OPERANDS == OPERANDS_THREE
#define FACTOR(s) ((REAL)1 - (s))
#define STEP(c) number[c] = fma(number[c], a, b)
#else
#define FACTOR(s) ((s) - (REAL)1 / 4096)
#define STEP(c) number[c] = fma(number[c], a, number[c])
#endif
#define OF_CHAIN(c) number[c]

#else
/* Numbers advance in steps of a, without rounding; their results are added. Additions use other pipes. */
#define FACTOR(s) (s)
#if OPERATION == RSQRT
#define STEP(c) (sum[c] += one_rsqrt(number[c]), number[c] += a)
#elif OPERATION == RSQRT_FMA /* as in a sum of potentials */
#define STEP(c)                                                                                                        \
    (sum[c] = fma(b, one_rsqrt(fma(number[c], number[c], b)), sum[c]), number[c] = fma(a, one, number[c]))
#elif OPERATION == RINT
#define STEP(c) (sum[c] += rint(number[c]), number[c] += a)
#else
#define STEP(c) (sum[c] += (int)number[c], number[c] += a)
#endif
#define OF_CHAIN(c) sum[c]
#endif

/* numbers: TABLE start values, TABLE for a, TABLE for b. `one` is 1, but the compiler cannot assume it. */
KERNEL GROUP_OF(BLOCK_SIZE) void operate(GLOBAL const float *RESTRICT numbers, GLOBAL RESULT *RESTRICT out,
                                         float one, mm_ulong length)
{
    const mm_ulong i = (mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i >= length)
        return;
    const unsigned place = (unsigned)i % TABLE, other = (unsigned)(i >> 6) % TABLE;
    const REAL first = numbers[place], a = FACTOR(numbers[TABLE + other]), b = numbers[2 * TABLE + other];
    REAL number[CHAINS];
    RESULT sum[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; c++) {
        number[c] = first + (REAL)c;
        sum[c] = 0;
    }
#pragma unroll 1
    for (int step = 0; step < OPERATIONS / UNROLL; step++) {
#pragma unroll
        for (int k = 0; k < UNROLL / CHAINS; k++) {
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                STEP(c);
        }
    }
    RESULT result = OF_CHAIN(0);
#pragma unroll
    for (int c = 1; c < CHAINS; c++)
        result += OF_CHAIN(c);
    out[i] = result;
}
