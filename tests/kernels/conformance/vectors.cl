/* Vectors are made component by component, have sizes, and are read where the host has put them. */
#define PUT2(out, v) (out)[0] = (v).x, (out)[1] = (v).y
#define PUT3(out, v) PUT2(out, v), (out)[2] = (v).z
#define PUT4(out, v) PUT3(out, v), (out)[3] = (v).w

/* Twelve times four numbers; the three-component ones and trimTo3 leave the fourth alone. */
KERNEL void make(GLOBAL float *out, int first)
{
    PUT2(out, make_short2(first, first + 1));
    PUT3(out + 4, make_short3(first, first + 1, first + 2));
    PUT4(out + 8, make_short4(first, first + 1, first + 2, first + 3));
    PUT2(out + 12, make_int2(first, first + 1));
    PUT3(out + 16, make_int3(first, first + 1, first + 2));
    PUT4(out + 20, make_int4(first, first + 1, first + 2, first + 3));
    PUT2(out + 24, make_float2(first, first + 1));
    PUT3(out + 28, make_float3(first, first + 1, first + 2));
    PUT4(out + 32, make_float4(first, first + 1, first + 2, first + 3));
    PUT3(out + 36, trimTo3(make_float4(first, first + 1, first + 2, first + 3)));
    PUT3(out + 40, trimTo3(make_short4(first, first + 1, first + 2, first + 3)));
    PUT3(out + 44, trimTo3(make_int4(first, first + 1, first + 2, first + 3)));
#ifdef SUPPORTS_DOUBLE_PRECISION
    PUT2(out + 48, make_double2(first, first + 1));
    PUT3(out + 52, make_double3(first, first + 1, first + 2));
    PUT4(out + 56, make_double4(first, first + 1, first + 2, first + 3));
    PUT3(out + 60, trimTo3(make_double4(first, first + 1, first + 2, first + 3)));
#endif
}

#define SIZE(type)                                                                                                     \
    *sizes++ = (int)sizeof(type);                                                                                      \
    {                                                                                                                  \
        struct padded {                                                                                                \
            char first;                                                                                                \
            type second;                                                                                               \
        };                                                                                                             \
        *sizes++ = (int)(sizeof(struct padded) - sizeof(type)); /* the alignment */                                    \
    }

KERNEL void measure(GLOBAL int *sizes)
{
    SIZE(short2)
    SIZE(short3)
    SIZE(short4)
    SIZE(int2)
    SIZE(int3)
    SIZE(int4)
    SIZE(float2)
    SIZE(float3)
    SIZE(float4)
#ifdef SUPPORTS_DOUBLE_PRECISION
    SIZE(double2)
    SIZE(double3)
    SIZE(double4)
#endif
}

/* The trap: 12 bytes a float3 in CUDA, 16 in OpenCL. */
KERNEL void triples(GLOBAL const float3 *in, GLOBAL float *out)
{
    const float3 v = in[GLOBAL_ID];
    PUT3(out + 3 * GLOBAL_ID, v);
}

/* Arrays and values from the host: the sums of their components, weighted. */
#define SUM2(v) (1 * (v).x + 2 * (v).y)
#define SUM4(v) (1 * (v).x + 2 * (v).y + 3 * (v).z + 4 * (v).w)

KERNEL void from_host(GLOBAL const short2 *s2, GLOBAL const short4 *s4, GLOBAL const int2 *i2, GLOBAL const int4 *i4,
                      GLOBAL const float2 *f2, GLOBAL const float4 *f4, short2 vs2, short4 vs4, int2 vi2, int4 vi4,
                      float2 vf2, float4 vf4, GLOBAL float *out)
{
    const int i = GLOBAL_ID;
    GLOBAL float *mine = out + 12 * i;
    mine[0] = SUM2(s2[i]);
    mine[1] = SUM4(s4[i]);
    mine[2] = SUM2(i2[i]);
    mine[3] = SUM4(i4[i]);
    mine[4] = SUM2(f2[i]);
    mine[5] = SUM4(f4[i]);
    mine[6] = SUM2(vs2);
    mine[7] = SUM4(vs4);
    mine[8] = SUM2(vi2);
    mine[9] = SUM4(vi4);
    mine[10] = SUM2(vf2);
    mine[11] = SUM4(vf4);
}

#ifdef SUPPORTS_DOUBLE_PRECISION
KERNEL void doubles_from_host(GLOBAL const double2 *d2, GLOBAL const double4 *d4, double2 vd2, double4 vd4,
                              GLOBAL double *out)
{
    const int i = GLOBAL_ID;
    out[4 * i] = SUM2(d2[i]);
    out[4 * i + 1] = SUM4(d4[i]);
    out[4 * i + 2] = SUM2(vd2);
    out[4 * i + 3] = SUM4(vd4);
}
#endif
