/* P2P of the solver: the sums of each charge of a box (fmm/p2p.cl), or each pair of charges once (fmm/p2p_once.h), ONCE
 * charges of a box at a time; 0: the former. */
#if ONCE
#include "fmm/p2p_once.h"
#else
#include "fmm/p2p.cl"
#endif
