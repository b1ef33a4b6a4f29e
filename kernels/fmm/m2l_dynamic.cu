/* M2L by dynamic parallelism: kernels launch a kernel for each pair of boxes (Kohnke and Kabadshow 2015, slides 17
 * to 21). Sums are added to mu by atomic additions; mu must be zero at the start.
 *
 * STRATEGY      dynamic_1: the host launches a kernel per box, whose threads launch one per partner, with a thread
 *               for each combination of l, m and j
 *               dynamic_2: the host launches a kernel of one thread per pair of boxes, which launches the same
 *               dynamic_3: as dynamic_1, for one box or several; a thread for each l and m, with omega and the
 *               operator in shared memory
 * BLOCK_SIZE    threads per block
 * CHILD_STREAM  default: kernels launched by a block run one after the other; fire_and_forget: independently
 * ACCESS        which items neighbouring threads of dynamic_1 and dynamic_2 have. adjacent: other l and m, whose
 *               operator coefficients are adjacent; strided: other j, as in the cited talk's loops
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "common_compute.h"
#undef DEVICE /* static: a linked program would keep calls of functions with external linkage */
#define DEVICE static __device__
#include "fmm/expansion.h"
#include "fmm/tree.h"
#include "fmm/steps.h"

#if CHILD_STREAM == CHILD_STREAM_FIRE_AND_FORGET
#define STREAM cudaStreamFireAndForget
#else
#define STREAM 0
#endif

#if STRATEGY == STRATEGY_DYNAMIC_3
#define ITEMS COEFFICIENTS
#else
#define ITEMS (COEFFICIENTS * (ORDER + 1))
#endif

#if STRATEGY == STRATEGY_DYNAMIC_3

/* M2L of one pair of boxes. */
KERNEL GROUP_OF(BLOCK_SIZE) void translate(const COMPLEX *omega, const COMPLEX *m2l, COMPLEX *mu)
{
    __shared__ COMPLEX near_omega[COEFFICIENTS], near_m2l[OPERATOR];
    for (unsigned i = LOCAL_ID; i < COEFFICIENTS; i += BLOCK_SIZE)
        near_omega[i] = omega[i];
    for (unsigned i = LOCAL_ID; i < OPERATOR; i += BLOCK_SIZE)
        near_m2l[i] = m2l[i];
    SYNC_THREADS;
    const unsigned row = GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (row >= ITEMS)
        return;
    int l, m;
    coefficient_at(row, ORDER, &l, &m);
    COMPLEX sum = MAKE_COMPLEX(0, 0);
    for (int j = 0; j <= ORDER; j++)
        sum = sum_over_k(near_omega, near_m2l, l, m, j, sum);
    ADD_ATOMICALLY(mu + INDEX(l, m), sum)
}

#else

KERNEL GROUP_OF(BLOCK_SIZE) void translate(const COMPLEX *omega, const COMPLEX *m2l, COMPLEX *mu)
{
    const unsigned id = GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (id >= ITEMS)
        return;
#if ACCESS == ACCESS_STRIDED
    const unsigned row = id / (ORDER + 1), j = id % (ORDER + 1);
#else
    const unsigned row = id % COEFFICIENTS, j = id / COEFFICIENTS;
#endif
    int l, m;
    coefficient_at(row, ORDER, &l, &m);
    const COMPLEX sum = sum_over_k(omega, m2l, l, m, (int)j, MAKE_COMPLEX(0, 0));
    ADD_ATOMICALLY(mu + INDEX(l, m), sum)
}

#endif

DEVICE void launch(const COMPLEX *omega, const COMPLEX *operators, COMPLEX *mu, unsigned box, unsigned partner,
                   int operator_place)
{
    translate<<<(ITEMS + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE, 0, STREAM>>>(
        omega + (mm_ulong)partner * COEFFICIENTS, operators + operator_place * OPERATOR,
        mu + (mm_ulong)box * COEFFICIENTS);
}

#if STRATEGY == STRATEGY_DYNAMIC_2

KERNEL void pair(const COMPLEX *omega, const COMPLEX *operators, COMPLEX *mu, unsigned box, unsigned partner,
                 int operator_place)
{
    launch(omega, operators, mu, box, partner, operator_place);
}

#else

/* Boxes from index `begin` to `end` - 1, with a thread per position of a partner. */
KERNEL GROUP_OF(BLOCK_SIZE) void boxes(const COMPLEX *omega, const COMPLEX *operators, COMPLEX *mu, unsigned begin,
                                       unsigned end)
{
    const unsigned id = GROUP_ID * BLOCK_SIZE + LOCAL_ID, box = begin + id / POSITIONS;
    unsigned partner;
    int operator_place;
    if (box < end && partner_at(box_at(box), (int)(id % POSITIONS), &partner, &operator_place))
        launch(omega, operators, mu, box, partner, operator_place);
}

#endif
