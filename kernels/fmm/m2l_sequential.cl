/* M2L with a work-item for each combination of the outer loops; the inner loops are sequential (Kohnke and Kabadshow
 * 2015, slides 11 to 15).
 *
 * BLOCK_SIZE  work-items per group
 * SEQUENTIAL  the loops inside a work-item: k; jk; partners: partners, j and k. With k and jk sums are added to mu
 *             by atomic additions; mu must be zero at the start
 * ACCESS      which items neighbouring work-items of SEQUENTIAL k have. adjacent: other coefficients, whose operator
 *             coefficients are adjacent; strided: other j, as in the cited talk's loops
 * PRECISION, ORDER, SEPARATION: fmm/expansion.h, fmm/tree.h */
#include "fmm/expansion.h"
#include "fmm/tree.h"

DEVICE COMPLEX sum_over_j(GLOBAL const COMPLEX *omega, GLOBAL const COMPLEX *m2l, int l, int m, COMPLEX sum)
{
    for (int j = 0; j <= ORDER; j++)
        sum = sum_over_k(omega, m2l, l, m, j, sum);
    return sum;
}

/* Boxes from index `begin` to `end` - 1. */
KERNEL GROUP_OF(BLOCK_SIZE) void m2l(GLOBAL const COMPLEX *RESTRICT omega, GLOBAL const COMPLEX *RESTRICT operators,
                                     GLOBAL COMPLEX *mu, mm_ulong begin, mm_ulong end)
{
    mm_ulong id = (mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
#if SEQUENTIAL == SEQUENTIAL_K && ACCESS == ACCESS_STRIDED
    const int j = (int)(id % (ORDER + 1));
    id /= ORDER + 1;
#endif
    const int row = (int)(id % COEFFICIENTS);
    id /= COEFFICIENTS;
#if SEQUENTIAL == SEQUENTIAL_K && ACCESS == ACCESS_ADJACENT
    const int j = (int)(id % (ORDER + 1));
    id /= ORDER + 1;
#endif
#if SEQUENTIAL != SEQUENTIAL_PARTNERS
    const int position = (int)(id % POSITIONS);
    id /= POSITIONS;
#endif
    if (id >= end - begin)
        return;
    const unsigned index = (unsigned)(begin + id);
    const BOX box = box_at(index);
    int l = 0;
    while (INDEX(l + 1, 0) <= row)
        l++;
    const int m = row - INDEX(l, 0);
    COMPLEX sum = MAKE_COMPLEX(0, 0);
    unsigned partner;
    int place;
#if SEQUENTIAL == SEQUENTIAL_PARTNERS
    for (int position = 0; position < POSITIONS; position++)
        if (partner_at(box, position, &partner, &place))
            sum = sum_over_j(omega + (mm_ulong)partner * COEFFICIENTS, operators + place * OPERATOR, l, m, sum);
    mu[(mm_ulong)index * COEFFICIENTS + row] = sum;
#else
    if (!partner_at(box, position, &partner, &place))
        return;
#if SEQUENTIAL == SEQUENTIAL_K
    sum = sum_over_k(omega + (mm_ulong)partner * COEFFICIENTS, operators + place * OPERATOR, l, m, j, sum);
#else
    sum = sum_over_j(omega + (mm_ulong)partner * COEFFICIENTS, operators + place * OPERATOR, l, m, sum);
#endif
    ADD_ATOMICALLY(mu + (mm_ulong)index * COEFFICIENTS + row, sum)
#endif
}
