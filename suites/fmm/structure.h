/* Charges of a user's structure (--input), in the unit cube: of the solver, and of what is measured beside it. */
#ifndef SUITES_FMM_STRUCTURE_H
#define SUITES_FMM_STRUCTURE_H

#include "suites/fmm/fmm.h"

/* Whether the boundary is: a structure's charges lie in its box then. */
bool fmm_is_periodic(const struct inputs *inputs);

/* Refuses a structure that fills no cube as the boundary wants it: a periodic one is the file's box, a cube, and its
 * charges add up to nothing. INVALID; OK where there is none. */
enum status fmm_check_structure(const struct problem *problem, struct fault *fault);

/* Fills the places and charges of all atoms: within the file's box, into which they are wrapped, if the boundary is
 * periodic, else within the least cube around them. Places are rounded to multiples of 2^-24. */
void fmm_place_structure(const struct inputs *inputs, struct mm_float4 *charge);

#endif
