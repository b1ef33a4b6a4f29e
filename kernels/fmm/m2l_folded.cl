/* M2L as one matrix product for each of the eight symmetries of a family of children.
 *
 * The sources of a parent's eight children are the 8 (2 ws + 1)^3 boxes around it, symmetric about its centre, as
 * are the children. In a real basis (re of (l, m), and im of it for m > 0) a reflection maps one operator to another
 * and changes only signs of coefficients. So sums over the eight mirror images of a source, with the signs of one of
 * the eight characters of the reflection group, map to sums over the children with the signs of the same character.
 * This takes an eighth of the multiplications, less than a quarter of those of the complex form's eighth.
 *
 * fold      computes these sums: folded[character][parent][orbit of sources, function]
 * multiply  product[split][character][parent][row] = matrix[character][orbit, function][row] * folded
 * unfold    adds up the splits, and computes the children's mu from them
 *
 * FOLD_SIZE, FOLD_ORBITS   work-items per group of fold and unfold; most orbits per group of fold
 * FOLD_CHUNK               halves: functions with one scale, 64 times as many as a group of fold has warps
 * TILE_ROWS, TILE_BOXES    a group's tile in multiply: rows of the matrix, parents
 * ROWS_PER_THREAD, BOXES_PER_THREAD  a work-item's part of it, in registers; on tensor cores a warp's
 * STAGED                   functions that are staged at a time
 * MATH                     fma; by tensor cores (CUDA): tensor, in fp64 or as TF32 in parts; halves: as FP16 in parts
 * PERIODIC                 1: boxes beyond a face of the cube are those at the opposite face
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"

#define FUNCTIONS ((ORDER + 1) * (ORDER + 1))
#define ROW_PITCH ((FUNCTIONS + 31) / 32 * 32)
#if defined(MATH_HALVES) && MATH == MATH_HALVES
#define HALVES 1
#else
#define HALVES 0
#endif
#define HALF (2 * SEPARATION + 1) /* positions along half of an axis */

/* ---- functions and orbits ---- */

/* Function number f of the real basis: (l, m) and its part, 0 re, 1 im. There are l^2 functions below l; re of m = 0
 * comes first. Bit 0, 1, 2 of `signs` is set where a reflection of x, y, z multiplies the function by -1. */
typedef struct {
    int number; /* the index among the real numbers of an expansion */
    int signs;
    bool is_axial; /* m = 0, whose im is 0 */
} FUNCTION;

DEVICE FUNCTION function_at(int f)
{
    FUNCTION function;
    int l = (int)sqrt((float)f);
    l += (l + 1) * (l + 1) <= f ? 1 : 0;
    l -= l * l > f ? 1 : 0;
    const int m = (f - l * l + 1) / 2, part = m > 0 && (f - l * l) % 2 == 0 ? 1 : 0;
    function.number = 2 * INDEX(l, m) + part;
    function.signs = ((m + part) & 1) | part << 1 | ((l + m) & 1) << 2;
    function.is_axial = m == 0;
    return function;
}

/* An orbit is a position (1/2 + x, 1/2 + y, 1/2 + z) relative to the parent's centre, in boxes, with its mirror images.
 * Orbits whose boxes are neighbours of all children are left out. The order is: orbits with far z, then far y, then far
 * x. */
#define FAR_HALF (HALF - SEPARATION)
#define FAR_Z (HALF * HALF * FAR_HALF)
#define FAR_Y (HALF * FAR_HALF * SEPARATION)
#define ORBITS (HALF * HALF * HALF - SEPARATION * SEPARATION * SEPARATION)

typedef struct {
    int x, y, z;
} ORBIT;

DEVICE ORBIT orbit_at(int number)
{
    ORBIT orbit;
    if (number < FAR_Z) {
        orbit.x = number % HALF;
        orbit.y = number / HALF % HALF;
        orbit.z = SEPARATION + number / (HALF * HALF);
    } else if (number < FAR_Z + FAR_Y) {
        number -= FAR_Z;
        orbit.x = number % HALF;
        orbit.y = SEPARATION + number / HALF % FAR_HALF;
        orbit.z = number / (HALF * FAR_HALF);
    } else {
        number -= FAR_Z + FAR_Y;
        orbit.x = SEPARATION + number % FAR_HALF;
        orbit.y = number / FAR_HALF % SEPARATION;
        orbit.z = number / (FAR_HALF * SEPARATION);
    }
    return orbit;
}

/* The Walsh-Hadamard transform of eight numbers: sums with the signs of each character. A reflection of x multiplies
 * the numbers by `x`, 1 or -1; likewise y and z. */
#define BUTTERFLY(a, b, sign)                                                                                          \
    {                                                                                                                  \
        const REAL first = v[a], second = v[b];                                                                        \
        v[a] = fma(sign, second, first);                                                                               \
        v[b] = fma(-(sign), second, first);                                                                            \
    }

DEVICE void transform(REAL *v, REAL x, REAL y, REAL z)
{
#pragma unroll
    for (int i = 0; i < 8; i += 2)
        BUTTERFLY(i, i + 1, x)
#pragma unroll
    for (int i = 0; i < 8; i++)
        if (!(i & 2))
            BUTTERFLY(i, i + 2, y)
#pragma unroll
    for (int i = 0; i < 4; i++)
        BUTTERFLY(i, i + 4, z)
}

/* v[i] becomes the old v[i ^ signs]: each work-item starts with another i, so that adjacent work-items access adjacent
 * numbers. */
DEVICE void permute(REAL *v, int signs)
{
#pragma unroll
    for (int bit = 1; bit < 8; bit *= 2) {
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (!(i & bit)) {
                const REAL first = v[i], second = v[i + bit];
                v[i] = signs & bit ? second : first;
                v[i + bit] = signs & bit ? first : second;
            }
    }
}

