/* The tree in kernels: the boxes of all levels in sequence, the root first, x fastest. The partners of a box are its
 * interaction list: children of its parent's neighbours that are not neighbours of the box.
 *
 * SEPARATION  ws */
#define PARTNER_SIDE (2 * (2 * SEPARATION + 1))
#define POSITIONS (PARTNER_SIDE * PARTNER_SIDE * PARTNER_SIDE)
#define OPERATOR_SIDE (4 * SEPARATION + 3)

/* A box: its level, and its coordinates there. */
typedef struct {
    int level, x, y, z;
} BOX;

/* The box with an index, below 8^10 * 8 / 7, counted over all levels. */
DEVICE BOX box_at(unsigned index)
{
    BOX box;
    unsigned begin = 0, boxes = 1;
    box.level = 0;
    while (index - begin >= boxes) {
        begin += boxes;
        boxes *= 8;
        box.level++;
    }
    const int place = (int)(index - begin), mask = (1 << box.level) - 1;
    box.x = place & mask;
    box.y = place >> box.level & mask;
    box.z = place >> 2 * box.level & mask;
    return box;
}

/* Coordinates may lie outside of the cube, since callers compute the index before they test them; it is meaningless
 * then. */
DEVICE unsigned box_index(int level, int x, int y, int z)
{
    const unsigned row = ((unsigned)z << level) + (unsigned)y;
    return ((1u << 3 * level) - 1) / 7 + (row << level) + (unsigned)x;
}

/* The partner of a box with coordinates (x, y, z), each from 0 to PARTNER_SIDE - 1, among the children of its parent's
 * neighbours; and the index of the operator between them. Returns false where there is no such box, or it is a
 * neighbour. */
DEVICE bool partner_of(BOX box, int x, int y, int z, unsigned *partner, int *operator_place)
{
    const int side = 1 << box.level, reach = 2 * SEPARATION + 1;
    x += (box.x & ~1) - 2 * SEPARATION;
    y += (box.y & ~1) - 2 * SEPARATION;
    z += (box.z & ~1) - 2 * SEPARATION;
    const int dx = box.x - x, dy = box.y - y, dz = box.z - z;
    const bool is_there = x >= 0 && x < side && y >= 0 && y < side && z >= 0 && z < side;
    const bool is_near = dx <= SEPARATION && dx >= -SEPARATION && dy <= SEPARATION && dy >= -SEPARATION &&
                         dz <= SEPARATION && dz >= -SEPARATION;
    *partner = box_index(box.level, x, y, z);
    *operator_place = ((dz + reach) * OPERATOR_SIDE + dy + reach) * OPERATOR_SIDE + dx + reach;
    return is_there && !is_near;
}

/* The same by position, 0 to POSITIONS - 1. */
DEVICE bool partner_at(BOX box, int position, unsigned *partner, int *operator_place)
{
    return partner_of(box, position % PARTNER_SIDE, position / PARTNER_SIDE % PARTNER_SIDE,
                      position / (PARTNER_SIDE * PARTNER_SIDE), partner, operator_place);
}
