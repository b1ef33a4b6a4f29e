/* Atoms in bins, and the bins that a tile of a grid's points must test (Rodrigues et al. 2008). */
#pragma once

#include "suites/molecules/atoms.h"

/* Points are processed in tiles of TILE^3, or in groups of TILE or half of it along each axis. */
enum { TILE = 8, LARGEST_BIN = 4 /* angstrom */ };

/* Bins are cubes of `side` angstrom, a power of two; across[d] along axis d. They cover all tiles and `margin` more
 * bins on each side, so that everything within the cutoff of a tile is covered. Bin number (z * across[1] + y) *
 * across[0] + x begins at ((x, y, z) - margin) * side. */
struct bins {
    int side, margin, across[3];
};

struct bins bins_make(const struct grid *grid, double cutoff, int side);

static inline size_t bins_count(struct bins bins)
{
    return (size_t)bins.across[0] * (size_t)bins.across[1] * (size_t)bins.across[2];
}

/* The number of a bin relative to the one in which the grid begins; or, for an offset, relative to any bin. */
static inline int32_t bins_number(struct bins bins, const int at[3])
{
    return (at[2] * bins.across[1] + at[1]) * bins.across[0] + at[0];
}

/* The number of the bin in which the grid begins. */
static inline int32_t bins_first(struct bins bins)
{
    return bins_number(bins, (int[]){bins.margin, bins.margin, bins.margin});
}

/* The number of the bin that contains an atom of the job. */
size_t bins_find(struct bins bins, struct mm_float4 atom);

/* Bins of a capacity: slot[bin * capacity + i]. Atoms fill a bin from its first slot on; empty slots have charge 0,
 * which no atom has. Stored in `extra` (room for count) are atoms that do not fit, and the last count - off_points
 * ones: these lie on points, and loops over `extra` test the distance. Returns the number of extra atoms. */
size_t bins_fill(struct bins bins, int capacity, const struct mm_float4 *atom, struct atom_counts counts,
                 struct mm_float4 *slot, struct mm_float4 *extra);

/* Compact bins: atoms in the order of their bins, those of bin b in [start[b], start[b + 1]); start has bins_count + 1
 * elements. Bins that follow each other along x are one range. Only the first `count` atoms. */
void bins_sort(struct bins bins, const struct mm_float4 *atom, size_t count, uint32_t *start, struct mm_float4 *sorted);

/* ---- bins around a part of the grid's points ---- */

/* The bin along an axis in which part number `part` begins, of `width` points each. */
int bins_home(int side, float spacing, uint64_t width, uint64_t part);

/* Parts of the grid, of `width` points each, relative to their own first bin. A part begins anywhere in that bin,
 * unless its width is a multiple of a bin's or divides it. */
struct parts {
    double most[3];   /* largest offset of its begin from the bin's, */
    double extent[3]; /* and distance to its last point */
    int last[3];      /* the last bin within the cutoff of one */
};
struct parts bins_parts(struct bins bins, const struct grid *grid, struct sides width);

/* The bins around a tile that are searched: a rough cube; a sphere (the lecture's: the balls around a bin and a tile
 * are within the cutoff of each other; 335 of 4 A at 12 A); or exactly those within the cutoff of a point of it
 * (302). For `warp` these, too: of them a warp searches those near its own points. */
#define NEIGHBOURS_WORDS cube, sphere, exact, warp
enum neighbours { WORD_NAMES(NEIGHBOURS, NEIGHBOURS_WORDS) };

/* Whether the bin at an offset comes within the cutoff of a box of points, whose first and last point have these
 * distances from the begin of their own bin, in angstrom; NULL: the first point is at that begin. */
bool bins_near(int side, const int offset[3], const double first[3], const double last[3], double cutoff);

/* A list of bins that is valid for every tile of the grid: offsets from the bin in which the tile begins, in ascending
 * order of their numbers. Returns the number, at most MOST_OFFSETS. */
enum { MOST_OFFSETS = 10240 };
struct offset {
    int along[3];
};
size_t bins_offsets(struct bins bins, const struct grid *grid, double cutoff, enum neighbours neighbours,
                    struct offset *offset);
