/* M2L with all loops parallel: a warp for each step (fmm/steps.h), its lanes over k (seed 004, slide 13). Sums meet in
 * mu by atomic additions, and mu is zero before.
 *
 * BLOCK_SIZE  threads of a block
 * DIVISORS    constant: the loops' lengths, by which indices are divided, are known to the compiler
 *             argument: they are not
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include <cub/warp/warp_reduce.cuh>
#pragma nv_hdrstop
#include "common_compute.h"
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/steps.h"

#define OPERATOR INDEX(2 * ORDER + 1, 0)

#if DIVISORS == DIVISORS_ARGUMENT
#define LENGTHS order, side
#else
#define LENGTHS ORDER, PARTNER_SIDE
#endif

KERNEL GROUP_OF(BLOCK_SIZE) void m2l(const COMPLEX *RESTRICT omega, const COMPLEX *RESTRICT operators, COMPLEX *mu,
                                     unsigned begin, unsigned end, unsigned order, unsigned side)
{
    using reduction = cub::WarpReduce<REAL>;
    __shared__ typename reduction::TempStorage storage[BLOCK_SIZE / 32];
    const unsigned id = LOCAL_ID, warp = id / 32, lane = id % 32;
    STEP step;
    if (!step_at(GROUP_ID * (BLOCK_SIZE / 32) + warp, begin, end, LENGTHS, &step))
        return;
    const COMPLEX *from = omega + (mm_ulong)step.partner * COEFFICIENTS;
    const COMPLEX *with = operators + step.operator_place * OPERATOR;
    COMPLEX sum = MAKE_COMPLEX(0, 0);
    for (int k = (int)lane - step.j; k <= step.j; k += 32)
        sum = add_product(sum, coefficient(from, step.j, k), coefficient(with, step.l + step.j, step.m + k));
    sum.x = reduction(storage[warp]).Sum(sum.x);
    SYNC_WARPS;
    sum.y = reduction(storage[warp]).Sum(sum.y);
    if (lane == 0) {
        REAL *to = (REAL *)(mu + (mm_ulong)step.box * COEFFICIENTS + INDEX(step.l, step.m));
        ATOMIC_ADD_REAL(to, sum.x);
        ATOMIC_ADD_REAL(to + 1, sum.y);
    }
}
