/* Types and functions of precision.h. */
#include "precision.h"

/* Sizes, and what vectors are made of: a number for each name. */
KERNEL void types(GLOBAL int *sizes, GLOBAL mixed *made, real first)
{
    const real2 r2 = make_real2(first, 2);
    const real3 r3 = make_real3(first, 2, 3);
    const real4 r4 = make_real4(first, 2, 3, 4);
    const mixed2 m2 = make_mixed2(first, 2);
    const mixed3 m3 = make_mixed3(first, 2, 3);
    const mixed4 m4 = make_mixed4(first, 2, 3, 4);
    sizes[0] = (int)sizeof(real);
    sizes[1] = (int)sizeof(mixed);
    sizes[2] = (int)sizeof(real2);
    sizes[3] = (int)sizeof(mixed2);
    sizes[4] = (int)sizeof(real4);
    sizes[5] = (int)sizeof(mixed4);
    sizes[6] = (int)sizeof(r3.z);
    sizes[7] = (int)sizeof(m3.z);
    made[0] = r2.x + 10 * r2.y;
    made[1] = r3.x + 10 * r3.y + 100 * r3.z;
    made[2] = r4.x + 10 * r4.y + 100 * r4.z + 1000 * r4.w;
    made[3] = m2.x + 10 * m2.y;
    made[4] = m3.x + 10 * m3.y + 100 * m3.z;
    made[5] = m4.x + 10 * m4.y + 100 * m4.z + 1000 * m4.w;
}

/* Each function of each number, in the order of functions[] in precision.c. */
KERNEL void functions(GLOBAL const real *in, GLOBAL real *out)
{
    const real a = in[2 * GLOBAL_ID], b = in[2 * GLOBAL_ID + 1]; /* above 0; from -1 to 1 */
    GLOBAL real *to = out + FUNCTIONS * GLOBAL_ID;
    to[0] = SQRT(a);
    to[1] = RSQRT(a);
    to[2] = RECIP(a);
    to[3] = EXP(8 * b);
    to[4] = LOG(a);
    to[5] = POW(a, b);
    to[6] = SIN(8 * b);
    to[7] = COS(8 * b);
    to[8] = TAN(b);
    to[9] = ASIN(b);
    to[10] = ACOS(b);
    to[11] = ATAN(8 * b);
    to[12] = ERF(2 * b);
    to[13] = ERFC(2 * b);
}

#ifdef SUPPORTS_64_BIT_ATOMICS
KERNEL void fixed(GLOBAL const real *in, GLOBAL mm_long *out, GLOBAL mm_ulong *sum)
{
    out[GLOBAL_ID] = realToFixedPoint(in[GLOBAL_ID]);
    ATOMIC_ADD(sum, (mm_ulong)realToFixedPoint(in[GLOBAL_ID]));
}
#endif
