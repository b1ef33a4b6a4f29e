/* The index arithmetic of m2l_full_parallel.cu, and nothing else: where each lane of each warp would find omega and the
 * operator, and the first lane mu (Kohnke and Kabadshow 2015, slide 15). It asks whether these add up to what they
 * cannot, so that the compiler leaves nothing out; told to count, all add theirs to a number of their box, modulo 2^32.
 *
 * BLOCK_SIZE  work-items of a group
 * DIVISORS    constant: the loops' lengths, by which indices are divided, are known to the compiler
 *             argument: they are not
 * ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/steps.h"

DEVICE unsigned place_of(int l, int m)
{
    return (unsigned)INDEX(l, m < 0 ? -m : m);
}

/* Each kind of place counts by another factor, so that none may stand for another. */
KERNEL GROUP_OF(BLOCK_SIZE) void indices(GLOBAL unsigned *counters, unsigned begin, unsigned end, unsigned order,
                                         unsigned side, mm_ulong never, int counting)
{
    const unsigned id = LOCAL_ID, lane = id % 32;
    TURN turn;
    if (!turn_at((unsigned)GROUP_ID * (BLOCK_SIZE / 32) + id / 32, begin, end, LENGTHS, &turn))
        return;
    const mm_ulong from = (mm_ulong)turn.partner * COEFFICIENTS;
    const unsigned with = (unsigned)(turn.operator_place * OPERATOR);
    mm_ulong sum = 0;
    for (int k = (int)lane - turn.j; k <= turn.j; k += 32)
        sum += from + place_of(turn.j, k) + 3 * (with + place_of(turn.l + turn.j, turn.m + k));
    if (lane == 0)
        sum += 5 * ((mm_ulong)turn.box * COEFFICIENTS + place_of(turn.l, turn.m));
    if (counting || sum == never)
        ATOMIC_ADD(counters + turn.box, (unsigned)sum);
}
