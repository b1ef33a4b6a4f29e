/* Atoms in bins, and which bins a tile of a grid's points must look at (Rodrigues et al. 2008). */
#pragma once

#include "suites/molecules/atoms.h"

/* Points are worked on in tiles of TILE^3, or in groups of TILE or half of it along each axis. */
enum { TILE = 8, LARGEST_BIN = 4 /* angstrom */ };

/* Bins are cubes of `side` angstrom, a power of two; across[d] along axis d. They cover all tiles and `margin` bins
 * more on each side, so that what is within the cutoff of a tile is always there. Bin number
 * (z * across[1] + y) * across[0] + x begins at ((x, y, z) - margin) * side. */
struct bins {
    int side, margin, across[3];
};

struct bins bins_make(const struct grid *grid, double cutoff, int side);

static inline size_t bins_count(struct bins bins)
{
    return (size_t)bins.across[0] * (size_t)bins.across[1] * (size_t)bins.across[2];
}

/* The number of a bin, counted from the one in which the grid begins or, of an offset, from any. */
static inline int32_t bins_number(struct bins bins, const int at[3])
{
    return (at[2] * bins.across[1] + at[1]) * bins.across[0] + at[0];
}

/* The number of the bin in which the grid begins. */
static inline int32_t bins_first(struct bins bins)
{
    return bins_number(bins, (int[]){bins.margin, bins.margin, bins.margin});
}

/* The number of the bin in which an atom of the job is. */
size_t bins_find(struct bins bins, struct mm_float4 atom);

/* Bins of a capacity: slot[bin * capacity + i]. Atoms fill a bin from its first slot on; in empty slots the charge is
 * 0, which no atom's is. Those that do not fit go to `extra` (room for count), and so do the last count - off_points:
 * they lie on points, and who works on `extra` looks at the distance. Returns how many are there. */
size_t bins_fill(struct bins bins, int capacity, const struct mm_float4 *atom, struct atom_counts counts,
                 struct mm_float4 *slot, struct mm_float4 *extra);

/* Compact bins: atoms in the order of their bins, those of bin b in [start[b], start[b + 1]); start has bins_count + 1
 * elements. Bins that follow each other along x are one range. Only the first `count` atoms. */
void bins_sort(struct bins bins, const struct mm_float4 *atom, size_t count, uint32_t *start, struct mm_float4 *sorted);

/* ---- bins around a part of the grid's points ---- */

/* The bin along an axis in which part number `part` begins, of `width` points each. */
int bins_home(int side, float spacing, uint64_t width, uint64_t part);

/* Parts of the grid, of `width` points each, all of them as seen from where their own first bin begins. A part begins
 * anywhere in that bin, unless its width is a multiple of a bin's or divides it. */
struct parts {
    double most[3];   /* how far behind the bin's beginning one begins, at most, */
    double extent[3]; /* and has its last point */
    int last[3];      /* the last bin within the cutoff of one */
};
struct parts bins_parts(struct bins bins, const struct grid *grid, struct sides width);

/* Which bins around a tile are searched: a rough cube; a sphere (the lecture's: the balls around a bin and a tile are
 * as near to each other as the cutoff; 335 of 4 A at 12 A); or exactly those that come within the cutoff of a point of
 * it (302).
 */
enum neighbours { NEIGHBOURS_CUBE, NEIGHBOURS_SPHERE, NEIGHBOURS_EXACT };

/* Whether the bin at an offset, counted from one, comes within the cutoff of a box of points, whose first and last are
 * so far from where that one begins, in angstrom; NULL: the first is there. */
bool bins_near(int side, const int offset[3], const double first[3], const double last[3], double cutoff);

/* The list of a tile, right for each of the grid's: offsets from the bin in which the tile begins, in the order of
 * their numbers. Returns how many, at most MOST_OFFSETS. */
enum { MOST_OFFSETS = 10240 };
struct offset {
    int along[3];
};
size_t bins_offsets(struct bins bins, const struct grid *grid, double cutoff, enum neighbours neighbours,
                    struct offset *offset);
