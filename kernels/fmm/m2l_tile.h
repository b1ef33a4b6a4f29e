/* Tiles of boxes in kernels of M2L: boxes of one level and one position within their parents, whose parents are
 * adjacent in memory. Their partners are at the same offsets, so all of them use the same operator at a time.
 *
 * TILE_BOXES      boxes per tile, BOXES_PER_THREAD per work-item
 * PARTNER_GROUPS  groups that share a tile's partners. If there are several, their sums are added to mu by atomic
 *                 additions, and mu must be zero at the start
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#define NO_BOX 0xffffffffu
#define REACH (2 * SEPARATION + 1)
#define BOX_THREADS (TILE_BOXES / BOXES_PER_THREAD)

typedef struct {
    int level, child; /* which of their parents' eight children: bit 0 of x, 1 of y, 2 of z */
    unsigned parent;  /* of the first box, counted within its level */
} TILE;

/* The offset from a box to another, in boxes. */
typedef struct {
    int x, y, z;
} STEP;

DEVICE unsigned tiles_of(int level)
{
    return ((1u << 3 * (level - 1)) + TILE_BOXES - 1) / TILE_BOXES;
}

/* Tile number `number`, counted from the first tile of `level` on. */
DEVICE TILE tile_at(unsigned number, int level)
{
    TILE tile;
    tile.child = (int)(number & 7);
    number >>= 3;
    while (number >= tiles_of(level)) {
        number -= tiles_of(level);
        level++;
    }
    tile.level = level;
    tile.parent = number * TILE_BOXES;
    return tile;
}

/* The index, among all boxes, of box `i` of a tile, or of the box at offset `step` from it; NO_BOX if there is none. */
DEVICE unsigned tile_box(TILE tile, unsigned i, STEP step)
{
    const unsigned parent = tile.parent + i;
    const int bits = tile.level - 1, mask = (1 << bits) - 1, side = 1 << tile.level;
    const int x = 2 * (int)(parent & mask) + (tile.child & 1) + step.x;
    const int y = 2 * (int)(parent >> bits & mask) + (tile.child >> 1 & 1) + step.y;
    const int z = 2 * (int)(parent >> 2 * bits & mask) + (tile.child >> 2) + step.z;
    const bool is_there = x >= 0 && x < side && y >= 0 && y < side && z >= 0 && z < side;
    return is_there && parent < 1u << 3 * bits ? box_index(tile.level, x, y, z) : NO_BOX;
}

/* The offset to the partners at a position, 0 to POSITIONS - 1, among the children of the parents' neighbours. */
DEVICE STEP partner_step(TILE tile, int position)
{
    STEP step;
    step.x = position % PARTNER_SIDE - 2 * SEPARATION - (tile.child & 1);
    step.y = position / PARTNER_SIDE % PARTNER_SIDE - 2 * SEPARATION - (tile.child >> 1 & 1);
    step.z = position / (PARTNER_SIDE * PARTNER_SIDE) - 2 * SEPARATION - (tile.child >> 2);
    return step;
}

DEVICE bool is_far(STEP step)
{
    return step.x > SEPARATION || step.x < -SEPARATION || step.y > SEPARATION || step.y < -SEPARATION ||
           step.z > SEPARATION || step.z < -SEPARATION;
}

/* Finds the partners at a position for all boxes of a tile, by `group` work-items. */
DEVICE void find_partners(TILE tile, int position, LOCAL_ARG unsigned *partner, unsigned id, unsigned group)
{
    const STEP step = partner_step(tile, position);
    for (unsigned i = id; i < TILE_BOXES; i += group)
        partner[i] = tile_box(tile, i, step);
}

/* The index of the operator for partners at offset `step`; operators are stored by the reverse offset. */
DEVICE int operator_place(STEP step)
{
    return ((REACH - step.z) * OPERATOR_SIDE + REACH - step.y) * OPERATOR_SIDE + REACH - step.x;
}

DEVICE void clear(COMPLEX to[ROWS_PER_THREAD][BOXES_PER_THREAD])
{
#pragma unroll
    for (int r = 0; r < ROWS_PER_THREAD; r++)
#pragma unroll
        for (int b = 0; b < BOXES_PER_THREAD; b++)
            to[r][b] = MAKE_COMPLEX(0, 0);
}

/* Stores a sum over all partners of this group, or adds it to other groups' sums. */
DEVICE void put_sum(GLOBAL COMPLEX *mu, COMPLEX sum)
{
#if PARTNER_GROUPS == 1
    *mu = sum;
#else
    ADD_ATOMICALLY(mu, sum)
#endif
}
