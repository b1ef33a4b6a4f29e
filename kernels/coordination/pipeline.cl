/* The seed's pipeline where there is no CUB: the kernel of pairs, then sums of one row and of nine, pass after pass.
 *
 * SUM_BLOCK  work-items of a group that sums, a power of two
 * SUM_ITEMS  numbers of a work-item
 * and those of pairs.cl */
#include "coordination/pairs.cl"
#include "coordination/sums.cl"
