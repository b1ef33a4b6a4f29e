/* Atomic additions. */

/* Every old value comes back once, from global and from local memory. */
KERNEL void old_values(GLOBAL int *count, GLOBAL unsigned *less, GLOBAL int *seen, GLOBAL int *seen_local)
{
    LOCAL int here;
    if (LOCAL_ID == 0)
        here = 0;
    SYNC_THREADS;
    const int old = ATOMIC_ADD(count, 1), old_here = ATOMIC_ADD(&here, 2);
    ATOMIC_ADD(&seen[old], 1);
    ATOMIC_ADD(&seen_local[old_here / 2], 1);
    ATOMIC_ADD(less, 0u - 3u);
}

KERNEL void add_float(GLOBAL float *sum, GLOBAL const float *in)
{
    ATOMIC_ADD_FLOAT(sum, in[GLOBAL_ID]);
}

/* What this device has, as the compiler says it. */
KERNEL void supported(GLOBAL int *out)
{
    out[0] = out[1] = 0;
#ifdef SUPPORTS_DOUBLE_PRECISION
    out[0] = 1;
#endif
#ifdef SUPPORTS_64_BIT_ATOMICS
    out[1] = 1;
#endif
}

#ifdef SUPPORTS_64_BIT_ATOMICS
KERNEL void add_long(GLOBAL mm_ulong *sum, GLOBAL const float *in)
{
    ATOMIC_ADD(&sum[0], (mm_ulong)GLOBAL_ID << 32);
    ATOMIC_ADD_FIXED_POINT(&sum[1], in[GLOBAL_ID]);
}

KERNEL void convert(GLOBAL const float *in, GLOBAL mm_ulong *fixed, GLOBAL float *back)
{
    fixed[GLOBAL_ID] = TO_FIXED_POINT(in[GLOBAL_ID]);
    back[GLOBAL_ID] = (float)FROM_FIXED_POINT(fixed[GLOBAL_ID]);
}

#ifdef SUPPORTS_DOUBLE_PRECISION
KERNEL void add_double(GLOBAL double *sum, GLOBAL mm_ulong *fixed, GLOBAL const double *in)
{
    ATOMIC_ADD_DOUBLE(sum, in[GLOBAL_ID]);
    ATOMIC_ADD_FIXED_POINT(fixed, in[GLOBAL_ID]);
}
#endif
#endif
