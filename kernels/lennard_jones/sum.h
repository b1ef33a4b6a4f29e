/* The type of the sums of pairs' forces.
 *
 * ACCUMULATE  in float, in double, or in 64-bit fixed point */
#ifndef LENNARD_JONES_SUM
#define LENNARD_JONES_SUM

#if ACCUMULATE == ACCUMULATE_FP32
#define SUM float
#define ADDEND(value) (value)
#define RESULT(sum) (sum)
#elif ACCUMULATE == ACCUMULATE_FP64
#define SUM double
#define ADDEND(value) ((double)(value))
#define RESULT(sum) (sum)
#else
#define SUM mm_ulong
#define ADDEND(value) TO_FIXED_POINT(value)
#define RESULT(sum) ((float)FROM_FIXED_POINT(sum))
#endif

#endif
