/* The loops of M2L as one: a turn is a box, the position of a partner, l, m and j; only the sum over k remains
 * (Kohnke and Kabadshow 2015, slide 13). Needs fmm/tree.h.
 *
 * The loops' lengths are arguments of these functions, from a kernel's macro LENGTHS: constants, or with DIVISORS
 * argument the kernel's arguments. */
#if DIVISORS == DIVISORS_ARGUMENT
#define LENGTHS order, side
#else
#define LENGTHS ORDER, PARTNER_SIDE
#endif

typedef struct {
    unsigned box, partner;
    int operator_place, l, m, j;
} TURN;

/* Coefficient number `row` of a triangle, in an order that needs no loop and no root: rows l and order - l together
 * have length order + 2. */
DEVICE void coefficient_at(unsigned row, unsigned order, int *l, int *m)
{
    const unsigned fold = row / (order + 2), at = row % (order + 2), longer = order - fold;
    *l = (int)(at <= longer ? longer : fold);
    *m = (int)(at <= longer ? at : at - longer - 1);
}

/* The box, partner, l, m and j of turn `id`, for boxes from index `begin` to `end` - 1; `side` is that of the partners'
 * positions. Returns false where the turn is empty. */
DEVICE bool turn_at(unsigned id, unsigned begin, unsigned end, unsigned order, unsigned side, TURN *turn)
{
    const unsigned rows = (order + 1) * (order + 2) / 2;
    turn->j = (int)(id % (order + 1));
    id /= order + 1;
    coefficient_at(id % rows, order, &turn->l, &turn->m);
    id /= rows;
    const int x = (int)(id % side), y = (int)(id / side % side), z = (int)(id / (side * side) % side);
    id /= side * side * side;
    if (id >= end - begin)
        return false;
    turn->box = begin + id;
    return partner_of(box_at(turn->box), x, y, z, &turn->partner, &turn->operator_place);
}
