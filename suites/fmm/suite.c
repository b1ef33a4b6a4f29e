/* The operators of the fast multipole method (Kohnke and Kabadshow 2015). */
#include "suites/fmm/particles.h"

#define OPERATORS_OF_CHARGES &fmm_p2m, &fmm_l2p, &fmm_l2p_potential, &fmm_l2p_energy, &fmm_p2p, &fmm_p2p_potential
#define OPERATORS_OF_EXPANSIONS &fmm_m2m, &fmm_m2l_bench, &fmm_m2l_indices_bench, &fmm_l2l
#define OF_NEAR_FIELDS &fmm_p2p, &fmm_p2p_potential
#define OF_PAIRS &fmm_direct, &fmm_direct_potential
#define SOLVERS &fmm_solve, &fmm_solve_potential, &fmm_solve_energy

static bool has_order(const struct bench *bench)
{
    return !bench_among(bench, BENCHES(OF_NEAR_FIELDS, OF_PAIRS, &fmm_bin));
}

static bool has_neighbours(const struct bench *bench)
{
    return bench_among(bench, BENCHES(&fmm_m2l_bench, &fmm_m2l_indices_bench, OF_NEAR_FIELDS, SOLVERS, &fmm_leapfrog));
}

/* Solvers choose among depths, as the parameter DEPTH. */
static bool has_occupancy(const struct bench *bench)
{
    return bench_among(bench, BENCHES(OPERATORS_OF_CHARGES, &fmm_bin));
}

static bool has_charges(const struct bench *bench)
{
    return !bench_among(bench, BENCHES(OPERATORS_OF_EXPANSIONS));
}

/* Charges of leapfrog always move. */
static bool has_geometry(const struct bench *bench)
{
    return bench_among(bench, BENCHES(SOLVERS));
}

/* clang-format off */
static const struct setting settings[] = {
    [ORDER] = {"order", "of expansions, p, up to 20: (p + 1)^2 real numbers per box", NULL, 10, 0,
               99, /* fmm_check_tree explains limits above 20 */ .whole = true, .concerns = has_order},
    [SEPARATION] = {"separation", "of boxes that interact by expansions, ws: more than so many boxes apart", NULL, 1, 1,
                    2, .whole = true, .concerns = has_neighbours},
    [OCCUPANCY] = {"occupancy", "of the boxes on the deepest level, on average", "charges", 16, 0.01, .most = 10000,
                   .concerns = has_occupancy},
    [CHARGES] = {"charges", "of the particles", WORD_TABLE(CHARGES_WORDS), .of_made = true,
                 .concerns = has_charges},
    [GEOMETRY] = {"geometry", "of the solver's: fixed, it lies in boxes; moving, each solution sorts it",
                  WORD_TABLE(GEOMETRY_WORDS), .concerns = has_geometry},
    [BOUNDARY] = {"boundary", "of the solver's cube: open, or periodic in a conductor", WORD_TABLE(BOUNDARY_WORDS)},
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
