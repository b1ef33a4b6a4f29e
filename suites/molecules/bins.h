/* Atoms in bins, and which bins a tile of a grid's points must look at (seed 001, C4 to C9). */
#pragma once

#include "suites/molecules/atoms.h"

/* Points are worked on in tiles of TILE^3, which begin where a bin does. */
enum { TILE = 8, TILE_SIDE = 4 /* angstrom */ };

/* Bins are cubes of `side` angstrom, which divides TILE_SIDE; `across` along each axis. They cover all tiles and
 * `margin` bins more on each side, so that what is within the cutoff of a tile is always there. Bin number (z * across
 * + y) * across + x begins at ((x, y, z) - margin) * side. */
struct bins {
    int side, across, margin;
};

/* Those of `tiles` tiles along each axis. */
struct bins bins_make(uint64_t tiles, double cutoff, int side);

static inline size_t bins_count(struct bins bins)
{
    return (size_t)bins.across * (size_t)bins.across * (size_t)bins.across;
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

/* Which bins around a tile are searched: a rough cube; a sphere (the seed's: the balls around a bin and a tile are as
 * near to each other as the cutoff; 335 of 4 A at 12 A); or exactly those that come within the cutoff of a point of it
 * (302).
 */
enum neighbours { NEIGHBOURS_CUBE, NEIGHBOURS_SPHERE, NEIGHBOURS_EXACT };

/* Whether the bin at an offset, counted from one, comes within the cutoff of a box of points, whose first and last are
 * so far from where that one begins, in angstrom; NULL: the first is there. */
bool bins_near(int side, const int offset[3], const double first[3], const double last[3], double cutoff);

/* The list of a tile: differences of bin numbers, ascending, from the bin in which the tile begins. Returns how many,
 * at most MOST_OFFSETS. */
enum { MOST_OFFSETS = 8192 };
size_t bins_offsets(struct bins bins, double cutoff, enum neighbours neighbours, int32_t *offset);
