/* M2L with all loops parallel: a warp for each turn (fmm/steps.h), its lanes over k (Kohnke and Kabadshow 2015,
 * slide 13). Sums are added to mu by atomic additions; mu must be zero at the start.
 *
 * BLOCK_SIZE  threads per block
 * DIVISORS    constant: the loops' lengths, by which indices are divided, are constants
 *             argument: they are arguments
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include <cub/warp/warp_reduce.cuh>
#pragma nv_hdrstop
#include "common_compute.h"
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/steps.h"

KERNEL GROUP_OF(BLOCK_SIZE) void m2l(const COMPLEX *RESTRICT omega, const COMPLEX *RESTRICT operators, COMPLEX *mu,
                                     unsigned begin, unsigned end, unsigned order, unsigned side)
{
    using reduction = cub::WarpReduce<REAL>;
    __shared__ typename reduction::TempStorage storage[BLOCK_SIZE / 32];
    const unsigned id = LOCAL_ID, warp = id / 32, lane = id % 32;
    TURN turn;
    if (!turn_at(GROUP_ID * (BLOCK_SIZE / 32) + warp, begin, end, LENGTHS, &turn))
        return;
    const COMPLEX *from = omega + (mm_ulong)turn.partner * COEFFICIENTS;
    const COMPLEX *with = operators + turn.operator_place * OPERATOR;
    COMPLEX sum = MAKE_COMPLEX(0, 0);
    for (int k = (int)lane - turn.j; k <= turn.j; k += 32)
        sum = add_product(sum, coefficient(from, turn.j, k), coefficient(with, turn.l + turn.j, turn.m + k));
    sum.x = reduction(storage[warp]).Sum(sum.x);
    SYNC_WARPS;
    sum.y = reduction(storage[warp]).Sum(sum.y);
    if (lane == 0) {
        ADD_ATOMICALLY(mu + (mm_ulong)turn.box * COEFFICIENTS + INDEX(turn.l, turn.m), sum)
    }
}