/* ---- fold ---- */

#define NO_BOX 0xffffffffu
#define FOLD_GROUPS COVER(ORBITS, FOLD_ORBITS) /* groups of a parent */

/* The box that is mirror image `u` of an orbit's position around a parent; NO_BOX if there is none. */
DEVICE unsigned image_of(BOX parent, ORBIT orbit, int u)
{
    const int level = parent.level + 1, side = 1 << level;
    int x = 2 * parent.x + (u & 1 ? -orbit.x : 1 + orbit.x), y = 2 * parent.y + (u & 2 ? -orbit.y : 1 + orbit.y),
        z = 2 * parent.z + (u & 4 ? -orbit.z : 1 + orbit.z);
#if PERIODIC
    x &= side - 1;
    y &= side - 1;
    z &= side - 1;
#else
    if (x < 0 || x >= side || y < 0 || y >= side || z < 0 || z >= side)
        return NO_BOX;
#endif
    return box_index(level, x, y, z);
}

#if !HALVES
/* Group (parent, share of its orbits), of `parents` parents from index `first` on. A parent's row has `pitch` numbers;
 * the unused ones at its end become zero. */
KERNEL GROUP_OF(FOLD_SIZE) void fold(GLOBAL const REAL *RESTRICT omega, GLOBAL REAL *RESTRICT folded, unsigned first,
                                     unsigned parents, int pitch)
{
    LOCAL unsigned image[FOLD_ORBITS][8];
    LOCAL FUNCTION functions[FUNCTIONS];
    const unsigned id = LOCAL_ID, parent = (unsigned)(GROUP_ID / FOLD_GROUPS);
    const int orbit = (int)(GROUP_ID % FOLD_GROUPS) * FOLD_ORBITS, orbits = min(ORBITS - orbit, FOLD_ORBITS);
    const BOX at = box_at(first + parent);
    for (int i = (int)id; i < orbits * 8; i += FOLD_SIZE)
        image[i / 8][i % 8] = image_of(at, orbit_at(orbit + i / 8), i % 8);
    for (int i = (int)id; i < FUNCTIONS; i += FOLD_SIZE)
        functions[i] = function_at(i);
    SYNC_THREADS;
    const mm_ulong character_pitch = (mm_ulong)parents * pitch;
    GLOBAL REAL *to = folded + (mm_ulong)parent * pitch + orbit * FUNCTIONS;
    for (int i = (int)id; i < orbits * FUNCTIONS; i += FOLD_SIZE) {
        const FUNCTION function = functions[i % FUNCTIONS];
        REAL v[8];
#pragma unroll
        for (int u = 0; u < 8; u++) {
            const unsigned box = image[i / FUNCTIONS][u];
            v[u] = box == NO_BOX ? 0 : omega[(mm_ulong)box * (2 * COEFFICIENTS) + function.number];
        }
        transform(v, function.signs & 1 ? -1 : 1, function.signs & 2 ? -1 : 1, function.signs & 4 ? -1 : 1);
#pragma unroll
        for (int character = 0; character < 8; character++)
            to[character * character_pitch + i] = v[character];
    }
    if (orbit + orbits == ORBITS)
        for (int i = ORBITS * FUNCTIONS + (int)id; i < pitch; i += FOLD_SIZE)
            for (int character = 0; character < 8; character++)
                folded[character * character_pitch + (mm_ulong)parent * pitch + i] = 0;
}
#endif

/* ---- multiply ---- */

#if PRECISION == PRECISION_FP64
#define WIDTH 2
typedef double2 VECTOR;
#else
#define WIDTH 4
typedef float4 VECTOR;
#endif

#if HALVES
#include "fmm/m2l_folded_halves.h"
#elif MATH == MATH_TENSOR && PRECISION == PRECISION_FP64
#include "fmm/m2l_folded_tensor.h"
#elif MATH == MATH_TENSOR
#include "fmm/m2l_folded_tf32.h"
#else
#include "fmm/m2l_folded_fma.h"
#endif

/* ---- unfold ---- */

KERNEL GROUP_OF(FOLD_SIZE) void unfold(GLOBAL const REAL *RESTRICT product, GLOBAL COMPLEX *RESTRICT mu, unsigned first,
                                       unsigned parents, int splits)
{
    const mm_ulong id = (mm_ulong)GROUP_ID * FOLD_SIZE + LOCAL_ID;
    const unsigned parent = (unsigned)(id / FUNCTIONS);
    const int row = (int)(id % FUNCTIONS);
    if (parent >= parents)
        return;
    const FUNCTION function = function_at(row);
    REAL v[8];
#pragma unroll
    for (int character = 0; character < 8; character++)
        v[character] = 0;
    for (int split = 0; split < splits; split++) {
#pragma unroll
        for (int character = 0; character < 8; character++)
            v[character] += product[((mm_ulong)(split * 8 + character) * parents + parent) * ROW_PITCH + row];
    }
    permute(v, function.signs);
    transform(v, 1, 1, 1);
    const BOX at = box_at(first + parent);
    GLOBAL REAL *numbers = (GLOBAL REAL *)mu;
#pragma unroll
    for (int s = 0; s < 8; s++) {
        const unsigned child = box_index(at.level + 1, 2 * at.x + (s & 1 ? 0 : 1), 2 * at.y + (s & 2 ? 0 : 1),
                                         2 * at.z + (s & 4 ? 0 : 1));
        const mm_ulong to = (mm_ulong)child * (2 * COEFFICIENTS) + function.number;
        numbers[to] = v[s];
        if (function.is_axial)
            numbers[to + 1] = 0;
    }
}
