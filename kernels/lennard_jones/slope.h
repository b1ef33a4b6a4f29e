/* dE/dr of a pair, by the formula or from a table.
 *
 * METHOD      analytic: the formula; derivative: a table of dE/dr; potential: a table of E, and its central difference
 * TABLE       memory of the table: texture, a row of a 2D one; texture_1d, all rows contiguous; texture_3d, a layer
 *             of one; global memory; read_only, the same through the read-only path; shared memory, a copy per group;
 *             constant memory
 * FILTER      between elements: hardware (a texture's), hand (linear), nearest
 * TABLE_SIZE  elements of a row; a row is a pair of types
 * DELTA       of the central difference, in elements to each side
 * ADDRESSING  values outside the table. clamp, the nearest element; wrap, the table once more; mirror, its mirror
 *             image: the cutoff is tested. border, zero: it is not
 * INDEX       the whole part of a coordinate in the table: convert, or add 2^23 and read the bits
 * TYPES       number of types of particles (of the problem)
 * TABLE_ROWS  rows of a texture with normalized coordinates: a power of two, so that these are exact */
#ifndef LENNARD_JONES_SLOPE
#define LENNARD_JONES_SLOPE

#include "lennard_jones/floats.h"

#define STRIDE (TABLE_SIZE + 4) /* elements per row in memory: two before the first, two after the last */

#ifndef TABLE_TEXTURE_1D /* for a bench with fewer values */
#define TABLE_TEXTURE_1D (-1)
#define TABLE_TEXTURE_3D (-1)
#define ADDRESSING_WRAP (-1)
#define ADDRESSING_MIRROR (-1)
#endif

#if METHOD == METHOD_ANALYTIC
#define TABLE_OF GLOBAL const float2 *RESTRICT coefficients
#define PASS_TABLE coefficients
#elif TABLE == TABLE_TEXTURE || TABLE == TABLE_TEXTURE_3D
#if TABLE == TABLE_TEXTURE
#define TABLE_OF TEXTURE(table)
#define FETCH_AT(place, row) FETCH(table, place, row)
#else
#define TABLE_OF TEXTURE_3D(table)
#define FETCH_AT(place, row) FETCH_3D(table, place, 0.5f, row)
#endif
#define PASS_TABLE PASS_TEXTURE(table)
#define ELEMENT(row, place) FETCH_AT((float)(place)-1.5f, (row) + 0.5f)
#elif TABLE == TABLE_TEXTURE_1D
#define TABLE_OF TEXTURE_1D(table)
#define PASS_TABLE PASS_TEXTURE(table)
#define ELEMENT(row, place) FETCH_1D(table, (float)((row)*STRIDE + (place)) + 0.5f)
#elif TABLE == TABLE_SHARED
#define TABLE_OF LOCAL_ARG const float *table
#define PASS_TABLE table
#elif TABLE == TABLE_CONSTANT
CONSTANT(float, table, TYPES *TYPES *STRIDE);
#define TABLE_OF int unused CONSTANT_ARG(float, table)
#define PASS_TABLE 0 PASS_CONSTANT(table)
#elif TABLE == TABLE_READ_ONLY
#define TABLE_OF GLOBAL const float *RESTRICT table
#define PASS_TABLE table
#else
#define TABLE_OF GLOBAL const float *table
#define PASS_TABLE table
#endif
#ifndef ELEMENT
#define ELEMENT(row, place) table[(row)*STRIDE + (place)]
#endif

#if METHOD != METHOD_ANALYTIC
/* The origin of coordinates in the table: by a texture's convention half an element before the first one; by hand the
 * first one in memory, so that coordinates outside are valid too; plus half an element where rounding down selects the
 * nearest one. */
#if TABLE == TABLE_TEXTURE_1D && FILTER != FILTER_HAND /* no mode separates rows: clamped by hand */
#define ORIGIN 2.5f
#if FILTER == FILTER_NEAREST
#define LAST (TABLE_SIZE + 3.0f)
#else
#define LAST (TABLE_SIZE + 2.5f)
#endif
DEVICE float look(float place, unsigned row, TABLE_OF)
{
    return FETCH_1D(table, min(max(place, 1.5f), LAST) + (float)(row * STRIDE));
}
#elif FILTER == FILTER_HARDWARE || (FILTER == FILTER_NEAREST && (TABLE == TABLE_TEXTURE || TABLE == TABLE_TEXTURE_3D))
#define ORIGIN 0.5f
DEVICE float look(float place, unsigned row, TABLE_OF)
{
#if ADDRESSING == ADDRESSING_WRAP || ADDRESSING == ADDRESSING_MIRROR
    return FETCH_AT(place * (1.0f / TABLE_SIZE), (row + 0.5f) * (1.0f / TABLE_ROWS));
#else
    return FETCH_AT(place, row + 0.5f);
#endif
}
#else
#if FILTER == FILTER_NEAREST
#define ORIGIN 2.5f
#define LAST (TABLE_SIZE + 3.0f)
#else
#define ORIGIN 2.0f
#define LAST (TABLE_SIZE + 2.0f)
#endif
DEVICE float look(float place, unsigned row, TABLE_OF)
{
    place = min(max(place, 1.0f), LAST);
#if INDEX == INDEX_CONVERT
    const int whole = (int)place;
    const float left = (float)whole;
#elif FILTER ==                                                                                                        \
    FILTER_NEAREST /* addition rounds half-way cases to even: coordinates one element apart would not stay one apart */
    const float sum = place + 8388608.0f;
    const int whole = (BITS_OF(sum) & 0x7fffff) - (sum - 8388608.0f > place);
#else
    const float sum = place + 0.5f + 8388608.0f, left = sum - 8388609.0f;
    const int whole = (BITS_OF(sum) & 0x7fffff) - 1;
#endif
#if FILTER == FILTER_NEAREST
    return ELEMENT(row, whole);
#else
    const float low = ELEMENT(row, whole);
    return fma(place - left, ELEMENT(row, whole + 1) - low, low);
#endif
}
#endif
#endif

/* dE/dr at the distance r, with the reciprocal `inverse`; the formula needs `inverse`, tables need r. `first` is the
 * begin of the table, `per_element` the elements per angstrom, `per_r` the factor of a difference. Below a quarter of
 * sigma the formula is constant, and so finite. */
DEVICE float derivative_at(float r, float inverse, unsigned row, float first, float per_element, float per_r, TABLE_OF)
{
#if METHOD == METHOD_ANALYTIC
    const float2 coefficient = coefficients[row]; /* sigma, and 24 epsilon / sigma */
    const float s = min(coefficient.x * inverse, 4.0f), square = s * s, s6 = square * square * square;
    return coefficient.y * (s * s6) * fma(-2.0f, s6, 1.0f);
#else
    const float place = fma(r - first, per_element, ORIGIN);
#if METHOD == METHOD_DERIVATIVE
    return look(place, row, PASS_TABLE);
#else
    return (look(place + (float)DELTA, row, PASS_TABLE) - look(place - (float)DELTA, row, PASS_TABLE)) * per_r;
#endif
#endif
}

#endif
