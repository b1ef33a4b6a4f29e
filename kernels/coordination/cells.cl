/* A coordination number by linked cells: atoms are sorted by the cells that they lie in, and each cell's meet those of the
 * cells around.
 *
 * BLOCK_SIZE  work-items of a group, a power of two; of `pairs_near`, a group has a cell
 * REACH       cells that dmax reaches to, along each axis
 * UNROLL      partners of one pass of the loop
 * VIRIAL, and those of the problem: see pairs.h */
#define IMAGES_KNOWN 1
#include "coordination/pairs.h"
#include "coordination/tree.h"

/* ---- sorting ---- */

/* In the box, and which of `cells` along an axis it is in. */
DEVICE REAL in_box(REAL at, REAL side, REAL inverse)
{
#if PERIODIC
    const REAL inside = at - side * floor(at * inverse);
    return inside < side ? max(inside, (REAL)0) : (REAL)0;
#else
    return at;
#endif
}

DEVICE unsigned along(REAL at, REAL low, REAL per_cell, unsigned cells)
{
    return (unsigned)min(max((at - low) * per_cell, (REAL)0), (REAL)(cells - 1));
}

KERNEL GROUP_OF(BLOCK_SIZE) void find_cells(GLOBAL const REAL *RESTRICT place, GLOBAL unsigned *RESTRICT cell,
                                            GLOBAL unsigned *RESTRICT rank, GLOBAL unsigned *RESTRICT count, unsigned n,
                                            int4 cells, REAL4 low, REAL4 per_cell, REAL4 side, REAL4 inverse)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + (unsigned)LOCAL_ID;
    if (i >= n)
        return;
    const REAL4 at = place_of(place, i);
    const unsigned x = along(in_box(at.x, side.x, inverse.x), low.x, per_cell.x, cells.x);
    const unsigned y = along(in_box(at.y, side.y, inverse.y), low.y, per_cell.y, cells.y);
    const unsigned z = along(in_box(at.z, side.z, inverse.z), low.z, per_cell.z, cells.z);
    const unsigned own = (z * cells.y + y) * cells.x + x;
    cell[i] = own;
    rank[i] = ATOMIC_ADD(&count[own], 1u);
}

/* Where each cell begins; the counts become zero. One group: a work-item has a stretch of cells. */
KERNEL GROUP_OF(SCAN_BLOCK) void find_begins(GLOBAL unsigned *RESTRICT count, GLOBAL unsigned *RESTRICT begins,
                                             unsigned cells)
{
    LOCAL unsigned sums[SCAN_BLOCK];
    const unsigned id = LOCAL_ID, share = (cells + SCAN_BLOCK - 1) / SCAN_BLOCK;
    const unsigned first = min(id * share, cells), end = min(first + share, cells);
    unsigned own = 0;
    for (unsigned c = first; c < end; c++)
        own += count[c];
    sums[id] = own;
    for (unsigned away = 1; away < SCAN_BLOCK; away *= 2) {
        SYNC_THREADS;
        const unsigned more = id >= away ? sums[id - away] : 0;
        SYNC_THREADS;
        sums[id] += more;
    }
    unsigned before = sums[id] - own;
    for (unsigned c = first; c < end; c++) {
        begins[c] = before;
        before += count[c];
        count[c] = 0;
    }
    if (id == SCAN_BLOCK - 1)
        begins[cells] = before;
}

KERNEL GROUP_OF(BLOCK_SIZE) void sort_atoms(GLOBAL const REAL *RESTRICT place, GLOBAL const unsigned *RESTRICT cell,
                                            GLOBAL const unsigned *RESTRICT rank, GLOBAL const unsigned *RESTRICT begins,
                                            GLOBAL REAL4 *RESTRICT sorted, GLOBAL unsigned *RESTRICT order, unsigned n,
                                            REAL4 side, REAL4 inverse)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + (unsigned)LOCAL_ID;
    if (i >= n)
        return;
    const unsigned to = begins[cell[i]] + rank[i];
    const REAL4 at = place_of(place, i);
    sorted[to] = MAKE_REAL4(in_box(at.x, side.x, inverse.x), in_box(at.y, side.y, inverse.y),
                            in_box(at.z, side.z, inverse.z), 0);
    order[to] = i;
}
