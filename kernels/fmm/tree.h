/* The tree in kernels: boxes of all levels one behind the other, the root first, x fastest.
 *
 * SEPARATION  ws */
#define PARTNER_SIDE (2 * (2 * SEPARATION + 1))
#define POSITIONS (PARTNER_SIDE * PARTNER_SIDE * PARTNER_SIDE)
#define OPERATOR_SIDE (4 * SEPARATION + 3)

/* A box: its level, and where it stands there. */
typedef struct {
    int level, x, y, z;
} BOX;

/* The box of an index, below 8^10 * 8 / 7, within all levels. */
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

/* Also of places outside of the cube, which are asked for before they are tested: of those it is some number. */
DEVICE unsigned box_index(int level, int x, int y, int z)
{
    const unsigned row = ((unsigned)z << level) + (unsigned)y;
    return ((1u << 3 * level) - 1) / 7 + (row << level) + (unsigned)x;
}

/* The partner of a box that is child (x, y, z) of its parent's neighbours, each from 0 to PARTNER_SIDE - 1, and the
 * place of their operator; false where there is no such box, or it is a neighbour. */
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

/* The same by the position among them, 0 to POSITIONS - 1. */
DEVICE bool partner_at(BOX box, int position, unsigned *partner, int *operator_place)
{
    return partner_of(box, position % PARTNER_SIDE, position / PARTNER_SIDE % PARTNER_SIDE,
                      position / (PARTNER_SIDE * PARTNER_SIDE), partner, operator_place);
}
