/* P2P of the solver: with ONCE 0 the sums of each charge of a box (fmm/p2p.cl), else each pair of charges once, ONCE
 * charges of a box at a time (fmm/p2p_once.h). */
#if ONCE
#include "fmm/p2p_once.h"
#else
#include "fmm/p2p.cl"
#endif
