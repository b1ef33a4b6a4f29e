/* The charges around a box, for p2p.cl and p2p_once.h. Charges are sorted by box, x fastest, so those of a row of boxes
 * are contiguous: a box is surrounded by (2 ws + 1)^2 such ranges ("stretches"); the first contains the box. In a
 * periodic box a stretch that crosses a face of the cube is split there.
 *
 * Needs fmm/expansion.h, and BLOCK_SIZE, SEPARATION and PERIODIC of p2p.cl. */
#define REACH (2 * SEPARATION + 1)
#define ROWS (REACH * REACH)

#if PERIODIC

#define STRETCHES (2 * ROWS)
#define EACH(at, count) for (; at < (count); at += BLOCK_SIZE) /* there may be more items than work-items */

/* The row of boxes of stretch number `stretch` around a box: y and z are not wrapped; `cubes` counts periods from the
 * box to the stretch along x. Stretches from ROWS on are the parts beyond a face. The cube is at least four boxes wide,
 * so no stretch crosses both faces. */
typedef struct {
    int x, y, z, cubes;
} ROW;

DEVICE ROW row_of(int depth, unsigned box, int stretch)
{
    const int mask = (1 << depth) - 1, shifted = (stretch % ROWS + ROWS / 2) % ROWS;
    ROW row;
    row.x = (int)box & mask;
    row.y = ((int)box >> depth & mask) + shifted % REACH - SEPARATION;
    row.z = ((int)box >> 2 * depth) + shifted / REACH - SEPARATION;
    row.cubes = stretch < ROWS ? 0 : row.x < SEPARATION ? -1 : 1;
    return row;
}

DEVICE void find_stretch(GLOBAL const unsigned *start, int depth, unsigned box, int stretch, unsigned *begin,
                         unsigned *end)
{
    const ROW row = row_of(depth, box, stretch);
    const int side = 1 << depth;
    const unsigned first = (unsigned)(((row.z & (side - 1)) << depth) + (row.y & (side - 1))) << depth;
    const int from = row.x - SEPARATION - row.cubes * side, to = row.x + SEPARATION - row.cubes * side;
    *begin = start[first + max(from, 0)];
    *end = start[first + max(min(to, side - 1), -1) + 1];
}

/* A charge of a stretch relative to the lower corner of the central box. Positions are multiples of 2^-24, so this is
 * exact, even where the position of the image itself would not be. */
DEVICE REAL4 seen_from(float4 charge, int depth, unsigned box, int stretch)
{
    const ROW row = row_of(depth, box, stretch), own = row_of(depth, box, 0);
    const REAL side = (REAL)1 / (REAL)(1 << depth);
    return MAKE_REAL4(charge.x + ((REAL)row.cubes - side * (REAL)own.x),
                      charge.y + ((REAL)(row.y >> depth) - side * (REAL)own.y),
                      charge.z + ((REAL)(row.z >> depth) - side * (REAL)own.z), charge.w);
}

#define LOAD(charge, stretch) seen_from(charge, depth, box, stretch)

#else

#define STRETCHES ROWS
#define EACH(at, count) if (at < (count))
#define LOAD(charge, stretch) load(charge)

/* Stretch number `row` around a box: its begin and end; it is empty outside of the cube. */
DEVICE void find_stretch(GLOBAL const unsigned *start, int depth, unsigned box, int row, unsigned *begin, unsigned *end)
{
    const int side = 1 << depth, shifted = (row + ROWS / 2) % ROWS;
    const int x = (int)box & (side - 1);
    const int y = ((int)box >> depth & (side - 1)) + shifted % REACH - SEPARATION;
    const int z = ((int)box >> 2 * depth) + shifted / REACH - SEPARATION;
    *begin = *end = 0;
    if (y >= 0 && y < side && z >= 0 && z < side) {
        const unsigned first = (unsigned)(((z << depth) + y) << depth);
        *begin = start[first + max(x - SEPARATION, 0)];
        *end = start[first + min(x + SEPARATION, side - 1) + 1];
    }
}

#endif
