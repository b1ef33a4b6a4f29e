/* M2L of an order less by LESS than that of the expansions, STORED_ORDER: fmm/m2l_folded.cl, or nothing where LESS is 0. */
#if LESS
#define ORDER (STORED_ORDER - LESS)
#define COEFFICIENTS INDEX(STORED_ORDER + 1, 0)
#include "fmm/m2l_folded.cl"
#else
KERNEL void fold(int unused) {}
KERNEL void multiply(int unused) {}
KERNEL void unfold(int unused) {}
#endif
