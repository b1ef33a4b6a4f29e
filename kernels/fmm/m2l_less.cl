/* M2L of order STORED_ORDER - LESS, where STORED_ORDER is the order of the expansions: fmm/m2l_folded.cl; nothing if
 * LESS is 0. */
#if LESS
#define ORDER (STORED_ORDER - LESS)
#define COEFFICIENTS INDEX(STORED_ORDER + 1, 0)
#include "fmm/m2l_folded.cl"
#else
KERNEL void fold(int unused) {}
KERNEL void multiply(int unused) {}
KERNEL void unfold(int unused) {}
#endif
