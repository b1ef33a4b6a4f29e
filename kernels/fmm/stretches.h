/* The charges around a box, of p2p.cl and p2p_once.h. Charges lie sorted by their boxes, x fastest, so those of a row of
 * boxes follow one another: a box has 2 ws + 1 squared such stretches around it, the one that it is in the first. In a
 * periodic box a stretch may lie beyond a face; it is cut where it does in part.
 *
 * Needs fmm/expansion.h, and BLOCK_SIZE, SEPARATION and PERIODIC of p2p.cl. */
#define REACH (2 * SEPARATION + 1)
#define ROWS (REACH * REACH)

#if PERIODIC

#define STRETCHES (2 * ROWS)
#define EACH(at, count) for (; at < (count); at += BLOCK_SIZE) /* there may be more than work-items */

/* The row of boxes that stretch number `stretch` around a box is in, y and z as they are without wrapping; and cubes
 * from the box's to the stretch's along x. Stretches behind the rows' own are what of these lies beyond a face; the cube
 * has four boxes a side at least, so none does at both ends. */
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

/* A charge of a stretch, seen from the lower corner of the box that it is around: places are multiples of 2^-24, so this
 * is exact, also where an image's place is not. */
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

/* Stretch number `row` around a box: where it begins, and where it ends, with none in it outside of the cube. */
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
