/* PLUMED's pipeline without CUB: each atom's pairs (pairs.cl), then sums of one row and of nine
 * (sums.cl). */
#include "coordination/pairs.cl"
#include "coordination/sums.cl"
