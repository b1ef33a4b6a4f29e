/* PLUMED's pipeline with linked cells, as PLUMED describes it (pull request 1359, 2025): a group has
 * a cell, a work-item an atom of it at a time, which is paired with all atoms of this cell and of those around it; each
 * atom's value and virial are written, and then summed (sums.cl). Cells are as wide as dmax. In PLUMED the host makes
 * them, here the launches of sort.h.
 *
 * BLOCK_SIZE            work-items of a group
 * VIRIAL, IMAGE, and those of the problem: see pairs.h; SUM_BLOCK, SUM_ITEMS: see sums.cl */
#define TARGETS 1
#include "coordination/sort.h"
#include "coordination/sums.cl"

/* The number of neighbours of a cell, of `cells` along an axis, and neighbour number k. */
DEVICE int cells_around(int cells)
{
    return min(cells, 3);
}

DEVICE int cell_around(int own, int k, int cells)
{
    const int at = cells < 3 ? k : own + k - 1;
    return !PERIODIC || cells < 3 ? at : at < 0 ? at + cells : at < cells ? at : at - cells;
}

KERNEL GROUP_OF(BLOCK_SIZE) void pairs_of_cell(GLOBAL const REAL4 *RESTRICT sorted,
                                               GLOBAL const unsigned *RESTRICT begins,
                                               GLOBAL REAL *RESTRICT derivative, GLOBAL REAL *RESTRICT value,
                                               GLOBAL REAL *RESTRICT virial, unsigned n, unsigned end_a,
                                               unsigned first_b, int4 cells, REAL4 side, REAL4 inverse, REAL4 shape)
{
    const int x = (int)GROUP_ID % cells.x, row = (int)GROUP_ID / cells.x, y = row % cells.y, z = row / cells.y;
    const mm_ulong pitch = cells.x + 1;
    const unsigned first = begins[row * pitch + x], end = begins[row * pitch + x + 1];
    for (unsigned k = first + LOCAL_ID; k < end; k += BLOCK_SIZE) {
        const REAL4 own = sorted[k];
        const unsigned i = (unsigned)own.w;
        TOTALS totals;
        clear(&totals);
        for (int a = 0; a < cells_around(cells.z); a++)
            for (int b = 0; b < cells_around(cells.y); b++)
                for (int c = 0; c < cells_around(cells.x); c++) {
                    const int at_z = cell_around(z, a, cells.z), at_y = cell_around(y, b, cells.y);
                    const int at_x = cell_around(x, c, cells.x);
                    if (at_z < 0 || at_z >= cells.z || at_y < 0 || at_y >= cells.y || at_x < 0 || at_x >= cells.x)
                        continue; /* beyond an open box */
                    const mm_ulong cell = (at_z * cells.y + at_y) * pitch + at_x;
                    for (unsigned j = begins[cell]; j < begins[cell + 1]; j++) {
                        const REAL4 other = sorted[j], between = apart(own, other, side, inverse);
                        const int times = weight(i, (unsigned)other.w, end_a, first_b);
                        if (times != 0 && between.w <= SQUARE_OF_END)
                            add_pair(&totals, between, times, side, shape);
                    }
                }
        leave(&totals, i, n, derivative, value, virial, shape);
    }
}
