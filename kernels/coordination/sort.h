/* Atoms by linked cells. The box is cut into rows along x, and a row into cells; the atoms of a row are contiguous,
 * cell by cell. A row begins at a multiple of TARGETS, and is padded to one with atoms that are far from all others.
 *
 * TARGETS     atoms between which no row begins
 * SORT_BLOCK  work-items of a group (of the suite)
 * ROW_BLOCK   work-items of a group that has a row (of the suite) */
#ifndef COORDINATION_SORT
#define COORDINATION_SORT

#include "coordination/pairs.h"

#define FAR ((REAL)1e15)
#define IS_FAR(at) ((at).w < 0) /* w is the atom's number */

/* In the box, if it is periodic. */
DEVICE REAL in_box(REAL at, REAL side, REAL inverse)
{
#if PERIODIC
    const REAL inside = at - side * floor(at * inverse);
    return inside < side ? max(inside, (REAL)0) : (REAL)0;
#else
    return at;
#endif
}

/* The cell of `cells` along an axis that contains it; beyond the ends, the outermost. */
DEVICE unsigned along(REAL at, REAL per_cell, int cells)
{
    return (unsigned)min(max(at * per_cell, (REAL)0), (REAL)(cells - 1));
}

/* Each atom's cell, and its number in it; also sets the results to zero. */
KERNEL GROUP_OF(SORT_BLOCK) void find_cells(GLOBAL const REAL *RESTRICT place, GLOBAL unsigned *RESTRICT cell,
                                            GLOBAL unsigned *RESTRICT rank, GLOBAL unsigned *RESTRICT count,
                                            GLOBAL unsigned *RESTRICT filled, GLOBAL REAL *RESTRICT value,
                                            GLOBAL REAL *RESTRICT virial, GLOBAL REAL *RESTRICT force, unsigned n,
                                            unsigned pitch, int4 cells, REAL4 per_cell, REAL4 side, REAL4 inverse)
{
    const unsigned i = (unsigned)GROUP_ID * SORT_BLOCK + (unsigned)LOCAL_ID;
    for (mm_ulong k = i; k < 3 * (mm_ulong)pitch; k += (mm_ulong)NUM_GROUPS * SORT_BLOCK)
        force[k] = 0;
    if (i == 0)
        *filled = 0;
    if (i < 10)
        *(i ? &virial[i - 1] : value) = 0;
    if (i >= n)
        return;
    const REAL4 at = place_of(place, i);
    const unsigned x = along(in_box(at.x, side.x, inverse.x), per_cell.x, cells.x);
    const unsigned y = along(in_box(at.y, side.y, inverse.y), per_cell.y, cells.y);
    const unsigned z = along(in_box(at.z, side.z, inverse.z), per_cell.z, cells.z);
    const unsigned own = (z * cells.y + y) * cells.x + x;
    cell[i] = own;
    rank[i] = ATOMIC_ADD(&count[own], 1u);
}

/* Where each cell of a row begins, and where the last one ends: a group per row, a work-item per range of its cells.
 * Rows are in the order in which their groups reserve room. Counts become zero. */
KERNEL GROUP_OF(ROW_BLOCK) void find_begins(GLOBAL unsigned *RESTRICT count, GLOBAL unsigned *RESTRICT begins,
                                             GLOBAL unsigned *filled, GLOBAL REAL4 *RESTRICT sorted, int4 cells)
{
    LOCAL unsigned sums[ROW_BLOCK], begin;
    const unsigned id = LOCAL_ID, row = GROUP_ID, of_row = cells.x, share = (of_row + ROW_BLOCK - 1) / ROW_BLOCK;
    const unsigned first = min(id * share, of_row), end = min(first + share, of_row);
    GLOBAL unsigned *const counted = count + (mm_ulong)row * of_row;
    GLOBAL unsigned *const begun = begins + (mm_ulong)row * (of_row + 1);
    unsigned own = 0;
    for (unsigned c = first; c < end; c++)
        own += counted[c];
    sums[id] = own;
    for (unsigned away = 1; away < ROW_BLOCK; away *= 2) {
        SYNC_THREADS;
        const unsigned more = id >= away ? sums[id - away] : 0;
        SYNC_THREADS;
        sums[id] += more;
    }
    SYNC_THREADS;
    const unsigned atoms = sums[ROW_BLOCK - 1], room = (atoms + TARGETS - 1) / TARGETS * TARGETS;
    if (id == 0)
        begin = ATOMIC_ADD(filled, room);
    SYNC_THREADS;
    unsigned before = begin + sums[id] - own;
    for (unsigned c = first; c < end; c++) {
        const unsigned in_cell = counted[c];
        begun[c] = before;
        before += in_cell;
        counted[c] = 0;
    }
    if (id == 0)
        begun[of_row] = begin + atoms;
    for (unsigned k = atoms + id; k < room; k += ROW_BLOCK)
        sorted[begin + k] = MAKE_REAL4(FAR, FAR, FAR, -1);
}

/* Atoms in their order, with their numbers. */
KERNEL GROUP_OF(SORT_BLOCK) void sort_atoms(GLOBAL const REAL *RESTRICT place, GLOBAL const unsigned *RESTRICT cell,
                                            GLOBAL const unsigned *RESTRICT rank,
                                            GLOBAL const unsigned *RESTRICT begins,
                                            GLOBAL REAL4 *RESTRICT sorted, unsigned n, int4 cells, REAL4 side,
                                            REAL4 inverse)
{
    const unsigned i = (unsigned)GROUP_ID * SORT_BLOCK + (unsigned)LOCAL_ID;
    if (i >= n)
        return;
    const unsigned own = cell[i], to = begins[own + own / cells.x] + rank[i]; /* a row has one more begin than cells */
    const REAL4 at = place_of(place, i);
    sorted[to] = MAKE_REAL4(in_box(at.x, side.x, inverse.x), in_box(at.y, side.y, inverse.y),
                            in_box(at.z, side.z, inverse.z), (REAL)i);
}

#endif
