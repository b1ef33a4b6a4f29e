/* Shared by the kernels of the matrices: vectors of floats, and the nearest image of a pair.
 *
 * Matrices have a row for each of n particles, `pitch` floats apart, a multiple of 32; the padding from n to pitch is
 * BEYOND in the matrix of r and 0 in that of dE/dr. Coordinates, velocities and forces are three contiguous arrays of
 * `pitch` floats.
 *
 * VECTOR_WIDTH  floats loaded and stored at once
 * PERIODIC      whether the box is periodic (of the problem)
 * IMAGE         the nearest image: by rint(); the same by adding and subtracting 1.5 * 2^23; or by comparing */
#ifndef LENNARD_JONES_FLOATS
#define LENNARD_JONES_FLOATS

#define BEYOND 1e6f /* farther than any cutoff */
#define TINY 1e-30f /* in place of the square of a distance of zero: its reciprocal root is finite */

#ifdef __OPENCL_VERSION__
#define BITS_OF(value) as_int(value)
#else
#define BITS_OF(value) __float_as_int(value)
#endif

#if VECTOR_WIDTH == 4
#define FLOATS float4
#define PUT(to, v) (to)[0] = (v).x, (to)[1] = (v).y, (to)[2] = (v).z, (to)[3] = (v).w
#define GET(from) make_float4((from)[0], (from)[1], (from)[2], (from)[3])
#elif VECTOR_WIDTH == 2
#define FLOATS float2
#define PUT(to, v) (to)[0] = (v).x, (to)[1] = (v).y
#define GET(from) make_float2((from)[0], (from)[1])
#else
#define FLOATS float
#define PUT(to, v) (to)[0] = (v)
#define GET(from) ((from)[0])
#endif
#define LOAD(to, from)                                                                                                 \
    {                                                                                                                  \
        const FLOATS vector = *(GLOBAL const FLOATS *)(from);                                                          \
        PUT(to, vector);                                                                                               \
    }
#define STORE(to, from) *(GLOBAL FLOATS *)(to) = GET(from)

/* ---- the nearest image of a difference of coordinates ---- */

#if !defined(PERIODIC) || !PERIODIC
#define NEAREST(d, side, inverse) (d)
#elif IMAGE == IMAGE_RINT
#define NEAREST(d, side, inverse) fma(-(side), rint((d) * (inverse)), d)
#elif IMAGE == IMAGE_ADD
#ifndef TO_WHOLE
#define TO_WHOLE 12582912.0f
#endif
#define NEAREST(d, side, inverse) fma(-(side), fma(d, inverse, TO_WHOLE) - TO_WHOLE, d)
#else
#define NEAREST(d, side, inverse) ((d) > 0.5f * (side) ? (d) - (side) : (d) < -0.5f * (side) ? (d) + (side) : (d))
#endif

#endif
