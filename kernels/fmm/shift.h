/* Shared by the kernels of M2M and L2L. The eight children of a box lie in octants: bit 0, 1, 2 of an octant is set
 * where the child lies on the upper side in x, y, z. Harmonics are those of (+-1, +-1, +-1), in units of half a
 * child's side.
 *
 * ORDER, PRECISION, SEPARATION: fmm/expansion.h, fmm/tree.h
 * PARENTS  parent boxes per group
 * SYMMETRY of the children's positions, which is used: none, signs, transform
 * TABLE    harmonics are read from global memory, or from a copy in local memory */
#include "fmm/expansion.h"
#include "fmm/tree.h"

#if TABLE == TABLE_LOCAL
#define TABLE_SPACE LOCAL_ARG
#else
#define TABLE_SPACE GLOBAL
#endif

#if EXPANSIONS == EXPANSIONS_LOCAL
#define EXPANSION_SPACE LOCAL_ARG
#else
#define EXPANSION_SPACE GLOBAL
#endif

/* The number of harmonics that the kernel reads, and the index of the first. */
#if SYMMETRY == SYMMETRY_TRANSFORM
#define HARMONICS ((ORDER + 1) * (ORDER + 1)) /* real ones, (l, m) at l^2 + l + m */
#define FIRST_HARMONIC 0
#elif SYMMETRY == SYMMETRY_SIGNS
#define HARMONICS COEFFICIENTS
#define FIRST_HARMONIC (7 * COEFFICIENTS) /* those of (1, 1, 1) are the last */
#else
#define HARMONICS (8 * COEFFICIENTS)
#define FIRST_HARMONIC 0
#endif

/* In a kernel: declares `table`, which it copies from the argument `harmonics` if it is in local memory. */
#if TABLE == TABLE_LOCAL
#define DECLARE_TABLE(NUMBER)                                                                                          \
    LOCAL NUMBER table[HARMONICS];                                                                                     \
    for (unsigned i = LOCAL_ID; i < HARMONICS; i += BLOCK_SIZE)                                                        \
        table[i] = harmonics[FIRST_HARMONIC + i];                                                                      \
    SYNC_THREADS;
#else
#define DECLARE_TABLE(NUMBER) GLOBAL const NUMBER *table = harmonics + FIRST_HARMONIC;
#endif

/* The l of coefficient number `row`: 8 row + 1 is (2 l + 1)^2 at m = 0. */
DEVICE int order_of(int row)
{
    return (int)(sqrt((float)(8 * row + 1)) * 0.5f - 0.49f);
}

/* x(l, m) for any m, where c is x(l, |m|). */
DEVICE COMPLEX mirrored(COMPLEX c, int m)
{
    const bool odd = (m & 1) != 0;
    return m >= 0 ? c : MAKE_COMPLEX(odd ? -c.x : c.x, odd ? c.y : -c.y);
}

DEVICE int magnitude(int m)
{
    return m < 0 ? -m : m;
}

/* O(l, m) of the position in an octant, where c is that of (1, 1, 1): a change of sign of x yields (-1)^m conj(O), of y
 * conj(O), of z (-1)^(l + m) O. */
DEVICE COMPLEX in_octant(COMPLEX c, int octant, int l, int m)
{
    const bool x = (octant & 1) == 0, y = (octant & 2) == 0, z = (octant & 4) == 0;
    const bool minus = (x && (m & 1)) != (z && ((l + m) & 1)), conjugate = x != y;
    return MAKE_COMPLEX(minus ? -c.x : c.x, minus != conjugate ? -c.y : c.y);
}

/* exp(i turns pi / 4) */
DEVICE COMPLEX eighths(int turns)
{
    const REAL diagonal = (REAL)0.70710678118654752440;
    const int at = turns & 7;
    const REAL size = at & 1 ? diagonal : (REAL)1;
    const REAL re = at == 2 || at == 6 ? (REAL)0 : at > 2 && at < 6 ? -size : size;
    const REAL im = at == 0 || at == 4 ? (REAL)0 : at > 4 ? -size : size;
    return MAKE_COMPLEX(re, im);
}

/* The octant to which quarter turn number 0 to 3 leads from (1, 1, .), with z on the lower side where `below` is 1. */
DEVICE int octant_of(int turn, int below)
{
    return (below ? 0 : 4) + (turn == 0 ? 3 : turn == 1 ? 2 : turn == 2 ? 0 : 1);
}

/* The index of the child in octant 0 of box number `place` of a level; and the offset from there to another octant. */
DEVICE unsigned first_child(int level, unsigned place)
{
    const unsigned mask = (1u << level) - 1;
    return box_index(level + 1, (int)(2 * (place & mask)), (int)(2 * (place >> level & mask)),
                     (int)(2 * (place >> 2 * level & mask)));
}

DEVICE unsigned child_offset(int level, int octant)
{
    return (unsigned)((octant & 1) + ((octant >> 1 & 1) << (level + 1)) + ((octant >> 2) << 2 * (level + 1)));
}

/* Number i of the boxes of a level within box `top` of level `above`. */
DEVICE unsigned place_within(int above, unsigned top, int level, unsigned i)
{
    const int levels = level - above;
    const unsigned mask = (1u << levels) - 1, top_mask = (1u << above) - 1;
    const unsigned x = ((top & top_mask) << levels) + (i & mask);
    const unsigned y = ((top >> above & top_mask) << levels) + (i >> levels & mask);
    const unsigned z = (top >> 2 * above << levels) + (i >> 2 * levels);
    return (((z << level) + y) << level) + x;
}

DEVICE unsigned begin_of(int level)
{
    return box_index(level, 0, 0, 0);
}
