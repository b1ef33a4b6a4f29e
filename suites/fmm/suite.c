/* The operators of the fast multipole method (seed 004). */
#include "suites/fmm/particles.h"

/* clang-format off */
static const struct setting settings[] = {
    [ORDER] = {"order", "of expansions, p, up to 20: (p + 1)^2 real numbers a box", NULL, 10, 0,
               99, /* fmm_check_tree says more of those above 20 */ .whole = true},
    [SEPARATION] = {"separation", "of boxes that interact by expansions, ws: more than so many boxes apart", NULL, 1, 1,
                    2, .whole = true},
    [OCCUPANCY] = {"occupancy", "of the boxes on the deepest level, in the mean", "charges", 16, 0.01, .most = 10000},
    [CHARGES] = {"charges", "of the particles", WORDS("neutral", "same", "random")},
    [GEOMETRY] = {"geometry", "of the solver's: fixed, it lies in boxes; moving, each solution sorts it",
                  WORDS("fixed", "moving")},
    [BOUNDARY] = {"boundary", "of the solver's cube: open, or periodic in a conductor", WORDS("open", "periodic")},
    {.name = NULL},
};
/* clang-format on */

const struct suite fmm_suite = {
    .name = "fmm",
    .summary = "the fast multipole method for 1/r: its operators, a solver, and the direct sum",
    .benches = BENCHES(&fmm_p2m, &fmm_m2m, &fmm_m2l_bench, &fmm_m2l_indices_bench, &fmm_l2l, &fmm_l2p,
                       &fmm_l2p_potential, &fmm_l2p_energy, &fmm_p2p, &fmm_p2p_potential, &fmm_bin, &fmm_solve,
                       &fmm_solve_potential, &fmm_solve_energy, &fmm_leapfrog, &fmm_direct, &fmm_direct_potential),
    .settings = settings,
    .structure = STRUCTURE_CHARGES,
    .boxed = fmm_is_periodic,
};
