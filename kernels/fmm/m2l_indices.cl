/* The index arithmetic of m2l_full_parallel.cu alone: where each lane of each warp would find omega and the
 * operator, and the first lane mu (Kohnke and Kabadshow 2015, slide 15). The sum of these indices is compared with a
 * value that it never has, so that the compiler keeps the arithmetic; with `counting` set, it is added to a counter
 * of the box, modulo 2^32.
 *
 * BLOCK_SIZE  work-items per group
 * DIVISORS    constant: the loops' lengths, by which indices are divided, are constants
 *             argument: they are arguments
 * ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/steps.h"

DEVICE unsigned place_of(int l, int m)
{
    return (unsigned)INDEX(l, m < 0 ? -m : m);
}

/* Each kind of index has its own factor, so that errors in two kinds cannot cancel. */
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
